import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Something a user wrote, with its id and times. */
export interface Document<T> {
  readonly id: string;
  /** Owner. */
  readonly userid: string;
  /** Creation in microseconds UTC. */
  readonly created: bigint;
  /** Last change in microseconds UTC. */
  readonly updated: bigint;
  /** Deletion in microseconds UTC; null if it is not deleted. */
  readonly deleted: bigint | null;
  readonly body: T;
}

type Row = Omit<Document<unknown>, "body"> & { body: string };

const SELECT = `SELECT d.id, u.userid, d.created, d.updated, d.deleted, d.body
  FROM documents d JOIN users u ON u.key = d.user`;

/** Documents of one kind, of all users. A deleted document is marked and remains. */
export class Documents<T> {
  readonly #access: Access;
  readonly #clock: Clock;
  readonly #kind: string;

  constructor(access: Access, clock: Clock, kind: string) {
    this.#access = access;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** Lists a user's documents in the order of creation, including deleted ones. */
  list(userid: string): Promise<Document<T>[]> {
    return this.#access.read((db) =>
      db.rows<Row>(`${SELECT} WHERE u.userid = ? AND d.kind = ? ORDER BY d.key`, userid, this.#kind)
        .map((row) => documentOf<T>(row))
    );
  }

  find(userid: string, id: string): Promise<Document<T> | undefined> {
    return this.#access.read((db) => this.#find(db, userid, id));
  }

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

  /**
   * Replaces a document's body with the result of a function of it; returns `undefined` if the
   * document does not exist.
   */
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

  /**
   * Changes a user's documents that are not deleted, all or none; unchanged documents keep their
   * times.
   */
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
   * Marks a document as deleted, or restores it; returns `undefined` if it does not exist. Deleting
   * it again keeps the time of the first deletion.
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
