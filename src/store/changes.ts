import { MAX_MICROS, MIN_MICROS } from "../time/instant.ts";
import type { Interval } from "../time/interval.ts";
import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";
import { pause } from "./sqlite/pause.ts";
import { IN_SCAN, type Scan, scanOf, scanValues } from "./series.ts";

/** Amount and time span of a data type's records. */
export interface Holding {
  readonly dataType: string;
  readonly count: number;
  /** First known time in microseconds UTC; null if no time is known. */
  readonly start: bigint | null;
  /** Last known time in microseconds UTC; null if no time is known. */
  readonly end: bigint | null;
}

/** Bounds of known times: vendors write an unknown time as year 1, or as year 4000 or later. */
const KNOWN = { from: -62_104_060_800_000_000n, to: 64_060_588_800_000_000n };

export function isKnown(micros: bigint): boolean {
  return micros >= KNOWN.from && micros < KNOWN.to;
}

const EVER: Interval = { start: MIN_MICROS, end: MAX_MICROS };

/** Records counted before other work may run: about 10 ms. */
const SLICE = 100_000n;

/** Records read before other work may run. */
const PAGE = 10_000n;

/** Counts stored records and lists changes, across all data types. */
export class Changes {
  readonly #access: Access;
  readonly #slice: bigint;
  readonly #pageSize: bigint;

  constructor(access: Access, pageSize?: bigint) {
    this.#access = access;
    this.#slice = pageSize ?? SLICE;
    this.#pageSize = pageSize ?? PAGE;
  }

  /**
   * Counts the records of each data type by when they were processed. A record that came twice
   * counts twice; deletions count under their own type, `DeletedRecord`.
   */
  processed(userid: string, { start, end }: Interval): Promise<Map<string, number>> {
    return this.#access.read((db) => {
      const rows = db.rows<{ type: string; count: bigint }>(
        `SELECT data_type AS type, sum(records) AS count FROM uploads
         WHERE user = (SELECT key FROM users WHERE userid = ?) AND processed >= ? AND processed < ?
         GROUP BY data_type ORDER BY data_type`,
        userid,
        start,
        end,
      );
      return new Map(rows.map(({ type, count }) => [type, Number(count)]));
    });
  }

  /**
   * Yields the times of the records of a data type that were processed in an interval, page by
   * page.
   */
  async *processedSpans(
    userid: string,
    dataType: string,
    interval: Interval,
  ): AsyncGenerator<readonly Interval[], void, void> {
    const { db, release } = await this.#access.lease();
    try {
      let after: Interval & { id: string } | undefined;
      do {
        const rows: (Interval & { id: string })[] = db.rows(
          `SELECT start, end, hex(id) AS id FROM records
           WHERE series = (SELECT s.key FROM series s JOIN users u ON u.key = s.user
             WHERE u.userid = ? AND s.data_type = ?)
           AND (start, id) > (?, unhex(?)) AND processed >= ? AND processed < ?
           ORDER BY start, id LIMIT ?`,
          userid,
          dataType,
          after?.start ?? -(1n << 63n),
          after?.id ?? "",
          interval.start,
          interval.end,
          this.#pageSize,
        );
        yield rows.map(({ start, end }) => ({ start, end }));
        after = BigInt(rows.length) === this.#pageSize ? rows.at(-1) : undefined;
        if (after) await pause();
      } while (after);
    } finally {
      release();
    }
  }

  /**
   * Returns the time span of the records of a data type that were processed in an interval;
   * `undefined` if all of them were deleted.
   */
  processedExtent(
    userid: string,
    dataType: string,
    processed: Interval,
  ): Promise<Interval | undefined> {
    return this.#access.read(async (db) => {
      const scan = scanOf(db, { userid, dataType, interval: EVER });
      let extent: Interval | undefined;
      for (let first = scan?.from; scan !== undefined && first !== undefined;) {
        const next = sliceEnd(db, scan, first, this.#slice);
        const row = db.one<{ start: bigint | null; end: bigint | null }>(
          `SELECT min(start) AS start, max(end) AS end FROM records
           WHERE ${IN_SCAN} AND processed >= ? AND processed < ?`,
          ...scanValues(scan, { first, ...(next === undefined ? {} : { last: next - 1n }) }),
          processed.start,
          processed.end,
        );
        if (row.start !== null && row.end !== null) {
          extent = {
            start: extent?.start ?? row.start, // slices ascend
            end: extent !== undefined && extent.end > row.end ? extent.end : row.end,
          };
        }
        first = next;
        if (next !== undefined) await pause();
      }
      return extent;
    });
  }

  /** Lists the data types of a user's current and former records, by name. */
  dataTypes(userid: string): Promise<string[]> {
    return this.#access.read((db) => dataTypesOf(db, userid));
  }

  /**
   * Returns the amount of each data type in an interval; data types without records are omitted.
   */
  holdings(userid: string, interval: Interval): Promise<Holding[]> {
    return this.#access.read(async (db) => {
      const holdings: Holding[] = [];
      for (const dataType of dataTypesOf(db, userid)) {
        const scan = scanOf(db, { userid, dataType, interval });
        const holding = scan && await count(db, scan, this.#slice);
        if (holding !== undefined) holdings.push({ dataType, ...holding });
        await pause();
      }
      return holdings;
    });
  }
}

function dataTypesOf(db: Connection, userid: string): string[] {
  return db.rows<{ type: string }>(
    `SELECT data_type AS type FROM series
     WHERE user = (SELECT key FROM users WHERE userid = ?) ORDER BY data_type`,
    userid,
  ).map(({ type }) => type);
}

const isIn = (time: string): string => `${time} BETWEEN ${KNOWN.from} AND ${KNOWN.to} - 1`;
const known = (first: string, second: string): string =>
  `CASE WHEN ${isIn(first)} THEN ${first} WHEN ${isIn(second)} THEN ${second} END`;
const FIRST_KNOWN = `min(${known("start", "end")})`, LAST_KNOWN = `max(${known("end", "start")})`;

async function count(
  db: Connection,
  scan: Scan,
  slice: bigint,
): Promise<Omit<Holding, "dataType"> | undefined> {
  let count = 0, start: bigint | null = null, end: bigint | null = null;
  for (let first: bigint | undefined = scan.from; first !== undefined;) {
    const next = sliceEnd(db, scan, first, slice);
    const row = db.one<{ count: bigint; start: bigint | null; end: bigint | null }>(
      `SELECT count(*) AS count, ${FIRST_KNOWN} AS start, ${LAST_KNOWN} AS end
       FROM records WHERE ${IN_SCAN}`,
      ...scanValues(scan, { first, ...(next === undefined ? {} : { last: next - 1n }) }),
    );
    count += Number(row.count);
    if (row.start !== null && (start === null || row.start < start)) start = row.start;
    if (row.end !== null && (end === null || row.end > end)) end = row.end;
    first = next;
    if (next !== undefined) await pause();
  }
  return count === 0 ? undefined : { count, start, end };
}

/** Returns the start of the slice after the one from `first`; `undefined` after the last slice. */
function sliceEnd(
  db: Connection,
  { types, interval }: Scan,
  first: bigint,
  slice: bigint,
): bigint | undefined {
  const next = db.row<{ start: bigint }>(
    `SELECT start FROM records WHERE series = ? AND start >= ? AND start < ?
     ORDER BY start LIMIT 1 OFFSET ?`,
    [...types.keys()][0]!,
    first,
    interval.end,
    slice,
  )?.start;
  if (next === undefined) return undefined;
  return next > first ? next : first + 1n;
}
