import type { Interval } from "../time/interval.ts";
import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";
import { Turn } from "./sqlite/turn.ts";
import { IN_SCAN, type Scan, scanOf, scanValues } from "./series.ts";
import { type Origin, originsOf } from "./sources.ts";

/** Samples of one metric in columns, ordered by start, then by id. */
export interface Samples {
  /** Starts in microseconds UTC. */
  readonly start: BigInt64Array;
  /** Ends in microseconds UTC; an instant's equals its start. */
  readonly end: BigInt64Array;
  readonly value: Float64Array;
  /** Keys of `origins`; 0 for records without an origin. */
  readonly origin: Int32Array;
  /** Origins by key. */
  readonly origins: ReadonlyMap<number, Origin>;
}

/** Query for samples. */
export interface SamplesQuery {
  readonly userid: string;
  readonly dataType: string;
  readonly interval: Interval;
}

/** Rows read before other work may run: about 5 to 15 ms. */
const PAGE = 20_000n;

/** Doubles represent every microsecond below this, and read faster than 64-bit integers. */
const EXACT = 1n << 53n;

const TIMES = "start, end - start, value, coalesce(origin, 0)";
const REALS =
  "CAST(start AS REAL), CAST(end - start AS REAL), value, CAST(coalesce(origin, 0) AS REAL)";

type Row = [bigint | number, bigint | number, number, bigint | number];

/** Metric samples of all users. */
export class SampleTable {
  readonly #access: Access;
  readonly #pageSize: bigint;

  /** `pageSize` is the number of rows read before other work may run. */
  constructor(access: Access, pageSize: bigint = PAGE) {
    this.#access = access;
    this.#pageSize = pageSize;
  }

  /**
   * Reads the samples of a user's metric that intersect an interval, in pages, so that other work
   * runs in between.
   */
  read(query: SamplesQuery): Promise<Samples> {
    return this.#access.read(async (db) => {
      const scan = scanOf(db, query);
      const columns = new Growing(), turn = new Turn();
      if (scan !== undefined) {
        for (let more = true; more;) {
          more = page(db, scan, columns, this.#pageSize);
          if (more && turn.isOver()) await turn.next();
        }
      }
      return columns.done(originsOf(db, query.userid));
    });
  }
}

/** Reads the next page; returns false after the last. */
function page(db: Connection, scan: Scan, columns: Growing, size: bigint): boolean {
  const { last: first = scan.from, ties } = columns.position();
  const sql = `SELECT ${isExact(scan) ? REALS : TIMES} FROM records WHERE ${IN_SCAN}
               ORDER BY start, id LIMIT ? OFFSET ?`;
  const rows = db.arrays<Row>(sql, ...scanValues(scan, { first }), size, BigInt(ties));
  columns.add(rows);
  return BigInt(rows.length) === size;
}

function isExact({ from, interval, longest }: Scan): boolean {
  // A sample that starts in the range may end later by the longest duration, which must be exact
  // too.
  return from >= -EXACT && interval.end + longest <= EXACT;
}

/** Writes an integer that a double represents as 64 bits, without allocating. */
function writeWords(words: Uint32Array, at: number, value: number): void {
  const high = Math.floor(value / 4_294_967_296);
  words[2 * at] = value - high * 4_294_967_296;
  words[2 * at + 1] = high; // a negative one wraps to its two's complement
}

/** Columns that grow by rows. */
class Growing {
  #length = 0;
  #start = new BigInt64Array(1024);
  #end = new BigInt64Array(1024);
  #value = new Float64Array(1024);
  #origin = new Int32Array(1024);

  add(rows: readonly Row[]): void {
    this.#reserve(this.#length + rows.length);
    const starts = new Uint32Array(this.#start.buffer), ends = new Uint32Array(this.#end.buffer);
    let at = this.#length;
    for (let i = 0; i < rows.length; i++, at++) {
      const row = rows[i]!, start = row[0], duration = row[1];
      if (typeof start === "number" && typeof duration === "number") {
        writeWords(starts, at, start);
        writeWords(ends, at, start + duration);
      } else {
        this.#start[at] = BigInt(start);
        this.#end[at] = BigInt(start) + BigInt(duration);
      }
      this.#value[at] = row[2];
      this.#origin[at] = Number(row[3]);
    }
    this.#length = at;
  }

  /** Returns the last start and the number of rows with it; the next page begins after these. */
  position(): { last: bigint | undefined; ties: number } {
    const last = this.#length === 0 ? undefined : this.#start[this.#length - 1]!;
    let ties = 0;
    while (ties < this.#length && this.#start[this.#length - 1 - ties] === last) ties++;
    return { last, ties };
  }

  done(origins: ReadonlyMap<number, Origin>): Samples {
    return {
      start: this.#start.subarray(0, this.#length),
      end: this.#end.subarray(0, this.#length),
      value: this.#value.subarray(0, this.#length),
      origin: this.#origin.subarray(0, this.#length),
      origins,
    };
  }

  #reserve(length: number): void {
    if (length <= this.#start.length) return;
    const size = Math.max(length, 2 * this.#start.length);
    const start = new BigInt64Array(size), end = new BigInt64Array(size);
    const value = new Float64Array(size), origin = new Int32Array(size);
    start.set(this.#start);
    end.set(this.#end);
    value.set(this.#value);
    origin.set(this.#origin);
    [this.#start, this.#end, this.#value, this.#origin] = [start, end, value, origin];
  }
}
