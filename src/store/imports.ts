import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";
import { keepSet } from "./imports/importWriter.ts";
import { Turn } from "./sqlite/turn.ts";
import type { NewUpload, Uploads } from "./uploads.ts";

/** Numbers of records by data type. */
export type Counts = Readonly<Record<string, number>>;

/** A stored import. */
export interface StoredImport {
  /** Identifier, a UUID. */
  readonly id: string;
  /** Name of the imported file or folder. */
  readonly name: string;
  /** Reader of the file. */
  readonly reader: string | null;
  /** Start in microseconds UTC. */
  readonly started: bigint;
  /** End in microseconds UTC; null while it runs. */
  readonly finished: bigint | null;
  /** Report of the reader, as JSON. */
  readonly report: string | null;
  /** New records by data type. */
  readonly stored: Counts;
  /** Records that were stored before, by data type. */
  readonly known: Counts;
}

/** Records that an undo examines before other work may run. */
const SLICE = 10_000n;

const USER = "(SELECT key FROM users WHERE userid = ?)";

interface Row extends Omit<StoredImport, "stored" | "known"> {
  readonly key: bigint;
}

/**
 * Imports of files. A record belongs to the import that stored it; a later import that contains the
 * same record shares it. Undoing an import deletes the records that belong to no other import.
 * Records stored without an import never belong to one.
 */
export class Imports {
  readonly #access: Access;
  readonly #clock: Clock;
  readonly #uploads: Uploads;

  constructor(access: Access, clock: Clock, uploads: Uploads) {
    this.#access = access;
    this.#clock = clock;
    this.#uploads = uploads;
  }

  /** Lists a user's imports in the order in which they began. */
  list(userid: string): Promise<StoredImport[]> {
    return this.#access.read((db) => importsOf(db, userid));
  }

  /** Starts an import. */
  begin(userid: string, name: string, reader: string | null): Promise<StoredImport> {
    return this.#access.write((db) => {
      const id = crypto.randomUUID();
      db.run(
        `INSERT INTO imports (id, user, name, reader, started) VALUES (?, ${USER}, ?, ?, ?)`,
        id,
        userid,
        JSON.stringify(name),
        reader === null ? null : JSON.stringify(reader),
        microsOf(this.#clock),
      );
      return importsOf(db, userid, id)[0]!;
    });
  }

  /**
   * Stores records of an import, all or none; returns the id of the upload, or `undefined` if the
   * import does not exist.
   */
  add(userid: string, id: string, uploads: readonly NewUpload[]): Promise<string | undefined> {
    return this.#access.write(async (db) => {
      const found = rowOf(db, userid, id);
      if (found === undefined) return undefined;
      const within = uploads.map((upload) => ({ ...upload, import: found.key }));
      return (await this.#uploads.addWithin(db, userid, within, []))[0]!;
    });
  }

  /** Ends an import with a report as JSON; returns `undefined` if the import does not exist. */
  finish(
    userid: string,
    id: string,
    { reader, report }: Pick<StoredImport, "reader" | "report">,
  ): Promise<StoredImport | undefined> {
    return this.#access.write((db) => {
      db.run(
        `UPDATE imports SET finished = ?, reader = coalesce(?, reader), report = ?
         WHERE id = ? AND user = ${USER}`,
        microsOf(this.#clock),
        reader === null ? null : JSON.stringify(reader),
        report,
        id,
        userid,
      );
      return importsOf(db, userid, id)[0];
    });
  }

  /**
   * Deletes the import and the records that belong to no other import, all or nothing; returns
   * `undefined` if the import does not exist.
   */
  undo(userid: string, id: string): Promise<{ removed: Counts; kept: Counts } | undefined> {
    return this.#access.write(async (db) => {
      const found = rowOf(db, userid, id);
      if (found === undefined) return undefined;
      const sets = setsWith(db, found.key);
      const removed: Record<string, number> = {}, kept: Record<string, number> = {};
      for (const part of partsOf(db, found.key)) {
        const { gone, left } = await takeOut(db, part, sets);
        if (gone > 0) removed[part.type] = gone;
        if (left > 0) kept[part.type] = left;
      }
      for (const { set } of sets) db.run("DELETE FROM import_sets WHERE key = ?", set);
      db.run("DELETE FROM imports WHERE key = ?", found.key);
      const count = Object.values(removed).reduce((sum, count) => sum + count, 0);
      if (count > 0) this.#uploads.logDeletions(db, userid, count);
      return { removed, kept };
    });
  }
}

/** Set of imports that includes the one to undo, and the set without it; null if that is empty. */
interface Shrinking {
  readonly set: bigint;
  readonly rest: bigint | null;
}

function setsWith(db: Connection, key: bigint): Shrinking[] {
  return db.rows<{ set: bigint; members: string }>(
    `SELECT key AS "set", members FROM import_sets
     WHERE EXISTS (SELECT 1 FROM json_each(members) WHERE value = ?)`,
    key,
  ).map(({ set, members }) => {
    const others = (JSON.parse(members) as number[]).filter((member) => BigInt(member) !== key);
    return { set, rest: others.length === 0 ? null : keepSet(db, others) };
  });
}

/** Records of one data type that an import contained: earliest start and count. */
interface Part {
  readonly series: bigint;
  readonly type: string;
  readonly stored: bigint;
  readonly known: bigint;
  readonly first: bigint;
  readonly last: bigint;
}

function partsOf(db: Connection, key: bigint): Part[] {
  return db.rows(
    `SELECT i.series, s.data_type AS type, i.stored, i.known, i.first, i.last
     FROM imported i JOIN series s ON s.key = i.series WHERE i.import = ? ORDER BY s.data_type`,
    key,
  );
}

async function takeOut(
  db: Connection,
  { series, first, last }: Part,
  sets: readonly Shrinking[],
): Promise<{ gone: number; left: number }> {
  const turn = new Turn();
  let gone = 0, left = 0;
  for (let from: bigint | undefined = first; from !== undefined && from <= last;) {
    const next: bigint | undefined = db.row<{ start: bigint }>(
      "SELECT start FROM records WHERE series = ? AND start > ? ORDER BY start LIMIT 1 OFFSET ?",
      series,
      from,
      SLICE,
    )?.start;
    const until: bigint = next === undefined || next > last ? last + 1n : next;
    for (const { set, rest } of sets) {
      const where = "WHERE series = ? AND start >= ? AND start < ? AND imports = ?";
      if (rest === null) gone += db.run(`DELETE FROM records ${where}`, series, from, until, set);
      else {
        left += db.run(
          `UPDATE records SET imports = ? ${where}`,
          rest,
          series,
          from,
          until,
          set,
        );
      }
    }
    from = until;
    if (turn.isOver()) await turn.next();
  }
  return { gone, left };
}

function rowOf(db: Connection, userid: string, id: string): { key: bigint } | undefined {
  return db.row(`SELECT key FROM imports WHERE user = ${USER} AND id = ?`, userid, id);
}

function importsOf(db: Connection, userid: string, id?: string): StoredImport[] {
  const rows = db.rows<Row>(
    `SELECT key, id, name, reader, started, finished, report FROM imports
     WHERE user = ${USER} AND (? IS NULL OR id = ?) ORDER BY key`,
    userid,
    id ?? null,
    id ?? null,
  );
  return rows.map(({ key, name, reader, ...rest }) => {
    const parts = partsOf(db, key);
    const counts = (of: "stored" | "known"): Counts =>
      Object.fromEntries(
        parts.filter((part) => part[of] > 0n).map((part) => [part.type, Number(part[of])]),
      );
    return {
      ...rest,
      name: JSON.parse(name),
      reader: reader === null ? null : JSON.parse(reader),
      stored: counts("stored"),
      known: counts("known"),
    };
  });
}
