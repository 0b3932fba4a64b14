/** A half-open interval of time in milliseconds UTC: the generator's own unit, exact up to its needs. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}
