import { lstat, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explained } from "./explained.ts";
import { sweepDrafts } from "./sweepDrafts.ts";

/** Milliseconds without a write after which another process may remove a draft. */
const QUIET = 60_000;

/** Reasons why a path is no place for a file, by the code of the system. */
const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `the folder ${dirname(path)} does not exist. Create it first`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder`,
  EISDIR: () => "it is a folder. Add the name of a file",
};

/**
 * Replaces a file atomically: if that fails or the process ends, the file is unchanged. Links,
 * pipes and other special files are written in place, and so are files in read-only folders.
 *
 * @param action Action for errors.
 */
export async function replaceFile(
  action: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const save = `${action} as ${path}`;
  await explained(save, async () => {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory()) throw unfit(save, path, "EISDIR");
    if (found !== undefined && !found.isFile()) return await writeFile(path, content);
    const draft = `${path}.${crypto.randomUUID()}`;
    try {
      const file = await open(draft, "wx", found?.mode ?? 0o666);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      if (!await isForbidden(error, draft)) {
        throw unfit(save, path, (error as { code?: string }).code, error);
      }
      await writeFile(path, content);
    }
    await sweepDrafts(dirname(path), { of: basename(path), quietFor: QUIET });
  });
}

/** Returns the error of a path that is no place for a file, or the given error. */
function unfit(save: string, path: string, code = "", cause?: unknown): unknown {
  const reason = REASONS[code]?.(path);
  return reason === undefined ? cause : new Error(`Cannot ${save}: ${reason}.`, { cause });
}

/** Returns whether an error means that only the file itself may be written. */
async function isForbidden(error: unknown, draft: string): Promise<boolean> {
  const { name, code } = error as Error & { code?: string };
  if (name === "NotCapable") return true;
  return (code === "EACCES" || code === "EPERM") &&
    await stat(draft).then(() => false, () => true);
}
