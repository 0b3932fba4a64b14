import { type CopiedLists, copyLists } from "./copiedLists.ts";
import { copySharedLists, forgetUser, type SharedLists } from "./sharedLists.ts";
import { copyFile, type StoredFile } from "./files.ts";
import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";
import type { Deletion, NewUpload, Uploads } from "./uploads.ts";

/** Marks a user's data as a copy of a service's. */
export interface StoredMirror {
  /** Address of the service. */
  readonly origin: string;
  /** Progress of the copy, as JSON. */
  readonly state: string;
}

/** Step of a copy. It is stored completely or not at all. */
export interface MirrorStep {
  /** Progress after the step, as JSON. */
  readonly state: string;
  /** New and changed records. @default none */
  readonly uploads?: readonly NewUpload[];
  /** Deleted records. @default none */
  readonly deletions?: readonly Deletion[];
  /** Owner of the records. @default the user */
  readonly owner?: string | undefined;
  /** All of the user's data except records and files. @default unchanged */
  readonly lists?: CopiedLists | undefined;
  /** All that another user shares with this one. @default unchanged */
  readonly shared?: SharedLists | undefined;
}

/** Users whose data is a copy of a service's, with the progress of each copy. */
export class Mirrors {
  readonly #access: Access;
  readonly #uploads: Uploads;

  constructor(access: Access, uploads: Uploads) {
    this.#access = access;
    this.#uploads = uploads;
  }

  /** Returns the service that a user's data is copied from; `undefined` if it is not a copy. */
  find(userid: string): Promise<StoredMirror | undefined> {
    return this.#access.read((db) => mirrorOf(db, userid));
  }

  /** Starts a copy for a user without data; returns false if the user already has some. */
  begin(userid: string, mirror: StoredMirror): Promise<boolean> {
    return this.#access.write((db) => {
      const has = db.row(
        `SELECT 1 FROM users u WHERE u.userid = ? AND (
           EXISTS (SELECT 1 FROM uploads WHERE user = u.key) OR
           EXISTS (SELECT 1 FROM documents WHERE user = u.key) OR
           EXISTS (SELECT 1 FROM tags WHERE user = u.key) OR
           EXISTS (SELECT 1 FROM files WHERE user = u.key))`,
        userid,
      );
      if (has !== undefined) return false;
      db.run(
        `INSERT INTO mirrors (user, origin, state) SELECT key, ?, ? FROM users WHERE userid = ?
         ON CONFLICT DO NOTHING`,
        mirror.origin,
        mirror.state,
        userid,
      );
      return true;
    });
  }

  /** Stores a version of a file; without a new content it keeps the current one. */
  keepFile(userid: string, file: Omit<StoredFile, "userid" | "content_type">): Promise<void> {
    return this.#access.write((db) => copyFile(db, userid, file));
  }

  /** Stores a step of a copy and its progress in one transaction. */
  keep(userid: string, step: MirrorStep): Promise<void> {
    const { state, uploads = [], deletions = [], owner = userid, lists, shared } = step;
    return this.#access.write(async (db) => {
      if (lists !== undefined) copyLists(db, userid, lists);
      if (shared !== undefined) copySharedLists(db, userid, shared);
      await this.#uploads.addWithin(db, owner, uploads, deletions);
      db.run(
        "UPDATE mirrors SET state = ? WHERE user = (SELECT key FROM users WHERE userid = ?)",
        state,
        userid,
      );
    });
  }

  /**
   * Removes the copied records of another user, but keeps the types in `kept`; removes the user if
   * `kept` is empty.
   */
  forget(owner: string, kept: readonly string[]): Promise<void> {
    return this.#access.write((db) => forgetUser(db, owner, kept));
  }
}

function mirrorOf(db: Connection, userid: string): StoredMirror | undefined {
  return db.row<StoredMirror>(
    "SELECT origin, state FROM mirrors WHERE user = (SELECT key FROM users WHERE userid = ?)",
    userid,
  );
}
