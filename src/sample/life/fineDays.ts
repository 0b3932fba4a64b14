/** Number of days at the end of the sample with more frequent measurements. */
export const FINE_DAYS = 60;
