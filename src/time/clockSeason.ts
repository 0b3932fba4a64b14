import { lastChange, nextChange, zonedTime } from "./zones.ts";
import type { Interval } from "./interval.ts";
import { MAX_MICROS, MIN_MICROS } from "./instant.ts";

/** Interval with a constant UTC offset in a zone. */
export interface ClockSeason extends Interval {
  /** UTC offset in microseconds. */
  readonly offset: bigint;
}

/**
 * Returns the interval of constant UTC offset around an instant (in microseconds since 1970),
 * within the years 1 to 9999.
 */
export function clockSeason(at: bigint, tz: string): ClockSeason {
  return {
    start: lastChange(at, tz) ?? MIN_MICROS,
    end: nextChange(at, tz) ?? MAX_MICROS,
    offset: BigInt(zonedTime(at, tz).offsetNanoseconds) / 1000n,
  };
}
