import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { hasCode } from "../../options/runtime.ts";

/** The name of the database in a folder. */
export const STORE_FILE = "lifeframe.sqlite";

/** Milliseconds between two tries. */
const PAUSE = 50;

/** A folder that this process uses. */
export interface FolderLock {
  /** Whether another process uses it too. */
  readonly isShared: boolean;
  /** Says that this process uses it no more. */
  readonly release: () => void;
}

/**
 * Marks a folder as used, and tells whether another process uses it: several may, they take turns at
 * writing. The mark is a lock that SQLite holds on an empty database, which ends with the process, however
 * it ends.
 */
export async function useFolder(folder: string): Promise<FolderLock> {
  const database = open(folder);
  const isShared = !lock(database, "EXCLUSIVE");
  if (!isShared) database.exec("ROLLBACK");
  while (!lock(database, "SHARED")) await setTimeout(PAUSE);
  return {
    isShared,
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Takes a folder for this process alone; undefined where another uses it. */
export function takeFolder(folder: string): FolderLock | undefined {
  const database = open(folder);
  if (lock(database, "EXCLUSIVE")) {
    return { isShared: false, release: () => database.close() };
  }
  database.close();
  return undefined;
}

/** Begins a transaction that holds the lock to its end; false where another process holds one against it. */
function lock(database: DatabaseSync, kind: "SHARED" | "EXCLUSIVE"): boolean {
  try {
    database.exec(kind === "EXCLUSIVE" ? "BEGIN EXCLUSIVE" : "BEGIN; PRAGMA user_version");
    return true;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    if (/database is locked/.test((error as Error).message)) return false;
    throw error;
  }
}

function open(folder: string): DatabaseSync {
  const path = `${folder}/lifeframe.lock`;
  try {
    makePrivate(path);
    return new DatabaseSync(path);
  } catch (error) {
    if ((error as Error).name === "NotCapable") throw error;
    throw new Error(`Cannot use the folder ${folder}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Makes the file, readable by its owner alone. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}
