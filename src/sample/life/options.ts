import { describeValue } from "../../options/describeValue.ts";
import { sampleUntil } from "./sampleUntil.ts";
import { DAY_MS } from "../../time/units.ts";

/** Options for creating sample data. */
export interface SampleOptions {
  /**
   * Integer that determines everything except the real nights.
   * @default 1
   */
  seed?: number;
  /**
   * Number of days of 24 hours before `sampleUntil`; it does not affect the contents of a day.
   * @default all, about 505
   */
  days?: number;
}

/**
 * Checks the options; returns the seed and the earliest requested instant in milliseconds UTC.
 *
 * @throws {TypeError} if `days` is not a number
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function readOptions(options: SampleOptions): { seed: number; from: number } {
  const { seed = 1, days } = options;
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot make sample data: seed must be an integer, got ${seed}`);
  }
  if (days === undefined) return { seed, from: -Infinity };
  if (typeof days !== "number") {
    throw new TypeError(
      `Cannot make sample data: days is ${describeValue(days)}, expected a number above 0`,
    );
  }
  if (!(days > 0)) {
    throw new RangeError(`Cannot make sample data: days must be above 0, got ${days}`);
  }
  return { seed, from: Math.round(sampleUntil.epochMilliseconds - days * DAY_MS) };
}
