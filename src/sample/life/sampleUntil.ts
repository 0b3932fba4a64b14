/**
 * Current time of the sample: noon in Europe/Berlin on the last wake-up date,
 * 2025-03-21T12:00+01:00. The last four minutes of that night are after it.
 */
export const sampleUntil: Temporal.Instant = Temporal.Instant.from("2025-03-21T11:00:00Z");
