import type { ServeSettings } from "./serveSettings.ts";

/** Secrets that the service shares with others. */
export interface ServeSecrets {
  /** Secret of the storage's messages. */
  readonly storageSecret?: string;
  readonly operatorToken?: string;
}

const MIN_LENGTH = 16;

/** Option with the file of each secret, and the environment variable used without it. */
const SECRETS = [
  ["storageSecret", "--storage-secret-file", "LIFEFRAME_STORAGE_SECRET"],
  ["operatorToken", "--operator-token-file", "LIFEFRAME_OPERATOR_TOKEN"],
] as const;

/**
 * Reads each secret from its file, without surrounding white space, else from the environment. Secrets
 * are not arguments, because all users of the machine can see those.
 *
 * @throws {RangeError} if a secret is shorter than 16 characters, or contains white space
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
        `${where} has to contain one word of at least ${MIN_LENGTH} characters`,
      );
    }
    secrets[name] = secret;
  }
  return secrets;
}
