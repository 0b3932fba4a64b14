import { parseArgs } from "node:util";
import { credentialsPath } from "../client/auth/configFolder.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { deniedAccess } from "./deniedAccess.ts";
import { asksForHelp, flagFaultLine } from "./readFlags.ts";
import {
  checkProfile,
  checkProfileName,
  findProfile,
  type Profile,
  writeProfile,
} from "../client/auth/profile.ts";
import { signIn, type SignInOptions } from "../client/auth/signIn.ts";
import { namesOf } from "./namesOf.ts";
import { unrestrictedLine } from "./taskLine.ts";

/** What a test puts in place of the system's. */
export type LoginHooks =
  & Pick<SignInOptions, "fetch" | "now" | "wait" | "signal">
  & {
    /** Called with each line of output. @default standard error */
    print?: (line: string) => void;
  };

const USAGE = "Use: login [--profile NAME] [--base-url URL] [--auth-url URL] [--client-id ID] " +
  "[--audience A] [--scope S] [--user-claim NAME] [--names svc=acme,...] [--zone ZONE] [--file FILE] " +
  "[--allow-insecure] [--help]";

/** What `--help` prints. */
const HELP =
  `Signs in at a service, and keeps the credentials where token, report and connect find them.

${USAGE}

  --profile NAME     Keeps all of this under a name, for connect({ profile }), report and token; said
                     once, login --profile NAME alone signs in with it again.
  --base-url URL     The service.
  --auth-url URL     Its sign-in; without it, the same address.
  --client-id ID     The client, as the sign-in knows it; without it, lifeframe.
  --audience A       What the tokens are for, where the sign-in asks for it.
  --scope S          What the tokens allow; without it, "openid profile email offline_access".
  --user-claim NAME  The claim of the token that carries the user's id; without it, svc_userid in the
                     service's words.
  --names A=B,...    The service's own words, such as svc=acme,mobile=phone.
  --zone ZONE        The IANA zone of days and labels, such as Europe/Berlin.
  --file FILE        Where the credentials are kept; without it, in the platform's folder for settings.
  --allow-insecure   Sends tokens to another machine unencrypted, over http.
  --help             This text.`;

const OPTIONS = {
  profile: { type: "string" },
  "base-url": { type: "string" },
  "auth-url": { type: "string" },
  "client-id": { type: "string" },
  audience: { type: "string" },
  scope: { type: "string" },
  "user-claim": { type: "string" },
  names: { type: "string" },
  zone: { type: "string" },
  file: { type: "string" },
  "allow-insecure": { type: "boolean", default: false },
} as const;

/**
 * Signs in at a service and keeps the credentials where `token`, `report` and `connect` find them. With
 * `--profile NAME` it keeps beside them what was said of the deployment: address, sign-in, client,
 * audience, scope, claim, words and zone; said once, they need not be said again.
 *
 * @returns the exit code: 0 when signed in, 1 when not, 2 for wrong arguments
 */
export async function loginCommand(args: string[], hooks: LoginHooks = {}): Promise<number> {
  const { print = toStderr, ...rest } = hooks;
  if (asksForHelp(args)) {
    (hooks.print ?? toStdout)(HELP);
    return 0;
  }
  let asked: Asked;
  try {
    asked = askedOf(args);
  } catch (error) {
    print(`${flagFaultLine("sign in", error as Error, Object.keys(OPTIONS), USAGE)}`);
    return 2;
  }
  const { profile, name, path, allowInsecure } = asked;
  try {
    const store = credentialsStore({ path, profile: name });
    await store.list(); // what cannot be read is told before anybody signs in
    const { baseUrl, authUrl, clientId, audience, scope } = profile;
    const credentials = await signIn({
      baseUrl,
      authUrl,
      clientId,
      audience,
      scope,
      allowInsecure,
      ...rest,
      onPrompt: (prompt) => print(String(prompt)),
    });
    const { baseUrl: service, authUrl: auth } = credentials; // as they were checked
    if (name !== undefined) {
      await writeProfile(path, name, { ...profile, baseUrl: service, authUrl: auth });
    }
    await store.write(credentials);
    print(
      `Signed in at ${service}${name === undefined ? "" : ` as profile ${name}`}; kept in ${path}`,
    );
    return 0;
  } catch (error) {
    print(reasonOf(error as Error));
    return 1;
  }
}

/** As a task it may use files below this folder and in the platform's folder for settings alone. */
function reasonOf(error: Error): string {
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message;
  return `Cannot sign in: Deno was not given ${denied.need}; choose another --file, or run ` +
    unrestrictedLine("login");
}

/** What the command line asks for. */
interface Asked {
  readonly profile: Profile;
  readonly name: string | undefined;
  readonly path: string;
  readonly allowInsecure: boolean;
}

function askedOf(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: OPTIONS,
  });
  const { profile: name, file, names } = values;
  if (name !== undefined) checkProfileName(name, "sign in");
  const path = file ?? credentialsPath();
  const kept = name === undefined ? undefined : findProfile(path, name);
  const baseUrl = values["base-url"] ?? kept?.baseUrl;
  if (baseUrl === undefined) throw new TypeError("Cannot sign in: --base-url is missing");
  const words = names === undefined ? kept?.names : namesOf(names);
  const isSame = kept !== undefined && kept.baseUrl === baseUrl;
  return {
    name,
    path,
    allowInsecure: values["allow-insecure"],
    profile: checkProfile({
      baseUrl,
      authUrl: values["auth-url"] ?? (isSame ? kept.authUrl : baseUrl),
      clientId: values["client-id"] ?? kept?.clientId ?? "lifeframe",
      audience: values.audience ?? kept?.audience,
      scope: values.scope ?? kept?.scope,
      userClaim: values["user-claim"] ?? kept?.userClaim,
      names: words,
      tz: values.zone ?? kept?.tz,
    }, "sign in"),
  };
}

function toStdout(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

function toStderr(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await loginCommand(Deno.args));
