import { lstat, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explained } from "./explained.ts";
import { sweepDrafts } from "./sweepDrafts.ts";

/** Milliseconds without a write after which another process may remove a draft. */
const QUIET = 60_000;

/**
 * Replaces a file atomically: if that fails or the process ends, the file is unchanged. Links,
 * pipes and other special files are written in place. So are files in read-only folders, and files
 * whose names are too long to add to.
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
    if (found?.isDirectory()) {
      throw new Error(`Cannot ${save}: it is a folder. Add the name of a file.`);
    }
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
      if (!await isForbidden(error, draft)) throw error;
      await writeFile(path, content);
    }
    await sweepDrafts(dirname(path), { of: basename(path), quietFor: QUIET });
  });
}

/** Returns whether an error means that only the file itself may be written. */
async function isForbidden(error: unknown, draft: string): Promise<boolean> {
  const { name, code } = error as Error & { code?: string };
  if (name === "NotCapable" || code === "ENAMETOOLONG") return true;
  return (code === "EACCES" || code === "EPERM") &&
    await stat(draft).then(() => false, () => true);
}
