import { sampleUntil } from "./sampleUntil.ts";
import { DAY_MS } from "../../time/units.ts";

/** Options of the functions that make sample data. */
export interface SampleOptions {
  /**
   * Integer that decides everything but the real nights.
   * @default 1
   */
  seed?: number;
  /**
   * How many days of 24 hours back from `sampleUntil` to make; a day is the same whatever the number.
   * @default all, about 505
   */
  days?: number;
}

/**
 * Checks the options and gives the seed and the instant, in milliseconds UTC, from which data are wanted.
 *
 * @throws {RangeError} if the seed is not an integer or the days are not above 0
 */
export function readOptions(options: SampleOptions): { seed: number; from: number } {
  const { seed = 1, days } = options;
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot make sample data: seed must be an integer, got ${seed}`);
  }
  if (days === undefined) return { seed, from: -Infinity };
  if (!(days > 0)) {
    throw new RangeError(`Cannot make sample data: days must be above 0, got ${days}`);
  }
  return { seed, from: Math.round(sampleUntil.epochMilliseconds - days * DAY_MS) };
}
