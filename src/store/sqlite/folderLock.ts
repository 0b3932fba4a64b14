import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { hasCode } from "../../options/runtime.ts";
import { storeError } from "./storeError.ts";

/** Name of the database in a folder. */
export const STORE_FILE = "lifeframe.sqlite";

/** Milliseconds between two attempts. */
const PAUSE = 50;

/** Lock of a folder that this process uses. */
export interface FolderLock {
  /** `true` if another process uses it too. */
  readonly isShared: boolean;
  /** Releases the folder. */
  readonly release: () => void;
}

/**
 * Marks a folder as used and detects other processes that use it; several may, and take turns
 * writing. The mark is a lock that SQLite holds on an empty database. It ends with the process,
 * even after a crash.
 *
 * @param prepare Called while no other process uses the folder; the others wait for it.
 */
export async function useFolder(
  folder: string,
  prepare: (folder: string) => Promise<void>,
): Promise<FolderLock> {
  const database = open(folder);
  const isShared = !lock(database, "EXCLUSIVE");
  if (!isShared) {
    try {
      await prepare(folder);
    } finally {
      database.exec("ROLLBACK");
    }
  }
  while (!lock(database, "SHARED")) await setTimeout(PAUSE);
  return {
    isShared,
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Locks a folder for this process only; returns `undefined` if another process uses it. */
export function takeFolder(folder: string): FolderLock | undefined {
  const database = open(folder);
  if (lock(database, "EXCLUSIVE")) {
    return { isShared: false, release: () => database.close() };
  }
  database.close();
  return undefined;
}

/**
 * Starts a transaction that holds the lock until it ends; returns false if another process holds a
 * conflicting lock.
 */
function lock(database: DatabaseSync, kind: "SHARED" | "EXCLUSIVE"): boolean {
  try {
    database.exec(kind === "EXCLUSIVE" ? "BEGIN EXCLUSIVE" : "BEGIN; PRAGMA user_version");
    return true;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    if (/database is locked/.test((error as Error).message)) return false;
    const path = database.location() ?? "";
    throw storeError(`lock ${path}`, path, error);
  }
}

function open(folder: string): DatabaseSync {
  const path = `${folder}/lifeframe.lock`;
  try {
    makePrivate(path);
    return new DatabaseSync(path);
  } catch (error) {
    throw storeError(`use the folder ${folder}`, path, error);
  }
}

/** Creates the file, readable only by its owner. */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}
