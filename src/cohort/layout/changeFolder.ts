import { commitFiles, type FileChange, finishCommit } from "./commitFiles.ts";

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
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(`${folder}/_lock`, { create: true, write: true });
  await lock.lock(true); // the system releases it, even if this process is killed
  await finishCommit(folder);
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true }).catch(() => {});
  const { changes, result } = await stage();
  await commitFiles(folder, changes);
  await Deno.remove(`${folder}/${STAGING}`, { recursive: true }).catch(() => {}); // the next write removes it
  return result;
}
