/** A new secret to sign access tokens with: 32 random bytes as text. */
export function newSigningKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url" });
}

/**
 * The signing key that is kept in a file, made if there is none; nobody but its owner may read it.
 *
 * @throws {RangeError} if the file holds no key
 */
export async function signingKeyOf(path: string): Promise<string> {
  try {
    await Deno.writeTextFile(path, newSigningKey(), { mode: 0o600, createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const key = (await Deno.readTextFile(path)).trim();
  if (key.length >= 32) return key;
  throw new RangeError(`Cannot use the signing key in ${path}: it is shorter than 32 characters`);
}
