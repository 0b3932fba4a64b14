import { fromMicros } from "../time/instant.ts";
import { type Interval, toInterval } from "../time/interval.ts";
import { type When, whenRange } from "../time/when.ts";
import { zonedTime } from "../time/zones.ts";
import type { AskedRange } from "./polars/askedRange.ts";

/** Rows of a frame, for ranges that look back from its end. */
export interface RangeOfRows {
  /** IANA zone of days. */
  readonly tz: string;
  /** Requested range of the frame. */
  readonly asked: AskedRange | undefined;
  /** Instants of the rows, in microseconds UTC. */
  readonly times: Iterable<bigint>;
}

/**
 * Reads the range of a verb or chart, which can be any {@linkcode When}, with days in the zone of
 * the rows.
 *
 * @throws {TypeError} if the range is not a `When`
 * @throws {RangeError} if a date does not exist, or the end is before the start
 */
export function readRange(when: When, rows: RangeOfRows): Interval {
  const { tz } = rows;
  return toInterval(whenRange(when, { tz, now: endOfRows(when, rows) }), { tz });
}

/**
 * Returns the time at which `{ days }` and `{ nights }` end. This is the end of the
 * requested range, at most the present, or else the last row, whose day is included.
 */
export function endOfRows(
  when: unknown,
  { tz, asked, times }: RangeOfRows,
): () => Temporal.Instant {
  // The last night of a frame that ends at midnight is the one to the day before.
  const isNights = typeof when === "object" && when !== null && "nights" in when;
  return () => {
    if (asked !== undefined) {
      const end = asked.now < asked.end ? asked.now : asked.end;
      return fromMicros(isNights ? end - 1n : end);
    }
    let last = 0n;
    for (const at of times) if (at > last) last = at;
    const day = zonedTime(last, tz);
    return isNights ? day.toInstant() : day.startOfDay().add({ days: 1 }).toInstant();
  };
}
