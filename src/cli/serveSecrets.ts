import type { ServeSettings } from "./serveSettings.ts";

/** The secrets that the service shares with others. */
export interface ServeSecrets {
  /** That of the storage's messages. */
  readonly storageSecret?: string;
  /** The operator's token. */
  readonly operatorToken?: string;
}

const MIN_LENGTH = 16;

/** Where each secret is found: in the file that an option names, else in a variable of the environment. */
const SECRETS = [
  ["storageSecret", "--storage-secret-file", "LIFEFRAME_STORAGE_SECRET"],
  ["operatorToken", "--operator-token-file", "LIFEFRAME_OPERATOR_TOKEN"],
] as const;

/**
 * Reads the secrets: each from its file, without the blanks around it, else from the environment.
 * They are no arguments, for those are seen by all who use the machine.
 *
 * @throws {RangeError} if one is shorter than 16 characters, or has blanks in it
 */
export async function serveSecrets(
  { secretFiles }: Pick<ServeSettings, "secretFiles">,
): Promise<ServeSecrets> {
  const secrets: { -readonly [name in keyof ServeSecrets]: ServeSecrets[name] } = {};
  for (const [name, option, variable] of SECRETS) {
    const file = secretFiles[name];
    const text = file === undefined ? Deno.env.get(variable) : await Deno.readTextFile(file);
    if (text === undefined) continue;
    const secret = text.trim(), where = file === undefined ? variable : `${option} ${file}`;
    if (secret.length < MIN_LENGTH || /\s/.test(secret)) {
      throw new RangeError(
        `${where} must hold one word of at least ${MIN_LENGTH} characters`,
      );
    }
    secrets[name] = secret;
  }
  return secrets;
}
