import { random } from "../numerics/random.ts";
import { ROUNDING } from "./dependentMean.ts";
import { moments, type Tested, UNTESTED, welchTest } from "./welch.ts";

/** Above this number of draws, use the limit of the drawn distribution: Welch's test. */
const MOST = 1e8;

/** Up to this number of partitions, all are tried. */
const EXACT = 100_000;

/** Group A of each partition: number from b, sum, sum of squares, and sum from b. */
interface Parts {
  readonly fromB: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
  readonly sumB: Float64Array;
}

/**
 * Compares the means of exchangeable values whose spreads may differ, by the permutation test of
 * Welch's t (Janssen 1997). The test keeps its level asymptotically for unequal spreads and is
 * exact for equal distributions. The p value is the fraction of partitions with a t at least as far
 * from 0. The interval contains the shifts of `b` that the test does not reject, so it excludes 0
 * if and only if p is at most `1 - confidence`.
 *
 * Up to 100,000 partitions are all tried; beyond that, a random sample that includes the observed
 * partition. If the partitions are too few to reject any shift, the interval is null.
 */
export function permutationTest(
  a: Float64Array,
  b: Float64Array,
  { resamples, seed, confidence }: { resamples: number; seed: number; confidence: number },
): Tested {
  const k = a.length, n = k + b.length;
  if (k === 0 || b.length === 0) return UNTESTED;
  const ways = waysToPart(n, k);
  if (ways > EXACT && n * resamples > MOST) return welchTest(a, b, confidence);
  // Deviations from the mean keep the sums of squares exact.
  const centre = (moments(a).mean * k + moments(b).mean * b.length) / n;
  const all = Float64Array.of(...a.map((v) => v - centre), ...b.map((v) => v - centre));
  const parts = ways <= EXACT ? everyPart(all, k, ways) : drawnParts(all, k, resamples, seed);
  const p = pValueOf(all, k, parts);
  const alpha = 1 - confidence, at = p(0);
  const difference = moments(b).mean - moments(a).mean;
  const extent = Math.sqrt(moments(all).squares / n);
  if (extent === 0) return { ...UNTESTED, p: 1 };
  // Sides that do not vary say nothing about how far their means may be off.
  const within = moments(a).squares + moments(b).squares;
  if (!(within > ROUNDING * n * (centre ** 2 + extent ** 2))) return { ...UNTESTED, p: at };
  const bound = (sign: 1 | -1): number | null => {
    let inside = difference, step = extent / 4;
    // A shift of 0 that is not rejected belongs to the interval, even across a gap.
    if (at > alpha && sign * inside < 0) inside = 0;
    while (p(inside + sign * step) > alpha) {
      inside += sign * step;
      step *= 2;
      if (step > 1e9 * extent) return null;
    }
    let outside = inside + sign * step;
    if (at <= alpha && sign * inside < 0 && sign * outside > 0) outside = 0;
    while (Math.abs(outside - inside) > 1e-9 * extent) {
      const middle = (inside + outside) / 2;
      if (p(middle) > alpha) inside = middle;
      else outside = middle;
    }
    return outside;
  };
  const low = bound(-1), high = bound(1);
  return low === null || high === null ? { ...UNTESTED, p: at } : { low, high, p: at };
}

/** Returns the p value as a function of the tested shift of `b`. */
function pValueOf(all: Float64Array, k: number, parts: Parts): (shift: number) => number {
  const n = all.length, m = n - k, count = parts.sum.length;
  let sum = 0, squares = 0, sumB = 0;
  for (const [i, value] of all.entries()) {
    sum += value;
    squares += value ** 2;
    if (i >= k) sumB += value;
  }
  /** Returns Welch's t of a partition after subtracting `shift` from the values of b. */
  const statistic = (i: number, shift: number): number => {
    const fromB = parts.fromB[i]!;
    const ofA = parts.sum[i]! - shift * fromB, ofAll = sum - shift * m;
    const squaresA = parts.squares[i]! - 2 * shift * parts.sumB[i]! + shift * shift * fromB;
    const squaresAll = squares - 2 * shift * sumB + shift * shift * m;
    const ofB = ofAll - ofA;
    const spreadA = k < 2 ? 0 : Math.max(0, squaresA - ofA * ofA / k) / (k - 1) / k;
    const spreadB = m < 2 ? 0 : Math.max(0, squaresAll - squaresA - ofB * ofB / m) / (m - 1) / m;
    const difference = ofB / m - ofA / k, variance = spreadA + spreadB;
    const scale = 1e-12 * squaresAll / n;
    if (variance > scale) return difference / Math.sqrt(variance);
    return difference * difference <= scale ? 0 : difference * Infinity;
  };
  return (shift) => {
    const observed = Math.abs(statistic(0, shift)), least = observed * (1 - 1e-9);
    if (observed === 0) return 1;
    let asFar = 0;
    for (let i = 0; i < count; i++) {
      const one = Math.abs(statistic(i, shift));
      if (one === observed || one >= least) asFar++;
    }
    return asFar / count;
  };
}

function waysToPart(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= k && count <= EXACT; i++) count = count * (n - k + i) / i;
  return count;
}

function emptyParts(count: number): Parts {
  const zeros = (): Float64Array => new Float64Array(count);
  return { fromB: zeros(), sum: zeros(), squares: zeros(), sumB: zeros() };
}

function addTo(parts: Parts, way: number, value: number, isB: boolean): void {
  parts.sum[way]! += value;
  parts.squares[way]! += value * value;
  if (!isB) return;
  parts.fromB[way]!++;
  parts.sumB[way]! += value;
}

/** Returns all choices of group A, the observed choice first. */
function everyPart(all: Float64Array, k: number, ways: number): Parts {
  const parts = emptyParts(Math.round(ways)), n = all.length;
  const chosen = Int32Array.from({ length: k }, (_, i) => i);
  for (let way = 0;; way++) {
    for (const i of chosen) addTo(parts, way, all[i]!, i >= k);
    let last = k - 1;
    while (last >= 0 && chosen[last] === n - k + last) last--;
    if (last < 0) return parts;
    chosen[last]!++;
    for (let i = last + 1; i < k; i++) chosen[i] = chosen[i - 1]! + 1;
  }
}

/** Returns the observed partition and random ones (Fisher and Yates). */
function drawnParts(all: Float64Array, k: number, resamples: number, seed: number): Parts {
  const parts = emptyParts(resamples + 1), n = all.length, next = random(seed);
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < k; i++) addTo(parts, 0, all[i]!, false);
  for (let way = 1; way <= resamples; way++) {
    for (let i = 0; i < k; i++) {
      const j = i + Math.floor(next() * (n - i)), other = order[j]!;
      order[j] = order[i]!;
      order[i] = other;
      addTo(parts, way, all[other]!, other >= k);
    }
  }
  return parts;
}
