import { parseArgs } from "node:util";
import { checkBaseUrl } from "../client/http/checkBaseUrl.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { readProfile } from "../client/auth/profile.ts";
import type { Fetch } from "../client/http/receive.ts";
import { asksForHelp, flagFaultLine } from "./readFlags.ts";
import { tokenSource } from "../client/auth/tokenSource.ts";

/** What a test puts in place of the system's. */
export interface TokenHooks {
  /** Called with the token. @default standard output */
  print?: (line: string) => void;
  /** Called with trouble. @default standard error */
  warn?: (line: string) => void;
  /** What answers a refresh. @default globalThis.fetch */
  fetch?: Fetch;
}

const USAGE = "Use: token [--profile NAME] [--base-url URL] [--file FILE] [--help]";

/** What `--help` prints. */
const HELP = `Prints a current access token, refreshed if need be, for use with other HTTP clients.

${USAGE}

  --profile NAME   A deployment that login --profile NAME keeps.
  --base-url URL   The service; it may be left out where there is only one.
  --file FILE      Where the credentials are kept; without it, in the platform's folder for settings.
  --help           This text.`;

const OPTIONS = {
  profile: { type: "string" },
  "base-url": { type: "string" },
  file: { type: "string" },
} as const;

/**
 * Prints a current access token, refreshed if need be, and nothing else, for use with other HTTP
 * clients: `--profile NAME` one that `login` keeps, or `--base-url URL` the service, which may be left
 * out where there is only one, `--file FILE` another file of credentials.
 *
 * @returns the exit code: 0 when printed, 1 when there is none, 2 for wrong arguments
 */
export async function tokenCommand(args: string[], hooks: TokenHooks = {}): Promise<number> {
  const { print = writer(Deno.stdout), warn = writer(Deno.stderr), fetch } = hooks;
  if (asksForHelp(args)) {
    print(HELP);
    return 0;
  }
  let asked: Asked;
  try {
    asked = askedOf(args);
  } catch (error) {
    warn(`${flagFaultLine("give a token", error as Error, Object.keys(OPTIONS), USAGE)}`);
    return 2;
  }
  try {
    const { file, profile } = asked;
    const store = credentialsStore({ path: file, profile });
    const known = profile === undefined
      ? undefined
      : readProfile(store.path, profile, "give a token").baseUrl;
    const baseUrl = asked.url ?? known ?? only(await store.list());
    print(await tokenSource(store, { baseUrl, fetch })());
    return 0;
  } catch (error) {
    warn((error as Error).message);
    return 1;
  }
}

/** What the command line asks for. */
interface Asked {
  readonly url: string | undefined;
  readonly file: string | undefined;
  readonly profile: string | undefined;
}

function askedOf(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: OPTIONS,
  });
  const url = values["base-url"];
  const what = { action: "give a token", name: "--base-url" };
  return {
    // Nothing is sent there: whether it is encrypted was decided at the sign-in.
    url: url === undefined ? undefined : checkBaseUrl(url, true, what),
    file: values.file,
    profile: values.profile,
  };
}

function only(services: readonly string[]): string {
  const [first, ...others] = services;
  if (first === undefined) throw new TypeError("Cannot give a token: nobody is signed in");
  if (others.length === 0) return first;
  throw new TypeError(
    `Cannot give a token: there are several services; name one with --base-url: ${
      services.join(", ")
    }`,
  );
}

function writer(stream: { writeSync(bytes: Uint8Array): number }): (line: string) => void {
  return (line) => {
    let bytes = new TextEncoder().encode(line + "\n");
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  };
}

if (import.meta.main) Deno.exit(await tokenCommand(Deno.args));
