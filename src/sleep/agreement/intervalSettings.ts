import { readResamples } from "../../series/input/readResamples.ts";

/** Options of intervals. */
export interface IntervalOptions {
  /** Share of intervals that contain the true value, between 0 and 1. @default 0.95 */
  confidence?: number;
  /** Number of bootstrap samples. @default 10_000 */
  resamples?: number;
  /** Seed of the random numbers. @default 1 */
  seed?: number;
}

/**
 * Reads the options of intervals.
 *
 * @throws {RangeError} if an option is invalid
 */
export function intervalSettings(
  { confidence = 0.95, resamples = 10_000, seed = 1 }: IntervalOptions,
  action: string,
): Required<IntervalOptions> {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `Cannot ${action}: confidence is ${confidence}. Use a number between 0 and 1.`,
    );
  }
  return { confidence, ...readResamples({ resamples, seed }, action) };
}
