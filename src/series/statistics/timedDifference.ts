import { dot } from "../numerics/orthogonal.ts";
import { mixtureTail, tailBound } from "../numerics/studentMixture.ts";
import { ROUNDING } from "./dependentMean.ts";
import { betaMass, errorVariance, gapsOf, modelsUnder, PHI, restricted } from "./errorModels.ts";

/** Values of two groups in order of time, at most one per step. */
export interface SteppedGroups {
  /** Step of each value, ascending. */
  readonly at: Int32Array;
  /** The values. */
  readonly value: Float64Array;
  /** Group of each value, 0 or 1. */
  readonly group: Uint8Array;
}

/** Difference of two means of values that depend on their neighbours in time. */
export interface TimedDifference {
  /** Mean of group 1 minus mean of group 0, shared effects removed. */
  readonly difference: number;
  /** Lower end of the interval. */
  readonly low: number;
  /** Upper end of the interval. */
  readonly high: number;
  /** Two-sided p value. */
  readonly p: number;
  /** Number of independent values that each group is worth. */
  readonly sizes: readonly [number, number];
  /** Autocorrelation of neighbours in each group. */
  readonly autocorrelations: readonly [number, number];
}

/** Minimum number of values in each group, and in both together, to judge a difference. */
export const LEAST_EACH = 7, LEAST_BOTH = 28;

/** Ratios of the two spreads that are integrated over: this many, within this many standard errors. */
const RATIOS = 9, WITHIN = 3;

/** Typical distance of the two groups' autocorrelations (inverse hyperbolic tangent). */
const APART = 0.25;

/**
 * Bayes factor at which autocorrelations count as unrelated and the groups are fitted separately.
 */
const UNRELATED = Math.exp(0.5);

/** Log weights further below the largest do not count. */
const NEGLIGIBLE = 16;

/**
 * Kinds of noise on top of the autoregressions, without it first, and their prior mass. A little
 * noise that alternates from day to day represents days that also depend on the day before
 * yesterday. The masses were chosen by simulation: larger ones would hide real shifts of
 * independent days.
 */
const NOISES = [
  { noise: 0, turn: 0, mass: 0.84 },
  { noise: 0.3, turn: 0, mass: 0.05 },
  { noise: 0.6, turn: 0, mass: 0.05 },
  { noise: 0.85, turn: 0, mass: 0.02 },
  { noise: 0.12, turn: -0.5, mass: 0.04 },
] as const;

/** Prior mass of each kind of noise. */
export const NOISE_MASS: readonly number[] = NOISES.map(({ mass }) => mass);

const MODELS = modelsUnder(NOISES);

/** Likelihood, on a grid, of everything about two groups that few days cannot determine. */
export interface TimedFit {
  readonly group: Uint8Array;
  readonly gaps: Float64Array;
  /** Weight with which each value makes the difference. */
  readonly weights: Float64Array;
  readonly difference: number;
  readonly freedom: number;
  /** Prior mass of each autocorrelation. */
  readonly prior: readonly number[];
  /** Ratio of the spreads of each combination, in the order of `logs`. */
  readonly ratios: Float64Array;
  /** Log likelihood of each pair of autocorrelations and ratio of spreads, in this order; -Infinity if it has none. */
  readonly logs: Float64Array;
  /** Likelihood of each pair of autocorrelations: the sum over the ratios of spreads, up to a factor. */
  readonly pairs: Float64Array;
  /** Residual sum of squares, in the same order. */
  readonly squares: Float64Array;
  /** Kinds of noise on top of the autoregressions. */
  readonly noise: readonly NoiseKind[];
}

/** Evidence for a kind of noise, and its effect on the error of the difference. */
interface NoiseKind {
  /** Likelihood, up to a factor of the fit. */
  readonly evidence: number;
  /** Factor of the error without noise. */
  readonly factor: number;
}

/**
 * Fits two groups of values in time.
 *
 * Each group has its own level, spread and lag-1 autocorrelation (a first-order autoregression
 * whose coefficient over a gap of k steps is its k-th power); shared effects, such as weekdays, are
 * columns of the same regression. The difference is the one of least squares. Its error depends on
 * spreads and autocorrelations that few days cannot determine, so they are not estimated but
 * integrated over: each combination on a grid gives the difference a Student's t distribution with
 * its exact error, weighted by the restricted likelihood of the residuals (Harville 1974) and a
 * prior. The ratios of spreads surround the ratio that each pair of autocorrelations implies: a
 * slow drift can hide most of a spread. Noise on top, such as a measurement error, hides an
 * autocorrelation. The error therefore grows by the factor that applies if both groups have one
 * autocorrelation.
 *
 * @param effects Columns whose effects are removed, without a constant.
 * @returns undefined if there are fewer than 7 values in a group or 28 in both, if the effects
 * cannot be separated from the difference, or if nothing varies
 */
export function fitTimed(
  groups: SteppedGroups,
  effects: readonly Float64Array[],
): TimedFit | undefined {
  const { value, group } = groups, n = value.length;
  const count: [number, number] = [0, 0];
  for (const own of group) count[own as 0 | 1]++;
  if (Math.min(...count) < LEAST_EACH || n < LEAST_BOTH) return undefined;
  const width = effects.length + 3, freedom = n - width + 1;
  if (freedom < 3) return undefined;
  const fit = leastSquares(groups, effects);
  if (fit === undefined) return undefined;
  const { table, weights, difference, squares, rests } = fit;
  const floor = 1e-12 * (squares[0] + squares[1]);
  if (!(squares[0] + squares[1] > ROUNDING * value.reduce((sum, one) => sum + one * one, 0))) {
    return undefined;
  }
  const gaps = gapsOf(groups.at), steps = transitions(group, gaps, table, width);
  const variances = (own: 0 | 1): { phi: number; variance: number }[] =>
    PHI.map((phi) => ({
      phi,
      variance: Math.max(floor, varianceUnder(group, gaps, rests, own, phi)),
    }));
  const first = variances(0), second = variances(1);
  const spread = WITHIN * Math.sqrt(1 / count[0] + 1 / count[1]);
  const logs = new Float64Array(PHI.length ** 2 * RATIOS).fill(-Infinity);
  const sums = new Float64Array(logs.length), ratios = new Float64Array(logs.length);
  const root = new Float64Array(width * width);
  let at = 0;
  for (const a of first) {
    for (const b of second) {
      const middle = 0.5 * Math.log(a.variance / b.variance);
      const parts = precision(steps, [a.phi, b.phi], width);
      for (let i = 0; i < RATIOS; i++) {
        const ratio = Math.exp(middle + spread * (2 * i / (RATIOS - 1) - 1));
        const solved = eliminate(parts.matrices, ratio, root, width), own = at++;
        ratios[own] = ratio;
        if (solved === undefined) continue;
        logs[own] = count[1] * Math.log(ratio) - 0.5 * parts.logDeterminant -
          solved.logDiagonal - 0.5 * freedom * Math.log(solved.rss);
        sums[own] = solved.rss;
      }
    }
  }
  const prior = priorOf(Math.min(...count));
  const spreadOf = (own: 0 | 1): number => Math.sqrt(Math.max(floor, squares[own]) / count[own]);
  const noise = noiseOf({ group, gaps, table, weights, width }, {
    spreads: [spreadOf(0), spreadOf(1)],
    prior,
  });
  const most = logs.reduce((most, one) => Math.max(most, one), -Infinity);
  const pairs = Float64Array.from(
    PAIRS,
    (_, pair) => ofPair(logs, pair).reduce((sum, log) => sum + Math.exp(log - most), 0),
  );
  return {
    group,
    gaps,
    weights,
    difference,
    freedom,
    prior,
    ratios,
    logs,
    pairs,
    squares: sums,
    noise,
  };
}

/** Judges each kind of noise, with one autocorrelation for both groups. */
function noiseOf(
  { group, gaps, table, weights, width }: Pick<TimedFit, "group" | "gaps" | "weights"> & {
    readonly table: Float64Array;
    readonly width: number;
  },
  { spreads: [first, second], prior }: {
    readonly spreads: readonly [number, number];
    readonly prior: readonly number[];
  },
): NoiseKind[] {
  const n = group.length, freedom = n - width + 1;
  const spread = Float64Array.from(group, (own) => own === 0 ? first : second);
  const column = (k: number): Float64Array => spread.map((own, i) => table[i * width + k]! / own);
  const columns = Array.from({ length: width - 1 }, (_, k) => column(k)), y = column(width - 1);
  const scaled = weights.map((weight, i) => weight * spread[i]!);
  const fits = MODELS.flatMap((model) => {
    const mass = prior[PHI.indexOf(model.phi)] ?? 0;
    if (mass === 0) return [];
    const { log, rss } = restricted(gaps, columns, y, model);
    return {
      model,
      log: log - 0.5 * freedom * Math.log(rss) + Math.log(mass),
      variance: errorVariance(gaps, scaled, model) * rss / freedom,
    };
  }).filter(({ log, variance }) => Number.isFinite(log + variance));
  const most = (some: typeof fits): number => Math.max(...some.map(({ log }) => log));
  const top = most(fits);
  const kinds = NOISES.map(({ noise, turn }) => {
    const same = fits.filter(({ model }) => model.noise === noise && model.turn === turn);
    const own = most(same);
    let total = 0, variance = 0;
    for (const fit of same) {
      const weight = Math.exp(fit.log - own);
      total += weight;
      variance += weight * fit.variance;
    }
    return { evidence: total * Math.exp(own - top), variance: variance / total };
  });
  return kinds.map(({ evidence, variance }, k) => {
    const factor = Math.sqrt(variance / kinds[0]!.variance); // the first one is without noise
    if (factor > 0 && factor < Infinity) return { evidence, factor };
    return { evidence: k === 0 ? 1 : 0, factor: 1 }; // values that overflow tell nothing of noise
  });
}

/**
 * Returns the posterior weight of each combination on the grid; the largest is 1.
 */
function posterior(fit: TimedFit, prior: readonly number[]): Float64Array {
  const pairs = likelyPairs(fit, prior).map(Math.log);
  const weight = fit.logs.map((log, i) => log + pairs[Math.floor(i / RATIOS)]!);
  const top = weight.reduce((most, one) => Math.max(most, one), -Infinity);
  return weight.map((log) => log > top - NEGLIGIBLE ? Math.exp(log - top) : 0);
}

/**
 * Returns the prior mass of each pair of autocorrelations. It assumes that the two autocorrelations
 * are similar, so that few days of one group learn from the other. If the likelihood contradicts
 * that, it treats them as unrelated.
 */
function likelyPairs({ pairs }: TimedFit, prior: readonly number[]): Float64Array {
  const similar = pairPrior(prior, SIMILAR), unrelated = pairPrior(prior);
  return dot(unrelated, pairs) > UNRELATED * dot(similar, pairs) ? unrelated : similar;
}

/** All pairs of autocorrelations. */
const PAIRS = PHI.flatMap((a) => PHI.map((b): readonly [number, number] => [a, b]));

/** Returns the cells of a pair of autocorrelations, for each ratio of spreads. */
function ofPair(all: Float64Array, pair: number): Float64Array {
  return all.subarray(pair * RATIOS, (pair + 1) * RATIOS);
}

/** Prior density of each pair of autocorrelations that are typically `APART`. */
const SIMILAR = Float64Array.from(
  PAIRS,
  ([a, b]) => 1 / (1 + ((Math.atanh(a) - Math.atanh(b)) / APART) ** 2),
);

function pairPrior(prior: readonly number[], density?: Float64Array): Float64Array {
  const both = Float64Array.from(prior.flatMap((a) => prior.map((b) => a * b)));
  const mass = both.map((one, pair) => one * (density?.[pair] ?? 1));
  const total = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / total);
}

/** Returns the likelihood of a prior mass of the autocorrelations, up to a factor of the fit. */
export function autocorrelationEvidence(fit: TimedFit, prior: readonly number[]): number {
  return dot(likelyPairs(fit, prior), fit.pairs);
}

/** Prior mass of everything about a fit that few days cannot determine. */
export interface TimedPrior {
  /** Mass of each autocorrelation in `PHI`. */
  readonly autocorrelations: readonly number[];
  /** Mass of each kind of noise in `NOISE_MASS`. */
  readonly noise: readonly number[];
}

/**
 * Judges a difference. Interval and p value both come from the mixture over the grid, so they
 * agree.
 *
 * @param prior Mass of each autocorrelation and kind of noise. By default a Beta distribution with most mass near 0 and 1:
 * its shape was chosen by simulation so that false alarms stay below 7 % at autocorrelations up to 0.95.
 */
export function judgeTimed(
  fit: TimedFit,
  confidence: number,
  prior: TimedPrior = { autocorrelations: fit.prior, noise: NOISE_MASS },
): TimedDifference {
  const { group, gaps, weights, difference, freedom, ratios, squares, noise } = fit;
  const all = posterior(fit, prior.autocorrelations), weight: number[] = [], scale: number[] = [];
  let total = 0;
  const phi: [number, number] = [0, 0];
  for (const [pair, both] of PAIRS.entries()) {
    const own = ofPair(all, pair);
    if (own.every((one) => one === 0)) continue;
    const [a, b, ab] = varianceOf(group, gaps, weights, both);
    own.forEach((one, i) => {
      if (one === 0) return;
      const ratio = ratios[pair * RATIOS + i]!, rss = squares[pair * RATIOS + i]!;
      const error = Math.sqrt(rss / freedom * (a + b / ratio ** 2 + ab / ratio));
      noise.forEach(({ evidence, factor }, k) => {
        weight.push(one * evidence * prior.noise[k]!);
        scale.push(error * factor);
      });
      total += one;
      phi[0] += one * both[0];
      phi[1] += one * both[1];
    });
  }
  const tail = mixtureTail({ freedom, scale, weight });
  const half = tailBound(tail, 1 - confidence, 4 * Math.max(...scale));
  const [first, second] = [phi[0] / total, phi[1] / total];
  return {
    difference,
    low: difference - half,
    high: difference + half,
    p: Number.isFinite(half) ? tail(Math.abs(difference)) : NaN,
    sizes: [sizeOf(group, gaps, 0, first), sizeOf(group, gaps, 1, second)],
    autocorrelations: [first, second],
  };
}

/** Prior mass of each autocorrelation in `PHI`, for a number of values in the smaller group. */
function priorOf(least: number): number[] {
  const share = Math.max(0, Math.min(1, (least - 14) / 14));
  return betaMass(PHI, 0.3 + 0.1 * share, 0.35 + 0.2 * share);
}

/** The regression of least squares: its table, and the weights with which values make the difference. */
function leastSquares(
  { value, group }: SteppedGroups,
  effects: readonly Float64Array[],
): {
  table: Float64Array;
  weights: Float64Array;
  difference: number;
  squares: readonly [number, number];
  rests: Float64Array;
} | undefined {
  const n = value.length, p = effects.length + 2, m = p + 1;
  const centre = value.reduce((sum, one) => sum + one, 0) / n;
  const table = new Float64Array(n * m);
  for (const [i, own] of value.entries()) {
    table[i * m + group[i]!] = 1;
    effects.forEach((column, j) => table[i * m + 2 + j] = column[i]!);
    table[i * m + p] = own - centre;
  }
  const products = new Float64Array(m * m);
  addProducts(products, table, table, n, m);
  const root = cholesky(products, m, p);
  if (root === undefined) return undefined;
  const contrast = new Float64Array(p), right = products.slice(p * m, p * m + p);
  contrast[0] = -1;
  contrast[1] = 1;
  const shares = solve(root, contrast, m), slopes = solve(root, right, m);
  const weights = new Float64Array(n), rests = weights.slice();
  const squares: [number, number] = [0, 0];
  let difference = 0;
  for (let i = 0; i < n; i++) {
    const y = table[i * m + p]!;
    let weight = 0, rest = y;
    for (let a = 0; a < p; a++) {
      const cell = table[i * m + a]!;
      weight += cell * shares[a]!;
      rest -= cell * slopes[a]!;
    }
    weights[i] = weight;
    rests[i] = rest;
    difference += weight * y;
    squares[group[i] as 0 | 1] += rest * rest;
  }
  return { table, weights, difference, squares, rests };
}

/** Variance of a group's residuals around their own level if they have an autocorrelation. */
function varianceUnder(
  group: Uint8Array,
  gaps: Float64Array,
  rests: Float64Array,
  which: number,
  phi: number,
): number {
  let ones = 0, cross = 0, squares = 0, n = 0, before = 0, far = Infinity;
  for (let i = 0; i < group.length; i++) {
    far = n === 0 ? Infinity : far + gaps[i]!;
    if (group[i] !== which) continue;
    const keep = n === 0 ? 0 : phi ** far, left = 1 - keep * keep, rest = rests[i]!;
    const one = 1 - keep, own = rest - keep * before;
    ones += one * one / left;
    cross += one * own / left;
    squares += own * own / left;
    before = rest;
    far = 0;
    n++;
  }
  return (squares - cross * cross / ones) / (n - 1);
}

/** Adds the products of rows, lower triangle only. */
function addProducts(
  to: Float64Array,
  left: Float64Array,
  right: Float64Array,
  n: number,
  m: number,
): void {
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < m; a++) {
      const one = left[i * m + a]!;
      if (one === 0) continue;
      for (let b = 0; b <= a; b++) to[a * m + b]! += one * right[i * m + b]!;
    }
  }
}

/** Cholesky root of the first p rows; undefined if they are singular. */
function cholesky(matrix: Float64Array, m: number, p: number): Float64Array | undefined {
  const root = matrix.slice();
  for (let a = 0; a < p; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = root[a * m + b]!;
      for (let k = 0; k < b; k++) sum -= root[a * m + k]! * root[b * m + k]!;
      if (a !== b) root[a * m + b] = sum / root[b * m + b]!;
      else if (!(sum > 1e-9 * matrix[a * m + a]!)) return undefined;
      else root[a * m + a] = Math.sqrt(sum);
    }
  }
  return root;
}

function solve(root: Float64Array, right: Float64Array, m: number): Float64Array {
  const x = right.slice(), p = x.length;
  for (let a = 0; a < p; a++) {
    let rest = x[a]!;
    for (let k = 0; k < a; k++) rest -= root[a * m + k]! * x[k]!;
    x[a] = rest / root[a * m + a]!;
  }
  for (let a = p - 1; a >= 0; a--) {
    let rest = x[a]!;
    for (let k = a + 1; k < p; k++) rest -= root[k * m + a]! * x[k]!;
    x[a] = rest / root[a * m + a]!;
  }
  return x;
}

/** Rows that follow their predecessor over the same gap, between the same groups. */
interface Transition {
  readonly group: 0 | 1;
  readonly before: 0 | 1;
  /** Length in usual gaps; Infinity for the first row. */
  readonly gap: number;
  count: number;
  /** Products of the rows, of rows and predecessors (both ways), and of the predecessors. */
  readonly own: Float64Array;
  readonly both: Float64Array;
  readonly previous: Float64Array;
}

function transitions(
  group: Uint8Array,
  gaps: Float64Array,
  table: Float64Array,
  m: number,
): Transition[] {
  const found = new Map<string, Transition>(), empty = () => new Float64Array(m * m);
  for (const [i, gap] of gaps.entries()) {
    const own = group[i] as 0 | 1, before = (i === 0 ? own : group[i - 1]) as 0 | 1;
    const key = `${own} ${before} ${gap}`;
    let kind = found.get(key);
    if (kind === undefined) {
      const [products, both, previous] = [empty(), empty(), empty()];
      kind = { group: own, before, gap, count: 0, own: products, both, previous };
      found.set(key, kind);
    }
    kind.count++;
    const row = table.subarray(i * m, (i + 1) * m);
    addProducts(kind.own, row, row, 1, m);
    if (i === 0) continue;
    const last = table.subarray((i - 1) * m, i * m);
    addProducts(kind.previous, last, last, 1, m);
    addProducts(kind.both, row, last, 1, m);
    addProducts(kind.both, last, row, 1, m);
  }
  return [...found.values()];
}

/** Products of the decorrelated rows: of group 0, of group 1, and of both. */
type Products = readonly [Float64Array, Float64Array, Float64Array];

function precision(
  steps: readonly Transition[],
  phi: readonly [number, number],
  m: number,
): { matrices: Products; logDeterminant: number } {
  const empty = () => new Float64Array(m * m);
  const matrices: Products = [empty(), empty(), empty()];
  let logDeterminant = 0;
  for (const { group, before, gap, count, own, both, previous } of steps) {
    const r = correlationOver(gap, phi[group], phi[before]), rest = 1 - r * r;
    logDeterminant += count * Math.log(rest);
    const first = matrices[group], second = matrices[before];
    const between = group === before ? first : matrices[2];
    const share = 1 / rest, last = r * share, past = r * last;
    for (let a = 0; a < m; a++) {
      for (let e = a * m; e <= a * m + a; e++) { // lower triangle only
        first[e]! += share * own[e]!;
        second[e]! += past * previous[e]!;
        between[e]! -= last * both[e]!;
      }
    }
  }
  return { matrices, logDeterminant };
}

function correlationOver(gap: number, phi: number, other: number): number {
  return gap === Infinity ? 0 : gap === 1 && phi === other ? phi : (phi * other) ** (gap / 2);
}

/** Eliminates the regression for one ratio of spreads: log root determinant and residual squares. */
function eliminate(
  [a, b, ab]: Products,
  ratio: number,
  matrix: Float64Array,
  m: number,
): { logDiagonal: number; rss: number } | undefined {
  const square = ratio * ratio;
  let logDiagonal = 0;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      const at = i * m + j;
      let sum = a[at]! + square * b[at]! + ratio * ab[at]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * m + k]! * matrix[j * m + k]!;
      if (i !== j) matrix[i * m + j] = sum / matrix[j * m + j]!;
      else if (!(sum > 0)) return undefined;
      else if (i === m - 1) return { logDiagonal, rss: sum };
      else {
        matrix[i * m + i] = Math.sqrt(sum);
        logDiagonal += 0.5 * Math.log(sum);
      }
    }
  }
  return undefined;
}

/** Variance of the weighted sum of values: parts of group 0, of group 1, and of both. */
function varianceOf(
  group: Uint8Array,
  gaps: Float64Array,
  weights: Float64Array,
  phi: readonly [number, number],
): readonly [number, number, number] {
  const found: [number, number, number] = [0, 0, 0];
  let first = 0, second = 0;
  for (let i = 0; i < group.length; i++) {
    const own = group[i] as 0 | 1, w = weights[i]!;
    const r = i === 0 ? 0 : correlationOver(gaps[i]!, phi[own], phi[group[i - 1] as 0 | 1]);
    first *= r;
    second *= r;
    found[own] += w * w + 2 * w * (own === 0 ? first : second);
    found[2] += 2 * w * (own === 0 ? second : first);
    if (own === 0) first += w;
    else second += w;
  }
  return found;
}

/** Number of independent values that a group's mean is worth. */
function sizeOf(group: Uint8Array, gaps: Float64Array, which: number, phi: number): number {
  const n = group.reduce((sum, one) => sum + (one === which ? 1 : 0), 0);
  const weights = Float64Array.from(group, (one) => one === which ? 1 / n : 0);
  const [a, b, both] = varianceOf(group, gaps, weights, [phi, phi]);
  return Math.min(n, 1 / (a + b + both));
}
