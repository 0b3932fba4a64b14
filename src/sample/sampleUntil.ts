/**
 * The moment at which the sample data ends: noon in Europe/Berlin after the last night that ends
 * before noon, 2025-03-20T12:00+01:00. A night of the packed ones that ends later (there is one, on
 * the next day, which ends at 12:04) is left out, so that "last night", noon to noon, is a whole night.
 */
export const sampleUntil: Temporal.Instant = Temporal.Instant.from("2025-03-20T11:00:00Z");
