import type { Frame } from "../../frame/polars/frame.ts";
import {
  commitFiles,
  type FileChange,
  finishCommit,
  isThere,
  JOURNAL,
  syncFile,
} from "./commitFiles.ts";
import { MANIFEST } from "./manifest.ts";

/** Folder of staged files, which readers skip. */
export const STAGING = "_new";

/**
 * Changes the files of a cohort's folder, all or nothing. Other writers wait. Leftovers of a killed
 * writer are finished or removed first.
 *
 * @param stage Stages files, and returns the changes to commit with the result.
 */
export async function changeFolder<Result>(
  folder: string,
  stage: () => Promise<{ changes: readonly FileChange[]; result: Result }>,
): Promise<Result> {
  using _lock = await lockFolder(folder);
  const { changes, result } = await stage();
  await commitFiles(folder, changes);
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true }).catch(() => {}); // the next write removes it
  return result;
}

/**
 * Locks a folder until the result is disposed of, and finishes or removes the leftovers of a killed
 * writer. The system also releases the lock if this process is killed.
 */
export async function lockFolder(folder: string): Promise<Disposable> {
  await Deno.mkdir(folder, { recursive: true });
  const lock = await openLock(folder);
  try {
    await lock.lock(true);
    await cleanUp(folder);
  } catch (error) {
    lock.close();
    throw error;
  }
  return lock;
}

async function openLock(folder: string): Promise<Deno.FsFile> {
  return await Deno.open(`${folder}/_lock`, { create: true, write: true });
}

/** Finishes or removes what a killed writer left behind. */
async function cleanUp(folder: string): Promise<void> {
  await finishCommit(folder);
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true }).catch(() => {});
}

/**
 * Returns the state of a folder's files. If it differs later, a writer has changed them. In a
 * folder of another engine, which has no manifest, it is always the same. Finishes the commit of a
 * killed writer first.
 *
 * @throws {TypeError} if a commit was started but not finished, so that a reader would see old and
 * new files, and this process may not write to the folder
 */
export async function folderState(folder: string, action: string): Promise<string> {
  for (let tries = 0; await isThere(`${folder}/${JOURNAL}`); tries++) {
    if (await cleanUpKilled(folder)) continue;
    if (tries === 100) {
      throw new TypeError(
        `Cannot ${action}: a writer was stopped before it finished. Open the cohort once with permission to write to the folder.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20)); // a writer may be at it
  }
  const { ino, mtime } = await Deno.stat(`${folder}/${MANIFEST}`).catch((error) => {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return { ino: 0, mtime: null };
    }
    throw error;
  });
  return `${ino} ${mtime?.getTime()}`;
}

/** Cleans up unless a writer is alive, or this process may not write to the folder. */
async function cleanUpKilled(folder: string): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "write", path: folder }); // does not ask
  if (state !== "granted") return false;
  try {
    using lock = await openLock(folder);
    if (!await lock.tryLock(true)) return false;
    await cleanUp(folder);
    return true;
  } catch (error) {
    if (READ_ONLY.includes((error as { code?: string }).code)) return false;
    throw error;
  }
}

/** Error codes for folders that nobody can write to. */
const READ_ONLY: readonly (string | undefined)[] = ["EACCES", "EPERM", "EROFS"];

/** Stages a Parquet file for a path below the folder. */
export async function stageParquet(folder: string, place: string, frame: Frame): Promise<void> {
  const below = place.slice(0, place.lastIndexOf("/"));
  await Deno.mkdir(`${folder}/${STAGING}/${below}`, { recursive: true });
  frame.writeParquet(`${folder}/${STAGING}/${place}`, { compression: "zstd" });
  await syncFile(`${folder}/${STAGING}/${place}`);
}
