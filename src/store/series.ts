import type { Interval } from "../time/interval.ts";
import type { Connection } from "./connection.ts";

/** A user's records of one data type within a range, as the database finds them. */
export interface Scan {
  /** Key of the series. */
  readonly series: bigint;
  /** The earliest start that a record in the range may have. */
  readonly from: bigint;
  /** The range. */
  readonly interval: Interval;
  /** The duration of the series' longest record. */
  readonly longest: bigint;
}

/**
 * Which records intersect a scan's interval: a moment counts where start <= t < end, a span where any
 * part of it lies inside; one that ends exactly at the interval's start does not.
 */
export const IN_SCAN = "series = ? AND start >= ? AND start < ? AND (end > ? OR start >= ?)";

/**
 * The values that {@linkcode IN_SCAN} takes. What was read before is left out by narrower bounds of
 * `start`, because the index is entered by those.
 */
export function scanValues(
  { series, from, interval }: Scan,
  { first = from, last = interval.end - 1n }: { first?: bigint; last?: bigint } = {},
): bigint[] {
  return [series, first, last + 1n, interval.start, interval.start];
}

/** How to find the records of a user's series that intersect an interval; undefined where none can. */
export function scanOf(
  db: Connection,
  userid: string,
  dataType: string,
  interval: Interval,
): Scan | undefined {
  if (interval.end <= interval.start) return undefined;
  const row = db.row<{ key: bigint; longest: bigint }>(
    `SELECT key, longest FROM series
     WHERE user = (SELECT key FROM users WHERE userid = ?) AND data_type = ?`,
    userid,
    dataType,
  );
  if (row === undefined) return undefined;
  return {
    series: row.key,
    from: interval.start - row.longest,
    interval,
    longest: row.longest,
  };
}

/** The key of a user's series of a data type, made if there is none; its longest record grows to `longest`. */
export function keepSeries(
  db: Connection,
  user: bigint,
  dataType: string,
  longest: bigint,
): bigint {
  return db.row<{ key: bigint }>(
    `INSERT INTO series (user, data_type, longest) VALUES (?, ?, ?)
     ON CONFLICT (user, data_type) DO UPDATE SET longest = max(longest, excluded.longest)
     RETURNING key`,
    user,
    dataType,
    longest,
  )!.key;
}
