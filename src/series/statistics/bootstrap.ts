// @ts-types="@types/d3-array"
import { quantile } from "d3-array";
import { random } from "./random.ts";
import { chiSquareQuantile, chiSquareTail } from "./chiSquare.ts";

/** More draws than this would take seconds, and of so many values the answer is known without. */
const MOST = 1e8;

/** The bounds between which the middle of a bootstrap's answers lies: its percentiles. */
export function bootstrapInterval(
  a: Float64Array,
  b: Float64Array,
  { resamples, seed, confidence }: { resamples: number; seed: number; confidence: number },
): { low: number; high: number } {
  if ((a.length + b.length) * resamples > MOST) return bootstrapNormal(a, b, confidence);
  const next = random(seed);
  const drawn = (values: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(next() * values.length)]!;
    return sum / values.length;
  };
  const differences = Float64Array.from({ length: resamples }, () => drawn(b) - drawn(a)).sort();
  const rest = (1 - confidence) / 2;
  return { low: quantile(differences, rest)!, high: quantile(differences, 1 - rest)! };
}

/** Up to so many ways to part the values are all tried. */
const EXACT = 100_000;

/**
 * The chance that values parted at random into groups of these sizes differ in their means by as
 * much, to either side: twice the smaller of the two tails, as scipy.stats.permutation_test has it.
 */
export function permutationP(
  a: Float64Array,
  b: Float64Array,
  { resamples, seed }: { resamples: number; seed: number },
): number {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  all.sort();
  const total = sumOf(all), k = a.length;
  const observed = sumOf(a);
  // The mean of `a` falls as that of `b` rises: the sum of `a` says it all. Equal sums may differ by rounding.
  const slack = 1e-12 * all.reduce((sum, value) => sum + Math.abs(value - total / all.length), 0);
  let less = 0, greater = 0, tried = 0;
  const weigh = (sum: number): void => {
    tried++;
    if (sum <= observed + slack) less++;
    if (sum >= observed - slack) greater++;
  };
  if (partitions(all.length, k) <= EXACT) everySum(all, k, weigh);
  else if (all.length * resamples > MOST) return permuteNormal(all, k, observed);
  else {
    weigh(observed); // the way they were parted is one of them
    const next = random(seed);
    for (let i = 0; i < resamples; i++) weigh(shuffledSum(all, k, next));
  }
  return Math.min(1, 2 * Math.min(less, greater) / tried);
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function partitions(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= k && count <= EXACT; i++) count = count * (n - k + i) / i;
  return count;
}

/** The sums of all choices of k values. */
function everySum(values: Float64Array, k: number, weigh: (sum: number) => void): void {
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) return weigh(sum);
    for (let i = from; i <= values.length - left; i++) choose(i + 1, left - 1, sum + values[i]!);
  };
  choose(0, k, 0);
}

/** The sum of k values at random (Fisher and Yates, as far as needed). */
function shuffledSum(values: Float64Array, k: number, next: () => number): number {
  let sum = 0;
  for (let i = 0; i < k; i++) {
    const j = i + Math.floor(next() * (values.length - i));
    const value = values[j]!;
    values[j] = values[i]!;
    values[i] = value;
    sum += value;
  }
  return sum;
}

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
 * The interval that a bootstrap of many values comes to: of the difference of two means drawn again
 * the variance and the skewness are known, and the quantiles are those of Cornish and Fisher (1938)
 * to the order of the skewness, which leaves errors of one in the number of values.
 */
export function bootstrapNormal(
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
export function permuteNormal(all: Float64Array, k: number, observed: number): number {
  const { mean, second } = momentsOf(all), n = all.length;
  const variance = second * k * (n - k) / (n - 1);
  return variance > 0 ? chiSquareTail((observed - k * mean) ** 2 / variance, 1) : 1;
}
