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

/** A record to be kept. */
export interface NewRecord {
  /** Identifier; a record of the same user that has it is replaced. @default a new one */
  readonly id: string | undefined;
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC; a moment's is its start. */
  readonly end: bigint;
  /** Value; null of an event. */
  readonly value: number | null;
  /** Where it comes from; the same object for many records is looked up once. */
  readonly origin: NewOrigin | null;
  /** What else it holds, as JSON. */
  readonly extra: string | null;
}

/** Records to be kept, which are gone through more than once. */
export interface NewRecords extends Iterable<NewRecord> {
  /** How many there are. */
  readonly length: number;
  /** The duration of the longest, where it is known. @default it is looked for */
  readonly longest?: bigint;
}

/** Records that are kept all or none. */
export interface NewUpload {
  /** Whose they are. */
  readonly userid: string;
  /** Of which data type. */
  readonly dataType: string;
  /** The records. */
  readonly records: NewRecords;
  /**
   * Key of the import that contains them: those whose id is stored already then stay as they are.
   * @default none: those are replaced
   */
  readonly import?: bigint | undefined;
}

/** A record to be deleted. */
export interface Deletion {
  /** Its identifier. */
  readonly id: string;
  /** Its data type, or the base type on which that is defined. */
  readonly dataType: string;
}

/** Thrown if a deletion names a record that is of another data type; nothing is deleted then. */
export class DeletionMismatchError extends Error {
  /** The deletion as it was given. */
  readonly deletion: Deletion;

  /** Of a deletion, and the data type that its record is of. */
  constructor(deletion: Deletion, actual: string) {
    super(`Record ${deletion.id} is of ${actual}, not of ${deletion.dataType}`);
    this.name = "DeletionMismatchError";
    this.deletion = deletion;
  }
}

/** Called with a deletion whose record is of another data type, and that type. */
type OnMismatch = (deletion: Deletion, actual: string) => void;

function rejectMismatch(deletion: Deletion, actual: string): never {
  throw new DeletionMismatchError(deletion, actual);
}

/** Records written by one statement. */
const ROWS = 50;

const INTO =
  "INSERT INTO records (series, start, id, user, end, value, origin, processed, extra, imports) VALUES ";
const FIELDS = 10, ID = 2;
const VALUES = `(${new Array(FIELDS).fill("?").join(", ")})`;
// Without a target it answers to both keys: the id's, and that of series, start and id.
const REPLACE =
  ` ON CONFLICT DO UPDATE SET series = excluded.series, start = excluded.start, end = excluded.end,
    value = excluded.value, origin = excluded.origin, processed = excluded.processed,
    extra = excluded.extra, imports = excluded.imports`;
const KEEP = " ON CONFLICT DO NOTHING";

/** The statement that writes one row or many, which replaces or keeps what is there. */
const INSERT = {
  replacing: { one: INTO + VALUES + REPLACE, many: INTO + repeated(VALUES) + REPLACE },
  keeping: { one: INTO + VALUES + KEEP, many: INTO + repeated(VALUES) + KEEP },
};

/** What was sent to the store, and the only way for records to get there. */
export class Uploads {
  readonly #access: Access;
  readonly #clock: Clock;

  /** Over a database, with a clock for the time of processing. */
  constructor(access: Access, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Keeps records, all or none; gives the id of the upload once they are on disk. */
  add(upload: NewUpload): Promise<string> {
    return this.#access.write((db) => this.#add(db, upload));
  }

  /**
   * Deletes a user's records, all or none, where they exist; gives the id of the upload.
   *
   * @throws {DeletionMismatchError} if a record is of another data type
   */
  remove(userid: string, deletions: readonly Deletion[]): Promise<string> {
    return this.#access.write((db) => this.#remove(db, userid, deletions, rejectMismatch));
  }

  /**
   * Keeps records of several types and deletes others, all or none, the deletions last; gives the id
   * of the first upload, each type being one.
   *
   * @throws {DeletionMismatchError} if a record to be deleted is of another data type
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
   * The same within a transaction of the caller's; gives the ids of the uploads. By default a record
   * that is of another data type than its deletion says is left alone.
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

  /** Notes within a transaction that records were deleted, for those who keep a copy. */
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

/** The base of a data type: `Event` of `Event/<uuid>`. */
function baseOf(dataType: string): string {
  return dataType.split("/", 1)[0]!;
}

function keyOf(db: Connection, userid: string): bigint {
  const row = db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid);
  if (row === undefined) {
    throw new RangeError(`Cannot keep records: there is no user ${userid}`);
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

/** The identifiers among the values of rows. */
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
