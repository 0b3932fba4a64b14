/** The name of the database in a folder. */
export const STORE_FILE = "lifeframe.sqlite";

/** A folder that this process uses. */
export interface FolderLock {
  /** Whether another process uses it too. */
  readonly isShared: boolean;
  /** Says that this process uses it no more. */
  readonly release: () => void;
}

/**
 * Marks a folder as used, and tells whether another process uses it: several may, they take turns at
 * writing. The mark is a lock of the system's, which ends with the process, however it ends.
 */
export async function useFolder(folder: string): Promise<FolderLock> {
  const file = await open(folder);
  const isShared = !await file.tryLock(true);
  await file.lock(false);
  return { isShared, release: () => file.close() };
}

/**
 * Takes a folder for this process alone; undefined where another uses it.
 */
export async function takeFolder(folder: string): Promise<FolderLock | undefined> {
  const file = await open(folder);
  if (await file.tryLock(true)) return { isShared: false, release: () => file.close() };
  file.close();
  return undefined;
}

async function open(folder: string): Promise<Deno.FsFile> {
  const path = `${folder}/lifeframe.lock`;
  try {
    return await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  } catch (error) {
    if ((error as Error).name === "NotCapable") throw error;
    throw new Error(`Cannot use the folder ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
