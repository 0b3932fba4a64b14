import type { Interval } from "../time/interval.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Bounds of a query for a user's records of a data type, as the index needs them. */
export interface Scan {
  /** Data types by series key: one type, or a base type with the types defined on it. */
  readonly types: ReadonlyMap<bigint, string>;
  /** Earliest start of a record that can reach into the range. */
  readonly from: bigint;
  readonly interval: Interval;
  /** Duration of the longest record in the series. */
  readonly longest: bigint;
}

/**
 * Selects the records in a scan's interval: an instant if start <= t < end, a span if any part of
 * it is inside. A span that ends exactly at the interval's start is outside.
 */
export const IN_SCAN = "series = ? AND start >= ? AND start < ? AND (end > ? OR start >= ?)";

/**
 * Returns the values for {@linkcode IN_SCAN}. Later pages narrow the bounds of `start`, because the
 * index is searched by start.
 */
export function scanValues(
  { types, from, interval }: Scan,
  { first = from, last = interval.end - 1n }: { first?: bigint; last?: bigint } = {},
): bigint[] {
  const [series] = types.keys();
  return [series!, first, last + 1n, interval.start, interval.start];
}

/** Query for a scan. */
export interface ScanQuery {
  readonly userid: string;
  readonly dataType: string;
  /** Includes records of types defined on this one (`<base>/<id>`). @default false */
  readonly withDefined?: boolean | undefined;
  readonly interval: Interval;
}

/** Returns the bounds for a query; `undefined` if no record can match. */
export function scanOf(
  db: Connection,
  { interval, ...query }: ScanQuery,
): Scan | undefined {
  if (interval.end <= interval.start) return undefined;
  const rows = seriesOf(db, query);
  if (rows.length === 0) return undefined;
  let longest = 0n;
  for (const row of rows) if (row.longest > longest) longest = row.longest;
  const types = new Map(rows.map(({ key, type }) => [key, type]));
  return { types, from: interval.start - longest, interval, longest };
}

/** Returns a user's series of a data type and of the types defined on it. */
export function seriesOf(
  db: Connection,
  { userid, dataType, withDefined = false }: Omit<ScanQuery, "interval">,
): { key: bigint; type: string; longest: bigint }[] {
  return db.rows(
    `SELECT key, data_type AS type, longest FROM series
     WHERE user = (SELECT key FROM users WHERE userid = ?)
     AND (data_type = ? OR (data_type > ? AND data_type < ?))`,
    userid,
    dataType,
    ...(withDefined ? [`${dataType}/`, `${dataType}0`] : ["", ""]), // "0" comes after "/"
  );
}

/**
 * Returns the key of a user's series, created if missing; raises its longest duration to `longest`.
 */
export function keepSeries(
  db: Connection,
  user: bigint,
  dataType: string,
  longest: bigint,
): bigint {
  return db.one<{ key: bigint }>(
    `INSERT INTO series (user, data_type, longest) VALUES (?, ?, ?)
     ON CONFLICT (user, data_type) DO UPDATE SET longest = max(longest, excluded.longest)
     RETURNING key`,
    user,
    dataType,
    longest,
  ).key;
}
