/**
 * The instant that the sample takes for now: noon in Europe/Berlin on the day of the last waking,
 * 2025-03-21T12:00+01:00. That night's own last four minutes lie after it.
 */
export const sampleUntil: Temporal.Instant = Temporal.Instant.from("2025-03-21T11:00:00Z");
