import { parseArgs } from "node:util";
import { credentialsStore } from "../client/credentialsStore.ts";
import { asksForHelp, flagFaultLine } from "./readFlags.ts";
import { signIn, type SignInOptions } from "../client/signIn.ts";

/** What a test puts in place of the system's. */
export type LoginHooks =
  & Pick<SignInOptions, "fetch" | "now" | "wait" | "signal">
  & {
    /** Told of each line of output. @default standard error */
    print?: (line: string) => void;
  };

const USAGE =
  "Use: login --base-url URL [--auth-url URL] [--client-id ID] [--audience A] [--scope S] [--file FILE] [--allow-insecure] [--help]";

/** What `--help` prints. */
const HELP = `Signs in at a service, and keeps the credentials where token and connect find them.

${USAGE}

  --base-url URL     The service.
  --auth-url URL     Its sign-in; without it, the same address.
  --client-id ID     The client, as the sign-in knows it; without it, lifeframe.
  --audience A       What the tokens are for, where the sign-in asks for it.
  --scope S          What the tokens allow; without it, "openid profile email offline_access".
  --file FILE        Where the credentials are kept; without it, in the platform's folder for settings.
  --allow-insecure   Sends tokens to another machine unencrypted, over http.
  --help             This text.`;

const OPTIONS = {
  "base-url": { type: "string" },
  "auth-url": { type: "string" },
  "client-id": { type: "string", default: "lifeframe" },
  audience: { type: "string" },
  scope: { type: "string" },
  file: { type: "string" },
  "allow-insecure": { type: "boolean", default: false },
} as const;

/**
 * Signs in at a service and keeps the credentials where `token` and `connect` find them:
 * `--base-url URL` the service, `--auth-url URL` its sign-in (without it, the same address),
 * `--client-id ID` (without it, `lifeframe`), `--audience`, `--scope`, `--file FILE` another file.
 *
 * @returns the exit code: 0 when signed in, 1 when not, 2 for wrong arguments
 */
export async function loginCommand(args: string[], hooks: LoginHooks = {}): Promise<number> {
  const { print = toStderr, ...rest } = hooks;
  if (asksForHelp(args)) {
    (hooks.print ?? toStdout)(HELP);
    return 0;
  }
  let options: SignInOptions;
  try {
    options = optionsOf(args);
  } catch (error) {
    print(`${flagFaultLine("sign in", error as Error, Object.keys(OPTIONS), USAGE)}`);
    return 2;
  }
  try {
    await options.store!.list(); // what cannot be read is told before anybody signs in
    const credentials = await signIn({
      ...options,
      ...rest,
      onPrompt: (prompt) => print(String(prompt)),
    });
    print(`Signed in at ${credentials.baseUrl}; kept in ${options.store!.path}`);
    return 0;
  } catch (error) {
    print(reasonOf(error as Error));
    return 1;
  }
}

/** As a task it may use files below this folder and in the platform's folder for settings alone. */
function reasonOf({ name, message }: Error): string {
  if (name !== "NotCapable") return message;
  const need = /Requires (.*?)(?:, run again.*)?$/.exec(message)?.[1] ?? message;
  return `Cannot sign in: Deno was not given ${need}; choose another --file, or run ` +
    "deno run --allow-net --allow-env --allow-read --allow-write src/cli/login.ts";
}

function optionsOf(args: string[]): SignInOptions {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: OPTIONS,
  });
  const baseUrl = values["base-url"];
  if (baseUrl === undefined) throw new TypeError("Cannot sign in: --base-url is missing");
  return {
    baseUrl,
    authUrl: values["auth-url"] ?? baseUrl,
    clientId: values["client-id"],
    audience: values.audience,
    scope: values.scope,
    allowInsecure: values["allow-insecure"],
    store: credentialsStore({ path: values.file }),
  };
}

function toStdout(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

function toStderr(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await loginCommand(Deno.args));
