import { isoMicros } from "./iso.ts";
import { type TimeLike, toMicros, type ToMicrosOptions } from "./instant.ts";

/** Half-open interval as on the wire. */
export interface Range {
  /** Inclusive start. */
  readonly start_time: TimeLike;
  /** Exclusive end. */
  readonly end_time: TimeLike;
}

/** Half-open interval `[start, end)` in microseconds UTC. */
export interface Interval {
  /** Inclusive start. */
  readonly start: bigint;
  /** Exclusive end. */
  readonly end: bigint;
}

/**
 * Converts a range to a half-open interval in microseconds UTC.
 *
 * @throws {RangeError} if the end is before the start, or an end is not a time
 */
export function toInterval(range: Range, options: Pick<ToMicrosOptions, "tz"> = {}): Interval {
  const start = toMicros(range.start_time, { ...options, what: "start_time" });
  const end = toMicros(range.end_time, { ...options, what: "end_time" });
  if (end < start) {
    throw new RangeError(
      `Cannot use the range: end_time ${isoMicros(end)} is before start_time ${isoMicros(start)}`,
    );
  }
  return { start, end };
}
