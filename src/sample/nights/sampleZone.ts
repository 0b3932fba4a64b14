/** The IANA zone in which the person of the sample data lives. */
export const sampleZone = "Europe/Berlin";
