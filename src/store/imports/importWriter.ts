import type { SQLInputValue } from "node:sqlite";
import type { Connection } from "../sqlite/connection.ts";

/** Import and series of the written records. */
interface ImportPart {
  /** Key of the import. */
  readonly import: bigint;
  /** Key of the user. */
  readonly user: bigint;
  /** Key of the series. */
  readonly series: bigint;
}

/** Counts the records of an import while they are written, and adds known records to the import. */
export class ImportWriter {
  /** Set that contains only this import; new records belong to it. */
  readonly set: bigint;
  readonly #db: Connection;
  readonly #part: ImportPart;
  #stored = 0;
  #known = 0;
  #first: bigint | undefined;
  #last: bigint | undefined;

  /** Must be used within a transaction. */
  constructor(db: Connection, part: ImportPart) {
    this.#db = db;
    this.#part = part;
    this.set = keepSet(db, [Number(part.import)]);
  }

  /** Number of new records so far. */
  get stored(): number {
    return this.#stored;
  }

  /** Widens the span of starts. */
  reach(start: bigint): void {
    if (this.#first === undefined || start < this.#first) this.#first = start;
    if (this.#last === undefined || start > this.#last) this.#last = start;
  }

  /** Counts written rows, some of them new; adds the others to this import. */
  count(stored: number, ids: readonly SQLInputValue[]): void {
    this.#stored += stored;
    if (stored === ids.length) return;
    const { user, series } = this.#part, member = Number(this.#part.import);
    const where = `WHERE user = ? AND id IN (${ids.map(() => "?").join(", ")})`;
    const found = this.#db.rows<{
      set: bigint | null;
      count: bigint;
      first: bigint;
      last: bigint;
    }>(
      `SELECT imports AS "set", count(*) AS count, min(start) AS first, max(start) AS last
       FROM records ${where} GROUP BY imports`,
      user,
      ...ids,
    );
    for (const { set, count, first, last } of found) {
      const members = set === null ? [] : membersOf(this.#db, set);
      if (members.includes(member)) continue; // new, or twice in this import
      this.#known += Number(count);
      if (set === null) continue;
      this.reach(first); // the stored record with this id may have another time
      this.reach(last);
      this.#db.run(
        `UPDATE records SET imports = ? ${where} AND series = ? AND imports = ?`,
        keepSet(this.#db, [...members, member]),
        user,
        ...ids,
        series,
        set,
      );
    }
  }

  /** Adds the counts to the stored ones of the import. */
  finish(): void {
    if (this.#first === undefined || this.#last === undefined) return;
    this.#db.run(
      `INSERT INTO imported (import, series, stored, known, first, last) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (import, series) DO UPDATE SET stored = stored + excluded.stored,
         known = known + excluded.known, first = min(first, excluded.first),
         last = max(last, excluded.last)`,
      this.#part.import,
      this.#part.series,
      BigInt(this.#stored),
      BigInt(this.#known),
      this.#first,
      this.#last,
    );
  }
}

/**
 * Returns the key of a set of imports; adds the set if it is new. Each record refers to one set.
 */
export function keepSet(db: Connection, members: readonly number[]): bigint {
  const text = JSON.stringify([...new Set(members)].sort((a, b) => a - b));
  db.run("INSERT INTO import_sets (members) VALUES (?) ON CONFLICT DO NOTHING", text);
  return db.one<{ key: bigint }>("SELECT key FROM import_sets WHERE members = ?", text).key;
}

/** Returns the imports in a set. */
export function membersOf(db: Connection, set: bigint): number[] {
  const row = db.row<{ members: string }>("SELECT members FROM import_sets WHERE key = ?", set);
  return row === undefined ? [] : JSON.parse(row.members);
}
