import { lstat, readdir, rm } from "node:fs/promises";

/** The end of a draft's name: a UUID, or two of a copy of a draft. */
const DRAFT =
  /(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}){1,2}(?:-journal|-wal|-shm|\.tmp|\.tmp\.old)?$/;

/** Drafts to remove. */
export interface DraftsOptions {
  /** The start of the names of what they are drafts of. */
  readonly of: string;
  /** Milliseconds for which nobody has written to them. @default 0 */
  readonly quietFor?: number;
}

/**
 * Removes the drafts that an ended process left in a folder: each may be a full copy of somebody's data.
 * A draft that cannot be removed is left to the next time.
 */
export async function sweepDrafts(
  folder: string,
  { of, quietFor = 0 }: DraftsOptions,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(of) || name.search(DRAFT) < of.length) continue;
    const path = `${folder}/${name}`, found = await lstat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs >= quietFor) {
      await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }
}
