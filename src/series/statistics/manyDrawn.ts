import { chiSquareQuantile, chiSquareTail } from "./chiSquare.ts";

/** The mean of some values and the mean powers of the deviations from it. */
function momentsOf(values: Float64Array): { mean: number; second: number; third: number } {
  let sum = 0, second = 0, third = 0;
  for (const value of values) sum += value;
  const n = values.length, mean = sum / n;
  for (const value of values) {
    const off = value - mean;
    second += off * off;
    third += off * off * off;
  }
  return { mean, second: second / n, third: third / n };
}

/**
 * The interval that a bootstrap of many values comes to: of the difference of two means drawn anew
 * the variance and the skewness are known, and the quantiles are those of Cornish and Fisher (1938)
 * to the order of the skewness, which leaves errors of one in the number of values.
 */
export function manyDrawn(
  a: Float64Array,
  b: Float64Array,
  confidence: number,
): { low: number; high: number } {
  const [of, to] = [momentsOf(a), momentsOf(b)];
  const variance = of.second / a.length + to.second / b.length;
  const third = to.third / b.length ** 2 - of.third / a.length ** 2;
  const skewness = variance > 0 ? third / variance ** 1.5 : 0;
  const squared = chiSquareQuantile(1 - confidence, 1), z = Math.sqrt(squared);
  const error = Math.sqrt(variance),
    middle = to.mean - of.mean + error * (squared - 1) * skewness / 6;
  return { low: middle - error * z, high: middle + error * z };
}

/**
 * What a permutation test of many values comes to: the sum of `k` of them drawn without putting back
 * is normal, with a variance that is known.
 */
export function manyPermuted(all: Float64Array, k: number, observed: number): number {
  const { mean, second } = momentsOf(all), n = all.length;
  const variance = second * k * (n - k) / (n - 1);
  return variance > 0 ? chiSquareTail((observed - k * mean) ** 2 / variance, 1) : 1;
}
