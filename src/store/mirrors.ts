import { type CopiedLists, copyLists } from "./copiedLists.ts";
import { copySharedLists, forgetUser, type SharedLists } from "./sharedLists.ts";
import { copyFile, type StoredFile } from "./files.ts";
import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";
import type { Deletion, NewUpload, Uploads } from "./uploads.ts";

/** That a user's data is a copy of what a service holds. */
export interface StoredMirror {
  /** The address of the service. */
  readonly origin: string;
  /** How far the copy has come, as JSON. */
  readonly state: string;
}

/** A step of copying, which is kept whole or not at all. */
export interface MirrorStep {
  /** How far the copy has come with it, as JSON. */
  readonly state: string;
  /** Records that are new or were changed. @default none */
  readonly uploads?: readonly NewUpload[];
  /** Records that are gone. @default none */
  readonly deletions?: readonly Deletion[];
  /** Whose those were. @default the user's */
  readonly owner?: string | undefined;
  /** What the user has beside records and files, all of it. @default it stays as it is */
  readonly lists?: CopiedLists | undefined;
  /** What another shares with the user, all of it. @default it stays as it is */
  readonly shared?: SharedLists | undefined;
}

/** Which users are copies of what services hold, and how far they have come. */
export class Mirrors {
  readonly #access: Access;
  readonly #uploads: Uploads;

  /** Over a database, with the only way for records to get there. */
  constructor(access: Access, uploads: Uploads) {
    this.#access = access;
    this.#uploads = uploads;
  }

  /** Of which service a user is a copy; undefined where the data is kept here alone. */
  find(userid: string): Promise<StoredMirror | undefined> {
    return this.#access.read((db) => mirrorOf(db, userid));
  }

  /** Begins a copy: of a user who has nothing yet. False where they have something of their own. */
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

  /** Keeps a version of a file as it is elsewhere; its content is what is named, or stays as it was. */
  keepFile(userid: string, file: Omit<StoredFile, "userid" | "content_type">): Promise<void> {
    return this.#access.write((db) => copyFile(db, userid, file));
  }

  /** Keeps a step of a copy, and how far it has come, in one transaction. */
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

  /** Removes what is copied of another user: records but those of some types, and with none of those all. */
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
