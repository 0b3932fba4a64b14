import type { Interval } from "../time/interval.ts";
import type { Access } from "./sqlite/access.ts";
import { pause } from "./sqlite/pause.ts";
import type { Connection } from "./sqlite/connection.ts";
import { IN_SCAN, type Scan, scanOf, scanValues } from "./series.ts";
import { type Origin, originsOf } from "./sources.ts";
import { uuidText } from "./sqlite/uuid.ts";

/** Stored record: a metric's has a value, an event's does not. */
export interface StoredRecord {
  /** UUID. */
  readonly id: string;
  readonly dataType: string;
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC; equals the start for an instant. */
  readonly end: bigint;
  /** Value; null for events. */
  readonly value: number | null;
  /** Source and device. */
  readonly origin: Origin | undefined;
  /** Further fields as JSON; null without any. */
  readonly extra: string | null;
}

/** Query for records. */
export interface RecordsQuery {
  readonly userid: string;
  readonly dataType: string;
  /** Includes records of types defined on this one (`<base>/<id>`). @default false */
  readonly withDefined?: boolean | undefined;
  /**
   * Further data types to read together with `dataType`; records with equal starts are in the order
   * of the types. @default none
   */
  readonly also?: readonly string[] | undefined;
  readonly interval: Interval;
  /** Order of starts. @default "asc" */
  readonly sort?: "asc" | "desc";
}

/** Rows read before other work may run. */
const PAGE = 10_000n;

const NEXT = { asc: "(start, id) > (?, unhex(?))", desc: "(start, id) < (?, unhex(?))" };
const BOUND = { asc: "first", desc: "last" };
/** Columns that {@linkcode storedRecord} needs. */
export const RECORD_FIELDS = "start, lower(hex(id)), end, value, origin, extra, series";
const ORDER = { asc: "start, id", desc: "start DESC, id DESC" };

export type RecordFields = [
  start: bigint,
  id: string,
  end: bigint,
  value: number | null,
  origin: bigint | null,
  extra: string | null,
  series: bigint,
];

/** Complete records of all users. */
export class RecordTable {
  readonly #access: Access;
  readonly #pageSize: bigint;

  /** `pageSize` is the number of rows read before other work may run. */
  constructor(access: Access, pageSize: bigint = PAGE) {
    this.#access = access;
    this.#pageSize = pageSize;
  }

  /** Yields a user's records that intersect an interval, page by page, from one snapshot. */
  async *pages(query: RecordsQuery): AsyncGenerator<readonly StoredRecord[], void, void> {
    const { userid, dataType, also = [], sort = "asc" } = query;
    const { db, release } = await this.#access.lease();
    try {
      const types = new Map<bigint, string>(), readers: SeriesReader[] = [];
      for (const [rank, each] of [dataType, ...also].entries()) {
        const scan = scanOf(db, { ...query, dataType: each });
        for (const [key, type] of scan?.types ?? []) {
          types.set(key, type);
          const one = { ...scan!, types: new Map([[key, type]]) };
          readers.push({ scan: one, rank, rows: [], after: undefined, isDone: false });
        }
      }
      // Memory holds one page in total, however many series there are.
      const size = this.#pageSize / BigInt(readers.length || 1) || 1n;
      const origins = originsOf(db, userid);
      for (;;) {
        const rows = nextRows(db, readers, sort, size);
        if (rows.length > 0) yield rows.map((row) => storedRecord(row, { origins, types }));
        if (readers.every((reader) => reader.isDone && reader.rows.length === 0)) return;
        await pause();
      }
    } finally {
      release();
    }
  }
}

/** Records of one series: rows read but not returned yet, and the position after them. */
interface SeriesReader {
  readonly scan: Scan;
  /** Index of its data type in the query. */
  readonly rank: number;
  rows: readonly RecordFields[];
  after: RecordFields | undefined;
  isDone: boolean;
}

/**
 * Returns the next records of all series in one order, up to the last row read of any series that
 * has more. Each series is read in index order, so nothing is sorted as a whole.
 */
function nextRows(
  db: Connection,
  readers: readonly SeriesReader[],
  sort: "asc" | "desc",
  size: bigint,
): RecordFields[] {
  for (const reader of readers) {
    if (reader.rows.length === 0 && !reader.isDone) readOn(db, reader, sort, size);
  }
  const sign = sort === "asc" ? 1 : -1;
  const order = ([a, one]: RecordFields, [b, other]: RecordFields, ranks: number): number =>
    a !== b ? (a < b ? -sign : sign) : ranks !== 0 ? ranks : one < other ? -sign : sign;
  let nearest: SeriesReader | undefined;
  for (const reader of readers) {
    if (reader.isDone) continue;
    const isNearer = nearest === undefined ||
      order(reader.after!, nearest.after!, reader.rank - nearest.rank) < 0;
    if (isNearer) nearest = reader;
  }
  const taken: { row: RecordFields; rank: number }[] = [];
  for (const reader of readers) {
    const isBeyond = (row: RecordFields): boolean =>
      nearest !== undefined && nearest !== reader &&
      order(row, nearest.after!, reader.rank - nearest.rank) > 0;
    const end = reader.rows.findIndex(isBeyond), count = end < 0 ? reader.rows.length : end;
    for (const row of reader.rows.slice(0, count)) taken.push({ row, rank: reader.rank });
    reader.rows = reader.rows.slice(count);
  }
  if (readers.length > 1) taken.sort((a, b) => order(a.row, b.row, a.rank - b.rank));
  return taken.map(({ row }) => row);
}

function readOn(db: Connection, reader: SeriesReader, sort: "asc" | "desc", size: bigint): void {
  const { scan, after } = reader;
  reader.rows = db.arrays<RecordFields>(
    `SELECT ${RECORD_FIELDS} FROM records
     WHERE ${IN_SCAN} ${after ? `AND ${NEXT[sort]}` : ""} ORDER BY ${ORDER[sort]} LIMIT ?`,
    ...scanValues(scan, after && { [BOUND[sort]]: after[0] }),
    ...(after ? [after[0], after[1]] : []),
    size,
  );
  reader.after = reader.rows.at(-1) ?? after;
  reader.isDone = BigInt(reader.rows.length) < size;
}

export function storedRecord(
  row: RecordFields,
  { origins, types }: {
    /** Origins of a user by key. */
    readonly origins: ReadonlyMap<number, Origin>;
    /** Data types by the key of their series. */
    readonly types: ReadonlyMap<bigint, string>;
  },
): StoredRecord {
  const [start, id, end, value, origin, extra, series] = row;
  return {
    id: uuidText(id),
    dataType: types.get(series)!,
    start,
    end,
    value,
    origin: origin === null ? undefined : origins.get(Number(origin)),
    extra,
  };
}
