/**
 * Lengths of elapsed time. The end of each name is the unit: `_MS` milliseconds, `_US` microseconds
 * as a number, `_MICROS` microseconds as a bigint, as for instants. A day has 24 hours here; local
 * days of 23 to 25 hours come from {@linkcode windows}.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_US = 60_000_000;
export const HOUR_US = 60 * MINUTE_US;
export const DAY_US = 24 * HOUR_US;

export const MINUTE_MICROS = 60_000_000n;
export const HOUR_MICROS = 60n * MINUTE_MICROS;
export const DAY_MICROS = 24n * HOUR_MICROS;

export const DAY_SECONDS = 86_400;

/**
 * Unit of times of day as numbers: hours after a local midnight, negative for the evening before.
 * Such numbers can be sorted, averaged and correlated. Tables show them as times: -0.5 is 23:30.
 */
export const CLOCK_UNIT = "HH:MM";
