import { parseArgs } from "node:util";
import { checkBaseUrl } from "../client/http/checkBaseUrl.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { readProfile } from "../client/auth/profile.ts";
import type { Fetch } from "../client/http/receive.ts";
import { type LineCommand, lineWriter, type PrintLine, readLine } from "./args/lineCommand.ts";
import { tokenSource } from "../client/auth/tokenSource.ts";
import { taskLine } from "./args/taskLine.ts";

/** Replacements for parts of the system, for tests. */
export interface TokenHooks {
  /** Called with the token. @default standard output */
  print?: PrintLine;
  /** Called with a fault. @default standard error */
  warn?: PrintLine;
  /** Sends a refresh request. @default globalThis.fetch */
  fetch?: Fetch;
}

const USAGE = "Use: token [--profile NAME] [--base-url URL] [--file FILE] [--help]";

const HELP = `Prints a current access token, refreshed if necessary, for other HTTP clients.

${USAGE}

  --profile NAME   Deployment stored by login --profile NAME.
  --base-url URL   Service; optional if you are signed in at only one.
  --file FILE      File with the credentials; by default in the platform's folder for settings.
  --help           Shows this text.`;

const OPTIONS = {
  profile: { type: "string" },
  "base-url": { type: "string" },
  file: { type: "string" },
} as const;

const COMMAND: LineCommand<TokenSettings> = {
  action: "print a token",
  usage: USAGE,
  help: HELP,
  options: OPTIONS,
  read: readSettings,
};

/**
 * Prints a current access token, refreshed if necessary, and nothing else.
 *
 * @returns the exit code: 0 if the token was printed, 1 if not, 2 for wrong arguments
 */
export async function tokenCommand(args: string[], hooks: TokenHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr), fetch } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { url, file, profile } = line.settings;
  try {
    const store = credentialsStore({ path: file, profile });
    const known = profile === undefined
      ? undefined
      : readProfile(store.path, profile, COMMAND.action).baseUrl;
    const baseUrl = url ?? known ?? only(await store.list());
    print(await tokenSource(store, { baseUrl, fetch })());
    return 0;
  } catch (error) {
    warn((error as Error).message);
    return 1;
  }
}

interface TokenSettings {
  readonly url: string | undefined;
  readonly file: string | undefined;
  readonly profile: string | undefined;
}

function readSettings(args: string[]): TokenSettings {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: OPTIONS,
  });
  const url = values["base-url"];
  const what = { action: COMMAND.action, name: "--base-url" };
  return {
    // The sign-in has already decided whether an unencrypted address is allowed.
    url: url === undefined ? undefined : checkBaseUrl(url, true, what),
    file: values.file,
    profile: values.profile,
  };
}

function only(services: readonly string[]): string {
  const [first, ...others] = services;
  if (first === undefined) {
    throw new TypeError(
      `Cannot print a token: nobody is signed in. Run \`${
        taskLine("lifeframe", "login")
      } --base-url URL\` first.`,
    );
  }
  if (others.length === 0) return first;
  throw new TypeError(
    `Cannot print a token: you are signed in at several services. Choose one with --base-url: ${
      services.join(", ")
    }`,
  );
}

if (import.meta.main) Deno.exit(await tokenCommand(Deno.args));
