/**
 * Current time of the sample: noon in Europe/Berlin on the last wake-up date,
 * 2025-03-21T12:00+01:00. The last four minutes of that night are after it.
 */
export const sampleUntil: Temporal.Instant = Temporal.Instant.from("2025-03-21T11:00:00Z");

/** Number of days at the end of the sample with more frequent measurements. */
export const FINE_DAYS = 60;

/** IANA zone of the person in the sample. */
export const sampleZone = "Europe/Berlin";

/** Half-open interval in milliseconds UTC, the unit of the generator. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}
