import { normalQuantile, normalTail } from "./chiSquare.ts";

/**
 * Minimum and maximum number of values for which the approximation of {@linkcode shapiroWilk} was
 * fitted.
 */
const LEAST = 3, MOST = 5000;

/**
 * Returns the p value of the Shapiro-Wilk test of normality (Royston 1995, Applied Statistics 44,
 * algorithm R94); `undefined` for fewer than 3 or more than 5,000 values, or if all are equal.
 */
export function shapiroWilk(values: ArrayLike<number>): number | undefined {
  const n = values.length;
  if (n < LEAST || n > MOST) return undefined;
  const x = Float64Array.from(values).sort();
  if (!(x[n - 1]! > x[0]!)) return undefined;
  const weights = weightsOf(n), mean = x.reduce((sum, one) => sum + one, 0) / n;
  let cross = 0, squares = 0;
  x.forEach((one, i) => {
    cross += weights[i]! * (one - mean);
    squares += (one - mean) ** 2;
  });
  return tailOf(Math.min(1, cross * cross / squares), n);
}

/** Returns the weights of the ordered values; their squares add up to 1. */
function weightsOf(n: number): Float64Array {
  if (n === 3) return Float64Array.of(-Math.SQRT1_2, 0, Math.SQRT1_2);
  const scores = Float64Array.from(
    { length: n },
    (_, i) => normalQuantile((i + 0.625) / (n + 0.25)),
  );
  const squares = scores.reduce((sum, score) => sum + score * score, 0);
  const small = 1 / Math.sqrt(n), weights = new Float64Array(n);
  const last = polynomial(
    [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056],
    small,
  ) + scores[n - 1]! / Math.sqrt(squares);
  const next = polynomial(
    [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633],
    small,
  ) + scores[n - 2]! / Math.sqrt(squares);
  const ends = n > 5 ? [last, next] : [last];
  const rest = ends.reduce((sum, _, i) => sum - 2 * scores[n - 1 - i]! ** 2, squares);
  const scale = Math.sqrt(rest / ends.reduce((sum, end) => sum - 2 * end * end, 1));
  scores.forEach((score, i) => weights[i] = score / scale);
  ends.forEach((end, i) => {
    weights[n - 1 - i] = end;
    weights[i] = -end;
  });
  return weights;
}

/** Returns the probability of a smaller W in normal values. */
function tailOf(w: number, n: number): number {
  if (n === 3) {
    return Math.max(0, 6 / Math.PI * (Math.asin(Math.sqrt(w)) - Math.asin(Math.sqrt(0.75))));
  }
  const left = Math.log(1 - w), log = Math.log(n);
  if (n <= 11) {
    const bound = -2.273 + 0.459 * n;
    if (left >= bound) return 0;
    const mean = polynomial([0.544, -0.39978, 0.025054, -0.0006714], n);
    const spread = Math.exp(polynomial([1.3822, -0.77857, 0.062767, -0.0020322], n));
    return normalTail((-Math.log(bound - left) - mean) / spread);
  }
  const mean = polynomial([-1.5861, -0.31082, -0.083751, 0.0038915], log);
  const spread = Math.exp(polynomial([-0.4803, -0.082676, 0.0030302], log));
  return normalTail((left - mean) / spread);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, one) => sum * x + one, 0);
}
