import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hasCode } from "../../options/runtime.ts";
import { storeError } from "../../store/sqlite/storeError.ts";

/** Returns a new secret for access tokens: 32 random bytes as text. */
export function newSigningKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url" });
}

/**
 * Returns the signing key stored in a file, which it creates if needed; only its owner may read it.
 * It is first written to a temporary file, so a full disk cannot leave a partial key.
 *
 * @throws {RangeError} if the file contains no key
 */
export async function signingKeyOf(path: string): Promise<string> {
  const key = await readKey(path) ?? await makeKey(path);
  if (key.length >= 32) return key;
  throw new RangeError(`Cannot use the signing key in ${path}: it is shorter than 32 characters`);
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw storeError(`read ${path}`, path, error);
  }
}

async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, newSigningKey(), { mode: 0o600, flag: "wx" });
    await linkOrMove(draft, path);
  } catch (error) {
    if (!(hasCode(error, "EEXIST"))) throw storeError(`write ${path}`, path, error);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
  const key = await readKey(path);
  if (key !== undefined) return key;
  throw new Error(`Cannot read ${path}: it is a link to a missing file. Check the link.`);
}

/**
 * Links a file atomically: of two processes, one wins. Falls back to a move, because not all file
 * systems have links.
 */
async function linkOrMove(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (hasCode(error, "EEXIST")) throw error;
    await rename(draft, path);
  }
}
