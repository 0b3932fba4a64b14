import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Something that a user wrote as a whole: its body, and what the store knows of it. */
export interface Document<T> {
  /** Identifier, a UUID. */
  readonly id: string;
  /** Whose it is. */
  readonly userid: string;
  /** When it was made, in microseconds UTC. */
  readonly created: bigint;
  /** When it was last changed, in microseconds UTC. */
  readonly updated: bigint;
  /** When it was deleted, in microseconds UTC; null while it is not. */
  readonly deleted: bigint | null;
  /** What was written. */
  readonly body: T;
}

type Row = Omit<Document<unknown>, "body"> & { body: string };

const SELECT = `SELECT d.id, u.userid, d.created, d.updated, d.deleted, d.body
  FROM documents d JOIN users u ON u.key = d.user`;

/** The documents of one kind, of all users: a deleted one is marked and stays. */
export class Documents<T> {
  readonly #access: Access;
  readonly #clock: Clock;
  readonly #kind: string;

  /** Over a database, with a clock for the times of changes. */
  constructor(access: Access, clock: Clock, kind: string) {
    this.#access = access;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** A user's documents in the order in which they were made, deleted ones too. */
  list(userid: string): Promise<Document<T>[]> {
    return this.#access.read((db) =>
      db.rows<Row>(`${SELECT} WHERE u.userid = ? AND d.kind = ? ORDER BY d.key`, userid, this.#kind)
        .map((row) => documentOf<T>(row))
    );
  }

  /** A user's document of an id. */
  find(userid: string, id: string): Promise<Document<T> | undefined> {
    return this.#access.read((db) => this.#find(db, userid, id));
  }

  /** Keeps a new document. */
  add(userid: string, body: T): Promise<Document<T>> {
    return this.#access.write((db) => {
      const id = crypto.randomUUID(), now = microsOf(this.#clock);
      db.run(
        `INSERT INTO documents (kind, user, id, created, updated, body)
         VALUES (?, (SELECT key FROM users WHERE userid = ?), ?, ?, ?, ?)`,
        this.#kind,
        userid,
        id,
        now,
        now,
        JSON.stringify(body),
      );
      return this.#find(db, userid, id)!;
    });
  }

  /** Writes a document again, from what it was; undefined where there is none. */
  change(
    userid: string,
    id: string,
    change: (before: Document<T>) => T,
  ): Promise<Document<T> | undefined> {
    return this.#access.write((db) => {
      const before = this.#find(db, userid, id);
      if (before === undefined) return undefined;
      this.#write(db, before, change(before));
      return this.#find(db, userid, id);
    });
  }

  /** Changes those of a user's documents that are not deleted, all or none; one that stays is not touched. */
  changeAll(userid: string, change: (before: Document<T>) => T): Promise<void> {
    return this.#access.write((db) => {
      const rows = db.rows<Row>(
        `${SELECT} WHERE u.userid = ? AND d.kind = ? AND d.deleted IS NULL`,
        userid,
        this.#kind,
      );
      for (const row of rows) {
        const before = documentOf<T>(row), after = change(before);
        if (JSON.stringify(after) !== row.body) this.#write(db, before, after);
      }
    });
  }

  /**
   * Marks a document as deleted, or takes that back; undefined where there is none. The moment of the
   * first deletion stays.
   */
  setDeleted(userid: string, id: string, deleted: boolean): Promise<Document<T> | undefined> {
    return this.#access.write((db) => {
      const before = this.#find(db, userid, id);
      if (before === undefined || (before.deleted !== null) === deleted) return before;
      const now = microsOf(this.#clock);
      const moment = deleted ? now : null;
      db.run("UPDATE documents SET deleted = ?, updated = ? WHERE id = ?", moment, now, id);
      return this.#find(db, userid, id);
    });
  }

  #find(db: Connection, userid: string, id: string): Document<T> | undefined {
    const row = db.row<Row>(
      `${SELECT} WHERE d.id = ? AND u.userid = ? AND d.kind = ?`,
      id,
      userid,
      this.#kind,
    );
    return row && documentOf(row);
  }

  #write(db: Connection, { id }: Document<T>, body: T): void {
    db.run(
      "UPDATE documents SET body = ?, updated = ? WHERE id = ?",
      JSON.stringify(body),
      microsOf(this.#clock),
      id,
    );
  }
}

function documentOf<T>(row: Row): Document<T> {
  return { ...row, body: JSON.parse(row.body) };
}
