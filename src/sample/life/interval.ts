/** A half-open interval of time in milliseconds UTC: the generator's own unit, exact up to its needs. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** One minute, hour and day in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
