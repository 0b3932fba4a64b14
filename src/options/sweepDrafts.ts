import { lstat, readdir, rm } from "node:fs/promises";

/** End of a draft's name: a UUID, or two for a copy of a draft. */
const DRAFT =
  /(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}){1,2}(?:-journal|-wal|-shm|\.tmp|\.tmp\.old)?$/;

export interface DraftsOptions {
  /** Start of the drafts' names: the name of the original. */
  readonly of: string;
  /** Minimum time without a write, in milliseconds. @default 0 */
  readonly quietFor?: number;
}

/**
 * Removes drafts that a terminated process left in a folder, since each may be a full copy of
 * personal data. A draft that cannot be removed is left for the next time.
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
