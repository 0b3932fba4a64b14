import type { Interval } from "../time/interval.ts";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

export type FileState = "created" | "uploaded" | "archived" | "deleted";

/** Stored version of a file. Times are microseconds UTC. */
export interface StoredFile {
  /** Identifier of the version. */
  readonly id: string;
  /** Owner. */
  readonly userid: string;
  /** Folder, without a trailing slash except for the root. */
  readonly path: string;
  readonly name: string;
  /** Length in bytes. */
  readonly size: bigint;
  /** Media type. */
  readonly content_type: string;
  /** Key of its content; null before the upload. */
  readonly content: bigint | null;
  readonly state: FileState;
  /** Result of the malware scan. */
  readonly scan_state: "pending" | "clean" | "infected";
  /** Announcement. */
  readonly created: bigint;
  /** Upload of the content. */
  readonly uploaded: bigint | null;
  /** Replacement by a newer version. */
  readonly archived: bigint | null;
  readonly deleted: bigint | null;
  readonly scanned: bigint | null;
  /** Version that this one was restored from. */
  readonly restored_from: string | null;
  /** Detected data types and source, as JSON. */
  readonly identity: string;
}

/** File to announce. */
export interface NewStoredFile
  extends Pick<StoredFile, "userid" | "path" | "name" | "size" | "content_type"> {
  /** SHA-256 of the secret that allows the upload. */
  readonly uploadHash: Uint8Array;
  /** Expiry of that secret. */
  readonly uploadExpires: bigint;
}

const SELECT = `SELECT f.id, u.userid, f.path, f.name, f.size, f.content_type, f.content, f.state,
  f.scan_state, f.created, f.uploaded, f.archived, f.deleted, f.scanned, f.restored_from, f.identity
  FROM files f JOIN users u ON u.key = f.user`;

/** Identity of a file that has not been examined. */
const NOTHING_FOUND = '{"source_data_types":null,"source_id":null,"source_name":null}';

export class Files {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  find(id: string): Promise<StoredFile | undefined> {
    return this.#access.read((db) => fileOf(db, id));
  }

  /** Lists all versions of a user's files in the order of announcement. */
  list(userid: string): Promise<StoredFile[]> {
    return this.#access.read((db) =>
      db.rows<StoredFile>(`${SELECT} WHERE u.userid = ? ORDER BY f.key`, userid)
    );
  }

  /** Lists the versions of a user's files that changed in an interval. */
  async changes(userid: string, { start, end }: Interval): Promise<StoredFile[]> {
    const isIn = (at: bigint | null): boolean => at !== null && at >= start && at < end;
    return (await this.list(userid)).filter((file) =>
      [file.created, file.uploaded, file.archived, file.deleted, file.scanned].some(isIn)
    );
  }

  /**
   * Announces a file; returns `undefined` if too many announced bytes have not been uploaded yet.
   */
  create(
    file: NewStoredFile,
    most: { readonly files: number; readonly bytes: number },
  ): Promise<StoredFile | undefined> {
    return this.#access.write((db) => {
      const now = microsOf(this.#clock);
      const open = db.one<{ files: bigint; bytes: bigint }>(
        `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM files
         WHERE user = (SELECT key FROM users WHERE userid = ?) AND state = 'created'
           AND upload_expires > ?`,
        file.userid,
        now,
      );
      if (open.files >= most.files || open.bytes + file.size > most.bytes) return undefined;
      const id = crypto.randomUUID();
      db.run(
        `INSERT INTO files (id, user, path, name, size, content_type, state, scan_state, created,
           identity, upload_hash, upload_expires)
         VALUES (?, (SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?, 'created', 'pending', ?,
           ?, ?, ?)`,
        id,
        file.userid,
        file.path,
        file.name,
        file.size,
        file.content_type,
        now,
        NOTHING_FOUND,
        file.uploadHash,
        file.uploadExpires,
      );
      return fileOf(db, id)!;
    });
  }

  /**
   * Returns the announced file that a secret may upload; `undefined` if the secret is unknown or
   * has expired.
   */
  awaiting(uploadHash: Uint8Array): Promise<StoredFile | undefined> {
    return this.#access.read((db) =>
      db.row<StoredFile>(
        `${SELECT} WHERE f.upload_hash = ? AND f.upload_expires > ? AND f.state = 'created'`,
        uploadHash,
        microsOf(this.#clock),
      )
    );
  }

  /** Records a message of the storage that a content was uploaded; repeated messages count once. */
  received(id: string, messageId: string): Promise<void> {
    return this.#access.write((db) => {
      const now = microsOf(this.#clock);
      const isNew = db.run(
        "INSERT INTO storage_messages (id, received) VALUES (?, ?) ON CONFLICT DO NOTHING",
        messageId,
        now,
      );
      const file = fileOf(db, id);
      if (isNew === 0 || file?.state !== "created") return;
      archiveOthers(db, file, now);
      db.run(
        `UPDATE files SET state = 'uploaded', uploaded = ?, upload_hash = NULL WHERE id = ?`,
        now,
        id,
      );
    });
  }

  /** Marks a version as deleted; does nothing if it already is. */
  delete(id: string): Promise<void> {
    return this.#access.write((db) => {
      db.run(
        `UPDATE files SET state = 'deleted', deleted = ?, upload_hash = NULL
         WHERE id = ? AND state <> 'deleted'`,
        microsOf(this.#clock),
        id,
      );
    });
  }

  /**
   * Copies an archived version into a new current one; returns `undefined` if it is not archived.
   */
  restore(id: string): Promise<StoredFile | undefined> {
    return this.#access.write((db) => {
      const file = fileOf(db, id);
      if (file?.state !== "archived") return undefined;
      const now = microsOf(this.#clock), newId = crypto.randomUUID();
      archiveOthers(db, file, now);
      db.run(
        `INSERT INTO files (id, user, path, name, size, content_type, content, state, scan_state,
           created, uploaded, scanned, restored_from, identity)
         SELECT ?, user, path, name, size, content_type, content, 'uploaded', scan_state,
           ?, ?, scanned, id, identity FROM files WHERE id = ?`,
        newId,
        now,
        now,
        id,
      );
      return fileOf(db, newId);
    });
  }

  /** Changes what is known about a file, as JSON. */
  identify(id: string, change: (identity: string) => string): Promise<StoredFile | undefined> {
    return this.#access.write((db) => {
      const file = fileOf(db, id);
      if (file === undefined) return undefined;
      db.run("UPDATE files SET identity = ? WHERE id = ?", change(file.identity), id);
      return fileOf(db, id);
    });
  }
}

export function fileOf(db: Connection, id: string): StoredFile | undefined {
  return db.row<StoredFile>(`${SELECT} WHERE f.id = ?`, id);
}

/** Archives the version that a new one replaces. */
export function archiveOthers(db: Connection, file: StoredFile, now: bigint): void {
  db.run(
    `UPDATE files SET state = 'archived', archived = ?
     WHERE user = (SELECT key FROM users WHERE userid = ?) AND path = ? AND name = ?
       AND state = 'uploaded'`,
    now,
    file.userid,
    file.path,
    file.name,
  );
}

/** Writes a version with the id and times of the service it was copied from. */
export function copyFile(
  db: Connection,
  userid: string,
  file: Omit<StoredFile, "userid" | "content_type">,
): void {
  db.run(
    `INSERT INTO files (id, user, path, name, size, content_type, content, state, scan_state,
       created, uploaded, archived, deleted, scanned, restored_from, identity)
     VALUES (?, (SELECT key FROM users WHERE userid = ?), ?, ?, ?, 'application/octet-stream',
       ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET path = excluded.path, name = excluded.name,
       size = excluded.size, content = coalesce(excluded.content, content), state = excluded.state,
       scan_state = excluded.scan_state, created = excluded.created, uploaded = excluded.uploaded,
       archived = excluded.archived, deleted = excluded.deleted, scanned = excluded.scanned,
       restored_from = excluded.restored_from, identity = excluded.identity`,
    file.id,
    userid,
    file.path,
    file.name,
    file.size,
    file.content,
    file.state,
    file.scan_state,
    file.created,
    file.uploaded,
    file.archived,
    file.deleted,
    file.scanned,
    file.restored_from,
    file.identity,
  );
}
