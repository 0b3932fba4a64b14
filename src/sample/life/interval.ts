/** Half-open interval in milliseconds UTC, the unit of the generator. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}
