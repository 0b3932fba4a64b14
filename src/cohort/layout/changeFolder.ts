import type { Frame } from "../../frame/polars/frame.ts";
import { commitFiles, type FileChange, finishCommit, syncFile } from "./commitFiles.ts";

/** Folder of staged files, which readers skip. */
export const STAGING = "_new";

/**
 * Changes the files of a cohort's folder, all or nothing. Other writers wait; what a killed writer
 * left is finished or removed first.
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
 * Locks a folder until the result is disposed of, and finishes or removes what a killed writer left.
 * The system also releases the lock if this process is killed.
 */
export async function lockFolder(folder: string): Promise<Disposable> {
  await Deno.mkdir(folder, { recursive: true });
  const lock = await Deno.open(`${folder}/_lock`, { create: true, write: true });
  try {
    await lock.lock(true);
    await finishCommit(folder);
  } catch (error) {
    lock.close();
    throw error;
  }
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true }).catch(() => {});
  return lock;
}

/** Stages a Parquet file for a path below the folder, and creates the folder of that path. */
export async function stageParquet(folder: string, place: string, frame: Frame): Promise<void> {
  const below = place.slice(0, place.lastIndexOf("/"));
  await Deno.mkdir(`${folder}/${STAGING}/${below}`, { recursive: true });
  await Deno.mkdir(`${folder}/${below}`, { recursive: true });
  frame.writeParquet(`${folder}/${STAGING}/${place}`, { compression: "zstd" });
  await syncFile(`${folder}/${STAGING}/${place}`);
}
