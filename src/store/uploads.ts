import type { SQLInputValue } from "node:sqlite";
import type { Access } from "./sqlite/access.ts";
import { type Clock, microsOf } from "./sqlite/clock.ts";
import type { Connection } from "./sqlite/connection.ts";
import { ImportWriter } from "./imports/importWriter.ts";
import { newIds } from "./sqlite/newIds.ts";
import { keepSeries } from "./series.ts";
import { keepOrigin, type NewOrigin } from "./sources.ts";
import { Turn } from "./sqlite/turn.ts";
import { uuidBytes } from "./sqlite/uuid.ts";

/** New record. */
export interface NewRecord {
  /** Identifier; replaces a record of the same user with the same id. @default a new one */
  readonly id: string | undefined;
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC; equals the start for an instant. */
  readonly end: bigint;
  /** Value; null for events. */
  readonly value: number | null;
  /** Source and device. An object shared by many records is looked up only once. */
  readonly origin: NewOrigin | null;
  /** Further fields as JSON. */
  readonly extra: string | null;
}

/** New records. They are iterated more than once. */
export interface NewRecords extends Iterable<NewRecord> {
  readonly length: number;
  /** Duration of the longest record. @default computed */
  readonly longest?: bigint;
}

/** Records stored all or none. */
export interface NewUpload {
  /** Owner. */
  readonly userid: string;
  readonly dataType: string;
  readonly records: NewRecords;
  /**
   * Key of the import that contains the records: already stored ids are then left unchanged.
   * @default none: they are replaced
   */
  readonly import?: bigint | undefined;
}

/** Record to delete. */
export interface Deletion {
  readonly id: string;
  /** Its data type, or the base type that the data type is defined on. */
  readonly dataType: string;
}

/** Thrown if a deletion refers to a record of another data type; nothing is deleted. */
export class DeletionMismatchError extends Error {
  readonly deletion: Deletion;

  /** `actual` is the data type of the record. */
  constructor(deletion: Deletion, actual: string) {
    super(`Record ${deletion.id} is of ${actual}, not of ${deletion.dataType}`);
    this.name = "DeletionMismatchError";
    this.deletion = deletion;
  }
}

/** Called with a deletion whose record has another data type, and that type. */
type OnMismatch = (deletion: Deletion, actual: string) => void;

function rejectMismatch(deletion: Deletion, actual: string): never {
  throw new DeletionMismatchError(deletion, actual);
}

/** Records per statement. */
const ROWS = 50;

const INTO =
  "INSERT INTO records (series, start, id, user, end, value, origin, processed, extra, imports) VALUES ";
const FIELDS = 10, ID = 2;
const VALUES = `(${new Array(FIELDS).fill("?").join(", ")})`;
// Without a conflict target it covers both keys: the id, and series, start and id.
const REPLACE =
  ` ON CONFLICT DO UPDATE SET series = excluded.series, start = excluded.start, end = excluded.end,
    value = excluded.value, origin = excluded.origin, processed = excluded.processed,
    extra = excluded.extra, imports = excluded.imports`;
const KEEP = " ON CONFLICT DO NOTHING";

/** Statements that write one row or many, and replace or keep existing rows. */
const INSERT = {
  replacing: { one: INTO + VALUES + REPLACE, many: INTO + repeated(VALUES) + REPLACE },
  keeping: { one: INTO + VALUES + KEEP, many: INTO + repeated(VALUES) + KEEP },
};

/** Uploads of records: the only way to write records. */
export class Uploads {
  readonly #access: Access;
  readonly #clock: Clock;

  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Stores records, all or none; returns the id of the upload once they are on disk. */
  add(upload: NewUpload): Promise<string> {
    return this.#access.write((db) => this.#add(db, upload));
  }

  /**
   * Deletes a user's records that exist, all or none; returns the id of the upload.
   *
   * @throws {DeletionMismatchError} if a record has another data type
   */
  remove(userid: string, deletions: readonly Deletion[]): Promise<string> {
    return this.#access.write((db) => this.#remove(db, userid, deletions, rejectMismatch));
  }

  /**
   * Stores records of several types, then deletes others, all or none; returns the id of the first
   * upload. Each type is an upload.
   *
   * @throws {DeletionMismatchError} if a record to delete has another data type
   */
  addAll(
    userid: string,
    uploads: readonly NewUpload[],
    deletions: readonly Deletion[],
  ): Promise<string> {
    return this.#access.write(async (db) =>
      (await this.addWithin(db, userid, uploads, deletions, rejectMismatch))[0]!
    );
  }

  /**
   * Does the same within the caller's transaction; returns the ids of the uploads. By default a
   * record stays if its data type is not the one in its deletion.
   */
  async addWithin(
    db: Connection,
    userid: string,
    uploads: readonly NewUpload[],
    deletions: readonly Deletion[],
    onMismatch: OnMismatch = () => {},
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const upload of uploads) ids.push(await this.#add(db, upload));
    if (deletions.length > 0) {
      ids.push(await this.#remove(db, userid, deletions, onMismatch));
    }
    return ids;
  }

  /** Logs within a transaction that records were deleted, for mirrors. */
  logDeletions(db: Connection, userid: string, count: number): void {
    log(db, keyOf(db, userid), "DeletedRecord", microsOf(this.#clock), count);
  }

  async #add(db: Connection, upload: NewUpload): Promise<string> {
    const { userid, dataType, records } = upload;
    const processed = microsOf(this.#clock);
    const user = keyOf(db, userid);
    const series = keepSeries(db, user, dataType, records.longest ?? longestOf(records));
    const into = upload.import === undefined
      ? undefined
      : new ImportWriter(db, { import: upload.import, user, series });
    const insert = into === undefined ? INSERT.replacing : INSERT.keeping;
    const origins = new Map<NewOrigin, bigint>();
    const id = newIds(processed);
    const turn = new Turn();
    let values: SQLInputValue[] = [];
    for (const record of records) {
      values.push(
        series,
        record.start,
        record.id === undefined ? id() : uuidBytes(record.id),
        user,
        record.end,
        record.value,
        record.origin === null ? null : keyOfOrigin(db, user, origins, record.origin),
        processed,
        record.extra,
        into?.set ?? null,
      );
      into?.reach(record.start);
      if (values.length < ROWS * FIELDS) continue;
      const changed = db.run(insert.many, ...values);
      into?.count(changed, idsOf(values));
      values = [];
      if (turn.isOver()) await turn.next();
    }
    for (let at = 0; at < values.length; at += FIELDS) {
      const row = values.slice(at, at + FIELDS), changed = db.run(insert.one, ...row);
      into?.count(changed, idsOf(row));
    }
    into?.finish();
    return log(db, user, dataType, processed, into?.stored ?? records.length);
  }

  async #remove(
    db: Connection,
    userid: string,
    deletions: readonly Deletion[],
    onMismatch: OnMismatch,
  ): Promise<string> {
    const user = keyOf(db, userid);
    const turn = new Turn();
    for (const deletion of deletions) {
      if (turn.isOver()) await turn.next();
      const id = uuidBytes(deletion.id);
      const found = db.row<{ data_type: string }>(
        `SELECT s.data_type FROM records r JOIN series s ON s.key = r.series
         WHERE r.user = ? AND r.id = ?`,
        user,
        id,
      );
      if (found === undefined) continue;
      if (baseOf(found.data_type) !== baseOf(deletion.dataType)) {
        onMismatch(deletion, found.data_type);
        continue;
      }
      db.run("DELETE FROM records WHERE user = ? AND id = ?", user, id);
    }
    return log(db, user, "DeletedRecord", microsOf(this.#clock), deletions.length);
  }
}

/** Returns the base of a data type: `Event` for `Event/<uuid>`. */
function baseOf(dataType: string): string {
  return dataType.split("/", 1)[0]!;
}

function keyOf(db: Connection, userid: string): bigint {
  const row = db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid);
  if (row === undefined) {
    throw new RangeError(
      `Cannot store records: user ${userid} does not exist. Create the user first.`,
    );
  }
  return row.key;
}

function keyOfOrigin(
  db: Connection,
  user: bigint,
  known: Map<NewOrigin, bigint>,
  origin: NewOrigin,
): bigint {
  let key = known.get(origin);
  if (key === undefined) {
    key = keepOrigin(db, user, origin);
    known.set(origin, key);
  }
  return key;
}

function repeated(values: string): string {
  return new Array(ROWS).fill(values).join(", ");
}

/** Extracts the ids from the values of rows. */
function idsOf(values: readonly SQLInputValue[]): SQLInputValue[] {
  return values.filter((_, at) => at % FIELDS === ID);
}

function longestOf(records: Iterable<NewRecord>): bigint {
  let longest = 0n;
  for (const { start, end } of records) if (end - start > longest) longest = end - start;
  return longest;
}

function log(
  db: Connection,
  user: bigint,
  dataType: string,
  processed: bigint,
  records: number,
): string {
  const id = crypto.randomUUID();
  db.run(
    "INSERT INTO uploads (id, user, data_type, processed, records) VALUES (?, ?, ?, ?, ?)",
    id,
    user,
    dataType,
    processed,
    BigInt(records),
  );
  return id;
}
