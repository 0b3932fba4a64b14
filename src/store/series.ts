import type { Interval } from "../time/interval.ts";
import type { Connection } from "./sqlite/connection.ts";

/** A user's records of one data type within a range, as the database finds them. */
export interface Scan {
  /** The data types by the keys of their series: one, or a base type with those defined on it. */
  readonly types: ReadonlyMap<bigint, string>;
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
  { types, from, interval }: Scan,
  { first = from, last = interval.end - 1n }: { first?: bigint; last?: bigint } = {},
): bigint[] {
  const [series] = types.keys();
  return [series!, first, last + 1n, interval.start, interval.start];
}

/** Which records are looked for. */
export interface ScanQuery {
  /** Whose. */
  readonly userid: string;
  /** Of which data type. */
  readonly dataType: string;
  /** Whether records of the types that are defined on it (`<base>/<id>`) count too. @default false */
  readonly withDefined?: boolean | undefined;
  /** In which range. */
  readonly interval: Interval;
}

/** How to find the records that intersect an interval; undefined where none can. */
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

/** A user's series of a data type, and of the types defined on it. */
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
