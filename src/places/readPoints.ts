import type { Zones } from "../time/zone.ts";
import { argSort } from "../frame/columns/argSort.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import type { Point } from "./vectors.ts";

/** Locations in order of time. */
export interface Points {
  /** Times of the rows in microseconds UTC, ascending and unique. */
  readonly time: BigInt64Array;
  /** Locations of the rows; null if unknown. */
  readonly where: readonly (Point | null)[];
  /**
   * Time for which a row of a grid holds, in microseconds; 0 for raw samples, which are instants.
   */
  readonly step: bigint;
  /** Zone of the time column. */
  readonly zone: string;
}

/** Options for reading locations. */
export interface PointsOptions {
  /** Ignores locations with a larger uncertainty, in metres. @default 200 */
  accuracy?: number;
  /**
   * Names of columns that differ from the usual ones, such as `{ slice_time: "at" }`.
   * @default none
   */
  columns?: ColumnNames;
}

export const POINTS_OPTIONS = optionNames<PointsOptions>()("accuracy columns");

const WANTED = {
  "slice_time?": "time",
  "timestamp?": "time",
  "time?": "time",
  "lat?": "float64",
  "long?": "float64",
  "latitude_degrees?": "float64",
  "longitude_degrees?": "float64",
  "horizontal_accuracy_meters?": "float64",
} as const;

/**
 * Reads locations: a regular grid (`slice_time`, `lat`, `long`) or raw samples (`timestamp` or
 * `time`, `latitude_degrees`, `longitude_degrees`, optional `horizontal_accuracy_meters`). A
 * location without both coordinates is unknown. Among rows with the same time, the first known
 * location counts.
 *
 * @throws {TypeError} if the time or a coordinate column is missing, or a time is null
 * @throws {RangeError} if a location is not on Earth, or `accuracy` is not above 0
 */
export function readPoints(
  frame: FrameLike,
  action: string,
  options: PointsOptions & { tz?: Zones } = {},
): Points {
  const { accuracy = 200 } = options;
  if (!(accuracy > 0)) {
    throw new RangeError(`Cannot ${action}: expected accuracy above 0, got ${accuracy}`);
  }
  const columns = openFrame(frame, { action, tz: options.tz }).read(WANTED, {
    full: ["slice_time", "timestamp"],
    columns: options.columns,
  });
  const time = columns.slice_time ?? columns.timestamp ?? columns.time;
  const lat = columns.lat ?? columns.latitude_degrees;
  const long = columns.long ?? columns.longitude_degrees;
  const off = columns.horizontal_accuracy_meters;
  if (time === undefined || lat === undefined || long === undefined) {
    const missing = time === undefined
      ? "slice_time, timestamp or time"
      : lat === undefined
      ? "lat or latitude_degrees"
      : "long or longitude_degrees";
    throw new TypeError(`Cannot ${action}: the frame has no column ${missing}`);
  }
  const noTime = time.valid?.indexOf(0) ?? -1; // index in `time`: the other columns were read without nulls
  if (noTime >= 0) {
    const name = options.columns?.time ?? "time";
    throw new TypeError(`Cannot ${action}: ${name} is null in row ${noTime}`);
  }

  const order = argSort(time.values), count = time.values.length;
  const times = new BigInt64Array(count), where: (Point | null)[] = [];
  for (let i = 0; i < count; i++) {
    const row = order?.[i] ?? i, at = time.values[row]!;
    const known = lat.valid?.[row] !== 0 && long.valid?.[row] !== 0 &&
      !(off?.valid?.[row] !== 0 && (off?.values[row] ?? 0) > accuracy);
    const point = known
      ? onEarth(lat.values[row] ?? NaN, long.values[row] ?? NaN, `row ${row}`, action)
      : null;
    const last = where.length - 1;
    if (last >= 0 && times[last] === at) where[last] ??= point;
    else {
      times[where.length] = at;
      where.push(point);
    }
  }
  const kept = times.subarray(0, where.length);
  const step = columns.slice_time === undefined ? 0n : leastStep(kept);
  return { time: kept, where, step, zone: time.zone };
}

/**
 * Returns a point on Earth.
 *
 * @param what Source of the numbers for the message, such as `row 3`.
 */
export function onEarth(latitude: number, longitude: number, what: string, action: string): Point {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360) return { latitude, longitude };
  throw new RangeError(
    `Cannot ${action}: ${what} is at ${latitude} degrees north, ${longitude} east, which is not on Earth`,
  );
}

function leastStep(times: BigInt64Array): bigint {
  let least = 0n, before: bigint | undefined;
  for (const time of times) {
    const step = time - (before ?? time);
    if (step > 0n && (least === 0n || step < least)) least = step;
    before = time;
  }
  return least;
}
