/** Fluctuation around the lines of boxes of one size. */
export interface BoxFluctuation {
  /** Number of values of a box. */
  readonly size: number;
  readonly value: number;
}

/** Growth of the box sizes from one to the next. */
const GROWTH = 2 ** (1 / 8);

/**
 * Returns the fluctuations of a series without gaps, by box size (Peng et al. 1994): the root mean
 * square of the cumulative sum around a line in each box. An incomplete last box is left out.
 */
export function fluctuation(values: Float64Array): BoxFluctuation[] {
  const n = values.length;
  if (n < 16) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let total = 0;
  const profile = values.map((value) => total += value - mean);
  const sizes = [4];
  while (sizes.at(-1)! + 4 < Math.round(n / 4)) sizes.push(Math.ceil(GROWTH * sizes.at(-1)!));
  return sizes.map((size) => ({ size, value: Math.sqrt(squaresAround(profile, size) / n) }));
}

/** Returns the sum of squares around the lines of the boxes. */
function squaresAround(profile: Float64Array, size: number): number {
  const middle = (size - 1) / 2, xx = size * (size * size - 1) / 12;
  let squares = 0;
  for (let from = 0; from + size <= profile.length; from += size) {
    const first = profile[from]!;
    let sum = 0, xy = 0, yy = 0;
    for (let i = 0; i < size; i++) {
      const y = profile[from + i]! - first;
      sum += y;
      yy += y * y;
      xy += (i - middle) * y;
    }
    squares += Math.max(0, yy - sum * sum / size - xy * xy / xx);
  }
  return squares;
}
