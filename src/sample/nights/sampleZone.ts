/** IANA zone of the person in the sample. */
export const sampleZone = "Europe/Berlin";
