/** The last days of the sample, which are measured more finely than those before. */
export const FINE_DAYS = 60;
