/**
 * Lengths of elapsed time, the unit at the end of each name: `_MS` milliseconds, `_US` microseconds as a
 * number, `_MICROS` microseconds as a bigint (as instants are). A day is 24 hours here: a local day, which
 * has 23 to 25, is counted in a zone ({@linkcode windows}).
 */

/** 60 seconds, in milliseconds. */
export const MINUTE_MS = 60_000;
/** 60 minutes, in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** 60 seconds, in microseconds. */
export const MINUTE_US = 60_000_000;
/** 60 minutes, in microseconds. */
export const HOUR_US = 60 * MINUTE_US;
/** 24 hours, in microseconds. */
export const DAY_US = 24 * HOUR_US;

/** 60 seconds, in microseconds. */
export const MINUTE_MICROS = 60_000_000n;
/** 60 minutes, in microseconds. */
export const HOUR_MICROS = 60n * MINUTE_MICROS;
/** 24 hours, in microseconds. */
export const DAY_MICROS = 24n * HOUR_MICROS;

/** 24 hours, in seconds. */
export const DAY_SECONDS = 86_400;

/**
 * The unit of times of day as numbers: hours after a local midnight, of the evening before below 0, so
 * that they can be sorted, averaged and correlated. Tables show them as a clock does: -0.5 is 23:30.
 */
export const CLOCK_UNIT = "HH:MM";
