import { lastChange, nextChange, zonedTime } from "./zones.ts";
import type { Interval } from "./interval.ts";
import { MAX_MICROS, MIN_MICROS } from "./instant.ts";

/** Time in which the clock of a zone is not changed. */
export interface ClockSeason extends Interval {
  /** What the clock shows less UTC, in microseconds. */
  readonly offset: bigint;
}

/** The time around an instant (in microseconds since 1970) in which the clock of a zone is not changed, within the years 1 to 9999. */
export function clockSeason(at: bigint, tz: string): ClockSeason {
  return {
    start: lastChange(at, tz) ?? MIN_MICROS,
    end: nextChange(at, tz) ?? MAX_MICROS,
    offset: BigInt(zonedTime(at, tz).offsetNanoseconds) / 1000n,
  };
}
