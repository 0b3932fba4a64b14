import type { Interval } from "./interval.ts";
import { MAX_MICROS, MIN_MICROS } from "./instant.ts";

/** Time in which the clock of a zone is not changed. */
export interface ClockSeason extends Interval {
  /** What the clock shows less UTC, in microseconds. */
  readonly offset: bigint;
}

/** The time around an instant (in microseconds since 1970) in which the clock of a zone is not changed, within the years 1 to 9999. */
export function clockSeason(at: bigint, tz: string): ClockSeason {
  const here = new Temporal.ZonedDateTime(at * 1000n, tz);
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const after = here.getTimeZoneTransition("next");
  return {
    start: before === null ? MIN_MICROS : before.epochNanoseconds / 1000n,
    end: after === null ? MAX_MICROS : after.epochNanoseconds / 1000n,
    offset: BigInt(here.offsetNanoseconds) / 1000n,
  };
}
