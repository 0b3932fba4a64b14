import { removeFrom } from "../numerics/orthogonal.ts";
import type { Values } from "../input/readValues.ts";

/** Noise in which each value retains part of the value before: a first-order autoregression. */
export interface RedNoise {
  /** Steps that have a value, ascending. */
  readonly at: Float64Array;
  /** Length of a step in microseconds. */
  readonly step: number;
  /** Autocorrelations from one step to the next that the record allows for, from 0 up to 1. */
  readonly phis: readonly number[];
  /** Share of the variance of the single values that is left in the means over the steps. */
  readonly ratio: number;
  /** Independent values that the variance of the noise is based on. */
  readonly size: number;
}

/** Noise worth fewer independent values than this is a drift that hides periods. */
export const LEAST_INDEPENDENT = 5;

/**
 * Fraction of the degrees of freedom of a fold to use, because two moments underestimate the far
 * tail.
 */
const FOLD_MARGIN = 0.8;

/** Largest autocorrelation that can be distinguished from drift. */
const STRONGEST = 0.999;

/**
 * Fits red noise to a record like Schulz and Mudelsee 2002 (doi:10.1016/S0098-3004(01)00044-9). It
 * takes means over steps of a minimum length, removes the cosine of the strongest period, and
 * estimates the autocorrelation of consecutive means, corrected for bias (Kendall 1954). Means keep
 * sensor noise, which changes from value to value, from hiding effects that last for hours. The
 * autocorrelation over two steps accounts for the remaining sensor noise. Each autocorrelation
 * counts with its standard error to either side, because the removed cosine may itself have been
 * noise.
 */
export function fitRedNoise(
  { at, value }: Pick<Values, "at" | "value">,
  step: number,
  peak: number,
): RedNoise {
  const steps: number[] = [], sums: number[] = [], counts: number[] = [];
  let total = 0;
  for (let i = 0; i < at.length; i++) {
    const own = Math.floor((at[i]! - at[0]!) / step);
    if (own !== steps.at(-1)) {
      steps.push(own);
      sums.push(0);
      counts.push(0);
    }
    const one = value[i]!;
    sums[sums.length - 1]! += one;
    counts[counts.length - 1]!++;
    total += one;
  }
  const n = steps.length, mean = total / at.length, place = Float64Array.from(steps);
  let between = 0, within = 0;
  const off = Float64Array.from(sums, (sum, i) => {
    const count = counts[i]!, own = sum / count - mean;
    between += count * own ** 2;
    return own;
  });
  for (const own of value) within += (own - mean) ** 2;
  removeFrom(off, cosineTerms(place, 2 * Math.PI * step / peak));
  const gap = usualGap(steps), next = autocorrelation(steps, off, gap);
  const error = Math.sqrt(Math.max(0, 1 - next * next) / n);
  const second = autocorrelation(steps, off, 2 * gap), isSeen = second > 2 / Math.sqrt(n);
  const phis = [next - error, next + error, isSeen ? Math.sqrt(second) : 0].map((phi) =>
    Math.min(STRONGEST, Math.max(0, phi)) ** (1 / gap)
  );
  const phi = Math.min(STRONGEST, next) ** (1 / gap);
  return {
    at: place,
    step,
    phis,
    ratio: within > 0 ? Math.min(1, between / within) : 1,
    size: n * (1 - phi ** 2) / (1 + phi ** 2),
  };
}

/** Returns the autocorrelation at a lag, at least 0, corrected for bias. */
function autocorrelation(steps: readonly number[], off: Float64Array, lag: number): number {
  const n = steps.length;
  let products = 0, pairs = 0, squares = 0;
  for (let i = 0, j = 0; i < n; i++) {
    const own = off[i]!, earlier = steps[i]! - lag;
    squares += own ** 2;
    while (steps[j]! < earlier) j++;
    if (steps[j] !== earlier) continue;
    products += own * off[j]!;
    pairs++;
  }
  if (pairs === 0 || squares === 0) return 0;
  return Math.max(0, (n * products / pairs / (squares / n) + 1) / Math.max(1, n - 3));
}

/**
 * Returns orthogonal cosine and sine columns for an angle per step, with mean 0 and length 1; all 0
 * if undefined.
 */
function cosineTerms(at: Float64Array, omega: number): readonly [Float64Array, Float64Array] {
  const n = at.length, cosine = new Float64Array(n), sine = new Float64Array(n);
  let c = 0, s = 0, cc = 0, cs = 0, ss = 0;
  for (let i = 0; i < n; i++) {
    const angle = omega * at[i]!;
    c += cosine[i] = Math.cos(angle);
    s += sine[i] = Math.sin(angle);
  }
  for (let i = 0; i < n; i++) {
    const a = cosine[i]! -= c / n, b = sine[i]! -= s / n;
    cc += a * a;
    cs += a * b;
    ss += b * b;
  }
  const slope = cc > 0 ? cs / cc : 0, rest = ss - slope * cs;
  const first = cc > 1e-9 * n ? 1 / Math.sqrt(cc) : 0,
    second = rest > 1e-9 * n ? 1 / Math.sqrt(rest) : 0;
  for (let i = 0; i < n; i++) {
    sine[i] = (sine[i]! - slope * cosine[i]!) * second;
    cosine[i]! *= first;
  }
  return [cosine, sine];
}

/** Returns the most common gap between neighbours. */
function usualGap(steps: readonly number[]): number {
  const counts = new Map<number, number>();
  steps.slice(1).forEach((step, i) => {
    const gap = step - steps[i]!;
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  });
  return [...counts].reduce((best, one) => one[1] > best[1] ? one : best, [1, 0])[0];
}

/**
 * Returns the expected fraction of the squares of red noise that a cosine explains at the record's
 * own steps: the autoregression's spectrum with leakage from gaps and ends. Uses the plausible
 * autocorrelation with the largest fraction.
 */
export function redShare({ at, phis, step }: RedNoise, period: number): number {
  const [cosine, sine] = cosineTerms(at, 2 * Math.PI * step / period);
  return Math.max(...phis.map((phi) => shareOf(at, phi, cosine, sine)));
}

function shareOf(at: Float64Array, phi: number, cosine: Float64Array, sine: Float64Array): number {
  const n = at.length, log = Math.log(phi);
  let ones = 0, explained = 0, forthOne = 0, forthFirst = 0, forthSecond = 0;
  for (let i = 0, before = at[0]! - 1; i < n; i++) {
    const a = cosine[i]!, b = sine[i]!, time = at[i]!, gap = time - before;
    const keep = gap === 1 ? phi : Math.exp(log * gap);
    forthOne *= keep;
    forthFirst *= keep;
    forthSecond *= keep;
    ones += 1 + 2 * forthOne;
    explained += a * (a + 2 * forthFirst) + b * (b + 2 * forthSecond);
    before = time;
    forthOne += 1;
    forthFirst += a;
    forthSecond += b;
  }
  return explained / (n - ones / n);
}

/**
 * Returns scale and degrees of freedom of the chi-square distribution that Sokolove and Bushell's
 * Qp follows in red noise. They match its expectation and variance (Satterthwaite 1946) for `n`
 * values without gaps folded at `fold` steps, with a margin for the far tail.
 */
export function redFold(
  { phis }: RedNoise,
  n: number,
  fold: number,
): { scale: number; freedom: number } {
  const found = phis.map((phi) => foldOf(phi, n / fold, fold));
  return found.reduce((most, one) =>
    one.scale * one.freedom > most.scale * most.freedom ? one : most
  );
}

function foldOf(phi: number, cycles: number, fold: number): { scale: number; freedom: number } {
  const n = cycles * fold,
    over = (steps: number): number => steps === 0 ? 1 : phi ** Math.abs(steps);
  let ofMean = 1;
  for (let k = 1, own = phi; k < n && own > 1e-12; k++, own *= phi) ofMean += 2 * (1 - k / n) * own;
  ofMean /= n;
  /** Returns the covariance of the means of two columns, without the overall mean. */
  const between = (apart: number): number => {
    let sum = over(apart) * cycles;
    for (let m = 1; m < cycles; m++) {
      const added = (cycles - m) * (over(m * fold + apart) + over(m * fold - apart));
      sum += added;
      if (added < 1e-12) break;
    }
    return sum / cycles ** 2 - ofMean;
  };
  const own = between(0);
  let squares = fold * own ** 2;
  for (let apart = 1; apart < fold; apart++) squares += 2 * (fold - apart) * between(apart) ** 2;
  const freedom = FOLD_MARGIN * (fold * own) ** 2 / squares;
  return { scale: n * own / (1 - ofMean) / freedom, freedom };
}

/**
 * Returns the probability per period at which noise exceeds the threshold anywhere in a band with
 * probability `significance`. Uses Davies' bound for the standard deviation of the times (Baluev
 * 2008, doi:10.1111/j.1365-2966.2008.12689.x), or Šidák's if it is less strict.
 */
export function bandSignificance(
  { at, step }: RedNoise,
  periods: readonly number[],
  significance: number,
): number {
  const n = at.length, mean = at.reduce((sum, one) => sum + one, 0) / n;
  const variance = at.reduce((sum, one) => sum + (one - mean) ** 2, 0) / n * step * step;
  const [shortest, longest] = [Math.min(...periods), Math.max(...periods)];
  const width = (1 / shortest - 1 / longest) * Math.sqrt(4 * Math.PI * variance);
  let low = 0, high = 50; // minus the logarithm of the probability
  while (high - low > 1e-9) {
    const z = (low + high) / 2;
    if (Math.exp(-z) * (1 + width * Math.sqrt(z)) > significance) low = z;
    else high = z;
  }
  return Math.max(Math.exp(-high), -Math.expm1(Math.log1p(-significance) / periods.length));
}
