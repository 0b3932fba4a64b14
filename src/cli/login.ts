import { parseArgs } from "node:util";
import { credentialsPath } from "../client/auth/configFolder.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { type LineCommand, lineWriter, type PrintLine, readLine } from "./args/lineCommand.ts";
import {
  checkProfile,
  checkProfileName,
  findProfile,
  type Profile,
  writeProfile,
} from "../client/auth/profile.ts";
import { signIn, type SignInOptions } from "../client/auth/signIn.ts";
import { namesOf } from "./args/namesOf.ts";
import { unrestrictedLine } from "./args/taskLine.ts";

/** Replacements for parts of the system, for tests. */
export type LoginHooks =
  & Pick<SignInOptions, "fetch" | "now" | "wait" | "signal">
  & {
    /** Called with each line of output. @default standard error */
    print?: PrintLine;
  };

const USAGE = "Use: login [--profile NAME] [--base-url URL] [--auth-url URL] [--client-id ID] " +
  "[--audience A] [--scope S] [--user-claim NAME] [--names svc=acme,...] [--zone ZONE] [--file FILE] " +
  "[--allow-insecure] [--help]";

const HELP = `Signs in to a service and stores the credentials for token, report and connect.

${USAGE}

  --profile NAME     Stores all options under a name, for connect({ profile }), report and token.
                     Later, login --profile NAME signs in with the same options.
  --base-url URL     Address of the service.
  --auth-url URL     Address of the authorization server (the service).
  --client-id ID     Id of the client (lifeframe).
  --audience A       Audience of the tokens, if the authorization server requires one.
  --scope S          Scope of the tokens ("openid profile email offline_access").
  --user-claim NAME  Claim of the token that contains the user's id (svc_userid, in the service's
                     words).
  --names A=B,...    The service's own words, such as svc=acme,mobile=phone.
  --zone ZONE        IANA zone of days and labels, such as Europe/Berlin.
  --file FILE        File for the credentials (credentials.json in the platform's folder for settings).
  --allow-insecure   Allows sending tokens unencrypted to another machine, over http.
  --help             Shows this text.`;

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

const COMMAND: LineCommand<LoginSettings> = {
  action: "sign in",
  usage: USAGE,
  help: HELP,
  options: OPTIONS,
  read: readSettings,
};

/**
 * Signs in to a service and stores the credentials where `token`, `report` and `connect` find them. With
 * `--profile NAME` it also stores the deployment, so that you only have to describe it once: addresses,
 * client, audience, scope, claim, words and zone.
 *
 * @returns the exit code: 0 if signed in, 1 if not, 2 for wrong arguments
 */
export async function loginCommand(args: string[], hooks: LoginHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stderr), ...rest } = hooks;
  const line = readLine(COMMAND, args, {
    print: hooks.print ?? lineWriter(Deno.stdout),
    warn: print,
  });
  if ("code" in line) return line.code;
  const { profile, name, path, allowInsecure } = line.settings;
  try {
    const store = credentialsStore({ path, profile: name });
    await store.list(); // reports an unreadable file before anybody signs in
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
    const { baseUrl: service, authUrl: auth } = credentials; // in their checked form
    if (name !== undefined) {
      await writeProfile(path, name, { ...profile, baseUrl: service, authUrl: auth });
    }
    await store.write(credentials);
    print(
      `Signed in to ${service}${
        name === undefined ? "" : ` as profile ${name}`
      }; credentials stored in ${path}`,
    );
    return 0;
  } catch (error) {
    print(reasonOf(error as Error));
    return 1;
  }
}

/** Explains a missing permission: the task may only use this folder and the platform's settings. */
function reasonOf(error: Error): string {
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message;
  return `Cannot sign in: Deno needs ${denied.need}. Choose another --file, or run ` +
    unrestrictedLine("login");
}

interface LoginSettings {
  readonly profile: Profile;
  readonly name: string | undefined;
  readonly path: string;
  readonly allowInsecure: boolean;
}

function readSettings(args: string[]): LoginSettings {
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

if (import.meta.main) Deno.exit(await loginCommand(Deno.args));
