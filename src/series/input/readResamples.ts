/** Number of samples of a bootstrap, and the seed of their random numbers. */
export interface Resamples {
  readonly resamples: number;
  readonly seed: number;
}

/**
 * Reads the options of a bootstrap of people.
 *
 * @throws {RangeError} if an option is invalid
 */
export function readResamples(
  { resamples = 2000, seed = 1 }: { readonly resamples?: number; readonly seed?: number },
  action: string,
): Resamples {
  if (!(Number.isInteger(resamples) && resamples >= 100 && resamples <= 1_000_000)) {
    throw new RangeError(
      `Cannot ${action}: resamples is ${resamples}. Use an integer from 100 to 1,000,000.`,
    );
  }
  if (!Number.isInteger(seed)) {
    throw new RangeError(`Cannot ${action}: seed is ${seed}. Use an integer.`);
  }
  return { resamples, seed };
}
