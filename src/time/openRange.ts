import { checkOptions } from "../options/checkOptions.ts";
import { MAX_MICROS, MIN_MICROS, type TimeLike, toMicros } from "./instant.ts";
import { type Interval, type Range, toInterval } from "./interval.ts";
import { zone as readZone } from "./zone.ts";
import { type When, type WhenOptions, whenRange } from "./when.ts";

/** A range with a start, an end, or both. */
export interface OpenRange {
  /** Inclusive start. @default all rows before the end */
  readonly start_time?: TimeLike;
  /** Exclusive end. @default all rows from the start */
  readonly end_time?: TimeLike;
}

/** Range of rows: a {@linkcode When}, or only a start or an end. */
export type Between = Exclude<When, Range> | OpenRange;

/** Options for reading a range with open ends. */
export interface OpenRangeOptions extends WhenOptions {
  /** Failed action, for messages. */
  readonly action: string;
}

/**
 * Reads a range with an optional start and end; a missing one is the minimum or maximum instant.
 *
 * @throws {TypeError} if it is not a {@linkcode Between}
 * @throws {RangeError} if a date does not exist, or the end is before the start
 */
export function openInterval(range: Between, { tz, now, action }: OpenRangeOptions): Interval {
  const zone = tz === undefined ? undefined : readZone(tz);
  if (!isOpen(range)) return toInterval(whenRange(range, { tz, now }), { tz: zone });
  checkOptions(`${action} (range)`, range as object, { start_time: true, end_time: true });
  const read = (at: TimeLike | undefined, what: string, none: bigint): bigint =>
    at === undefined ? none : toMicros(at, { tz: zone, what });
  const { start_time, end_time } = range;
  const start = read(start_time, "start_time", MIN_MICROS);
  const end = read(end_time, "end_time", MAX_MICROS);
  if (end >= start) return { start, end };
  throw new RangeError(
    `Cannot ${action}: end_time ${String(end_time)} is before start_time ${String(start_time)}`,
  );
}

/** Returns whether a range has `start_time`, `end_time` or both, each a date or an instant. */
function isOpen(range: Between): range is OpenRange {
  return typeof range === "object" && range !== null &&
    ("start_time" in range || "end_time" in range);
}
