import type { Interval } from "../time/interval.ts";
import type { Access } from "./sqlite/access.ts";
import { pause } from "./sqlite/pause.ts";
import { IN_SCAN, IN_SCANS, scanOf, scanValues } from "./series.ts";
import { type Origin, originsOf } from "./sources.ts";
import { uuidText } from "./sqlite/uuid.ts";

/** A record as it is kept: of a metric, with a value, or of an event, without. */
export interface StoredRecord {
  /** Identifier, a UUID. */
  readonly id: string;
  /** Its data type. */
  readonly dataType: string;
  /** Start in microseconds UTC. */
  readonly start: bigint;
  /** End in microseconds UTC; a moment's is its start. */
  readonly end: bigint;
  /** Value; null of an event. */
  readonly value: number | null;
  /** Where it comes from. */
  readonly origin: Origin | undefined;
  /** What else it holds, as JSON; null where nothing. */
  readonly extra: string | null;
}

/** Which records are read. */
export interface RecordsQuery {
  /** Whose. */
  readonly userid: string;
  /** Of which data type. */
  readonly dataType: string;
  /** Whether records of the types that are defined on it (`<base>/<id>`) count too. @default false */
  readonly withDefined?: boolean | undefined;
  /** In which range. */
  readonly interval: Interval;
  /** In which order of their starts. @default "asc" */
  readonly sort?: "asc" | "desc";
}

/** Rows that are read before other work may run. */
const PAGE = 10_000n;

const NEXT = { asc: "(start, id) > (?, unhex(?))", desc: "(start, id) < (?, unhex(?))" };
const BOUND = { asc: "first", desc: "last" };
/** What is read of a record, for {@linkcode storedRecord}. */
export const RECORD_FIELDS = "start, lower(hex(id)), end, value, origin, extra, series";
const ORDER = { asc: "start, id", desc: "start DESC, id DESC" };

/** The fields of {@linkcode RECORD_FIELDS}. */
export type RecordFields = [
  start: bigint,
  id: string,
  end: bigint,
  value: number | null,
  origin: bigint | null,
  extra: string | null,
  series: bigint,
];

/** The records of all users, with all that they hold. */
export class RecordTable {
  readonly #access: Access;
  readonly #pageSize: bigint;

  /** Over a database, read so many rows at a time. */
  constructor(access: Access, pageSize: bigint = PAGE) {
    this.#access = access;
    this.#pageSize = pageSize;
  }

  /** The records of a user's data type that intersect an interval, page by page, all in one state. */
  async *pages(query: RecordsQuery): AsyncGenerator<readonly StoredRecord[], void, void> {
    const { userid, sort = "asc" } = query;
    const { db, release } = await this.#access.lease();
    try {
      const scan = scanOf(db, query);
      if (scan === undefined) return;
      const origins = originsOf(db, userid), { types } = scan;
      const inScan = types.size > 1 ? IN_SCANS : IN_SCAN;
      let after: RecordFields | undefined;
      do {
        const rows: RecordFields[] = db.arrays<RecordFields>(
          `SELECT ${RECORD_FIELDS} FROM records
           WHERE ${inScan} ${after ? `AND ${NEXT[sort]}` : ""} ORDER BY ${ORDER[sort]} LIMIT ?`,
          ...scanValues(scan, after && { [BOUND[sort]]: after[0] }),
          ...(after ? [after[0], after[1]] : []),
          this.#pageSize,
        );
        yield rows.map((row) => storedRecord(row, { origins, types }));
        after = BigInt(rows.length) === this.#pageSize ? rows.at(-1) : undefined;
        if (after) await pause();
      } while (after);
    } finally {
      release();
    }
  }
}

/** A record of its fields. */
export function storedRecord(
  row: RecordFields,
  { origins, types }: {
    /** A user's origins by key. */
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
