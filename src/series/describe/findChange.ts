import { random } from "../numerics/random.ts";
import { normalTail } from "../numerics/chiSquare.ts";
import { dot, unit, without } from "../numerics/orthogonal.ts";
import { ROUNDING } from "../statistics/dependentMean.ts";
import {
  ERROR_MODELS,
  type ErrorModel,
  gapsOf,
  INDEPENDENT,
  neighbourCorrelation,
  NOISE,
  restricted,
  sharesOf,
  type Whitening,
  whitening,
} from "../statistics/errorModels.ts";
import { trendPrior } from "../statistics/fitTrend.ts";

/** The largest change of a series from one level to another, and the interval of its index. */
export interface LocatedChange {
  /** Index of the first value at the new level. */
  readonly index: number;
  /** Interval of the index. */
  readonly low: number;
  readonly high: number;
  /** Largest F statistic over all possible changes. */
  readonly supF: number;
  /** Levels before and after, with average effects. */
  readonly before: number;
  readonly after: number;
  /** Estimated autocorrelation of neighbours around the two levels; 0 if errors are independent. */
  readonly autocorrelation: number;
}

/** The largest change of a series, and how likely it is without a change. */
export interface FoundChange extends LocatedChange {
  /** Probability of an F statistic as large in a series without a change. */
  readonly p: number;
}

/** Settings of {@linkcode locateChange}. */
export interface ChangeSettings {
  /** Columns whose effects are removed, without a constant. */
  readonly effects: readonly Float64Array[];
  /** Minimum number of values on each side. */
  readonly least: number;
  readonly confidence: number;
  /** `true` if the errors are independent. */
  readonly isIndependent: boolean;
}

/** Number of simulated series; p is at least 1 / (this + 1). */
const RECORDS = 999;

/** Share of a sum of squares below which nothing is left. */
const NOTHING = 1e-9;

/**
 * Prior probability of no change. Models of the errors are weighed with and without a change: next
 * to the largest change, a slow drift looks like noise; without it, a change looks like a drift.
 */
const UNCHANGED = 0.7;

/** Prior variance of a change, in variances of the errors. */
export const STEP = 4;

/** Factors of the prior of each share of noise: a drift under noise misleads a search most. */
const MORE_NOISE = [1, 3, 3, 3];

/** A series by step. */
interface Values {
  readonly at: Int32Array;
  readonly value: Float64Array;
}

/**
 * Finds the change of level with the largest F statistic (Quandt 1960, Andrews 1993), and its
 * chance: the share of simulated series without a change that have an F as large, with the same
 * gaps and with models of the errors in the shares of their weights. Models are weighed with and
 * without a change, because a search removes part of a drift.
 *
 * @param settings `trim` is the minimum share of the values on each side.
 * @returns undefined if the values do not vary, or the effects cannot be separated
 */
export function findChange(
  values: Values,
  { trim, ...settings }: Omit<ChangeSettings, "least"> & { readonly trim: number },
): FoundChange | undefined {
  const least = Math.max(2, Math.floor(trim * values.value.length));
  const found = locate(values, { ...settings, least });
  if (found === undefined) return undefined;
  const { change, ...data } = found;
  return { ...change, p: chanceOf(change.supF, data) };
}

/**
 * Finds the change of level with the largest F statistic, and the interval of its index.
 *
 * Dependent errors are a first-order autoregression, with or without independent noise on top. Its
 * coefficient is not estimated but integrated over: each coefficient on a grid and index of the
 * change has the restricted likelihood of the residuals as its weight. The interval has the central
 * share of the weights of all indices, without noise. The interval of independent errors is the one
 * of Bai 1997.
 *
 * @returns undefined if the values do not vary, or the effects cannot be separated
 */
export function locateChange(values: Values, settings: ChangeSettings): LocatedChange | undefined {
  return locate(values, settings)?.change;
}

function locate(
  { at, value }: Values,
  { effects, least, confidence, isIndependent }: ChangeSettings,
): { readonly change: LocatedChange } & ChanceData | undefined {
  const n = value.length, mean = value.reduce((sum, one) => sum + one, 0) / n;
  const y = value.map((one) => one - mean);
  const gaps = gapsOf(at), columns = [new Float64Array(n).fill(1), ...effects];
  const freedom = n - columns.length - 1;
  const plain = stepsOf(gaps, columns, INDEPENDENT), range = { least, freedom };
  if (plain === undefined || freedom < 3) return undefined;
  const { rss, squares, slopes } = explained(plain, y, range);
  const index = squares.reduce((best, one, i) => one > squares[best]! ? i : best, least);
  const square = squares[index]!, left = rss - square;
  if (
    !(rss > NOTHING * dot(y, y) && rss > ROUNDING * dot(value, value)) || !(left > NOTHING * rss)
  ) return undefined;
  const supF = freedom * square / left, step = slopes[index]!;
  const before = mean - step * (n - index) / n;
  const data = { gaps, columns, y };
  const errors = isIndependent ? new Map([[INDEPENDENT, 1]]) : errorsOf(data, range);
  const [low, high] = isIndependent
    ? around(index, n, baiBound(confidence) * left / n / step ** 2)
    : central(weightsOf(data, range), index, confidence);
  const autocorrelation = isIndependent ? 0 : autocorrelationAround(index, data);
  const change = { index, low, high, supF, before, after: before + step, autocorrelation };
  return { change, plain, gaps, errors, range };
}

/** The series that a chance is simulated for. */
interface ChanceData {
  readonly plain: Steps;
  readonly gaps: Float64Array;
  /** Share of each model of the errors. */
  readonly errors: ReadonlyMap<ErrorModel, number>;
  readonly range: ChangeRange;
}

interface ChangeRange {
  /** Minimum number of values on each side. */
  readonly least: number;
  readonly freedom: number;
}

/** Whitened steps of all indices, and an orthonormal basis of the other columns. */
interface Steps {
  readonly white: Whitening;
  readonly basis: readonly Float64Array[];
  /** Squares of the step of each index that the basis does not explain. */
  readonly free: Float64Array;
  /** Restricted log likelihood without residuals and step. */
  readonly log: number;
}

/** Whitens the steps; undefined if the columns depend on each other. */
function stepsOf(
  gaps: Float64Array,
  columns: readonly Float64Array[],
  model: ErrorModel,
): Steps | undefined {
  const white = whitening(gaps, model), basis: Float64Array[] = [];
  let { log } = white;
  for (const column of columns) {
    const own = white.apply(column), rest = without(own, basis), left = dot(rest, rest);
    if (!(left > NOTHING * dot(own, own))) return undefined;
    log -= 0.5 * Math.log(left);
    basis.push(unit(rest));
  }
  const free = stepSquares(white);
  for (const one of basis) alongSteps(one, white).forEach((own, i) => free[i]! -= own * own);
  return { white, basis, free, log };
}

/**
 * Returns the squares of the whitened step of each index. The filter follows a step with a lag `d`,
 * 1 at first; the squares from an index on are `a d² + b d + c`.
 */
function stepSquares({ keep, spread, gain }: Whitening): Float64Array {
  const n = keep.length, found = new Float64Array(n);
  for (let i = n - 1, a = 0, b = 0, c = 0; i >= 0; i--) {
    const lag = keep[i]!, fresh = 1 - lag, left = 1 - gain[i]!;
    const square = spread[i]! ** 2 + a * left * left, line = b * left;
    c += square * fresh * fresh + line * fresh;
    b = 2 * square * fresh * lag + line * lag;
    a = square * lag * lag;
    found[i] = a + b + c;
  }
  return found;
}

/** Multiplies a whitened column with the whitened step of each index. */
function alongSteps(column: Float64Array, { keep, spread, gain }: Whitening): Float64Array {
  const n = column.length, found = new Float64Array(n);
  for (let i = n - 1, line = 0, sum = 0; i >= 0; i--) {
    const slope = spread[i]! * column[i]! + line * (1 - gain[i]!), lag = keep[i]!;
    sum += slope * (1 - lag);
    line = slope * lag;
    found[i] = line + sum;
  }
  return found;
}

/** Returns the residual squares without a step, the part that each step explains, and its size. */
function explained(
  { white, basis, free }: Steps,
  y: Float64Array,
  { least }: ChangeRange,
): {
  readonly rss: number;
  readonly along: Float64Array;
  readonly squares: Float64Array;
  readonly slopes: Float64Array;
} {
  const n = y.length, rest = without(white.apply(y), basis);
  const along = alongSteps(rest, white);
  return {
    rss: dot(rest, rest),
    along,
    squares: free.map((left, i) =>
      i >= least && i <= n - least && left > NOTHING ? along[i]! ** 2 / left : 0
    ),
    slopes: free.map((left, i) => along[i]! / left),
  };
}

/** A series, and the columns of its regression without the step. */
interface Regression {
  readonly gaps: Float64Array;
  readonly columns: readonly Float64Array[];
  readonly y: Float64Array;
}

/** Returns the autocorrelation of neighbours around two levels. */
function autocorrelationAround(index: number, { gaps, columns, y }: Regression): number {
  const step = Float64Array.from(y, (_, i) => i >= index ? 1 : 0);
  const both = [...columns, step], prior = trendPrior(y.length);
  const shares = sharesOf(ERROR_MODELS.map((model, k) => {
    const { log, rss } = restricted(gaps, both, y, model);
    return log - 0.5 * (y.length - both.length) * Math.log(rss) + Math.log(prior[k]!);
  }));
  return shares.reduce((sum, share, k) => sum + share * neighbourCorrelation(ERROR_MODELS[k]!), 0);
}

/** Returns the weight of each model of the errors, with a change anywhere or none; they sum to 1. */
function errorsOf(
  { gaps, columns, y }: Regression,
  range: ChangeRange,
): ReadonlyMap<ErrorModel, number> {
  const half = 0.5 * (range.freedom + 1);
  const prior = trendPrior(y.length);
  const logs = ERROR_MODELS.map((model, k) => {
    const mass = prior[k]! * MORE_NOISE[NOISE.indexOf(model.noise)]!;
    const steps = stepsOf(gaps, columns, model);
    if (steps === undefined) return -Infinity;
    const { rss, along, squares } = explained(steps, y, range), { free } = steps;
    const changed = Array.from(squares.keys()).filter((i) => squares[i] !== 0).map((i) => {
      const left = free[i]!;
      return -half * Math.log(1 - along[i]! ** 2 / (left + 1 / STEP) / rss) -
        0.5 * Math.log(1 + STEP * left);
    });
    const top = Math.max(0, ...changed);
    const mean = changed.reduce((sum, one) => sum + Math.exp(one - top), 0) / changed.length;
    const likelihood = UNCHANGED * Math.exp(-top) + (1 - UNCHANGED) * mean;
    return steps.log - half * Math.log(rss) + Math.log(mass * likelihood) + top;
  });
  const shares = sharesOf(logs);
  return new Map(ERROR_MODELS.map((model, k) => [model, shares[k]!]));
}

/** Returns the weight of each index if the errors have no noise; they sum to 1. */
function weightsOf({ gaps, columns, y }: Regression, range: ChangeRange): Float64Array {
  const prior = trendPrior(y.length);
  const logs = ERROR_MODELS.flatMap((model, k) => {
    const steps = model.noise === 0 ? stepsOf(gaps, columns, model) : undefined;
    if (steps === undefined) return [];
    const { rss, squares } = explained(steps, y, range);
    return [
      squares.map((own, i) =>
        own === 0 ? -Infinity : steps.log + Math.log(prior[k]!) - 0.5 * Math.log(steps.free[i]!) -
          0.5 * range.freedom * Math.log(rss - own)
      ),
    ];
  });
  const top = logs.reduce((most, own) => own.reduce((a, b) => Math.max(a, b), most), -Infinity);
  const weights = logs.map((own) => own.map((log) => Math.exp(log - top)));
  const total = weights.reduce((sum, own) => own.reduce((sum, one) => sum + one, sum), 0);
  return y.map((_, i) => weights.reduce((sum, own) => sum + own[i]!, 0) / total);
}

/** Returns the first and the last index of the central share of the weights; includes the index. */
function central(weight: Float64Array, index: number, confidence: number): [number, number] {
  const tail = (1 - confidence) / 2;
  let low = 0, high = weight.length - 1;
  for (let sum = 0; low < index && (sum += weight[low]!) <= tail;) low++;
  for (let sum = 0; high > index && (sum += weight[high]!) <= tail;) high--;
  return [low, high];
}

/** Returns how likely a series without a change has an F statistic as large. */
function chanceOf(supF: number, { plain, gaps, errors, range }: ChanceData): number {
  const n = gaps.length, normal = noiseOf(n), y = new Float64Array(n);
  const along = plain.basis.map((one) => alongSteps(one, plain.white));
  let larger = 0, drawn = 0, weight = 0;
  for (const [{ phi, noise }, share] of errors) {
    weight += share;
    const keep = gaps.map((gap) => gap === Infinity ? 0 : phi ** gap);
    const fresh = keep.map((one) => Math.sqrt((1 - noise) * (1 - one * one)));
    const on = Math.sqrt(noise);
    for (; drawn < Math.round(weight * RECORDS); drawn++) {
      const own = drawn * n, other = (drawn + 1) % RECORDS * n;
      for (let i = 0, before = 0; i < n; i++) { // loops without calls: 999 series for each p value
        before = fresh[i]! * normal[own + i]! + keep[i]! * before;
        y[i] = before + on * normal[other + i]!;
      }
      if (largestF(plain, along, y, range) >= supF) larger++;
    }
  }
  return (larger + 1) / (drawn + 1);
}

/** Noise of the last short series: the next one, or the same with a trend, often has its length. */
let lastNoise: Float64Array | undefined;
const LONGEST_KEPT = 400;

/** Returns the normal numbers of all simulated series of a length. */
function noiseOf(n: number): Float64Array {
  if (lastNoise?.length === n * RECORDS) return lastNoise;
  const next = random(n), noise = new Float64Array(n * RECORDS);
  for (let i = 0; i < noise.length; i++) {
    noise[i] = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  }
  if (n <= LONGEST_KEPT) lastNoise = noise;
  return noise;
}

/** Returns the largest F statistic of independent errors; `along` has the steps along the basis. */
function largestF(
  { basis, free }: Steps,
  along: readonly Float64Array[],
  y: Float64Array,
  { least, freedom }: ChangeRange,
): number {
  const n = y.length, shares = basis.map((one) => dot(one, y));
  const rss = dot(y, y) - shares.reduce((sum, share) => sum + share * share, 0);
  let most = 0, after = 0;
  for (let i = n - 1; i >= least; i--) {
    const left = free[i]!;
    after += y[i]!;
    if (i > n - least || !(left > NOTHING)) continue;
    let rest = after;
    for (let k = 0; k < along.length; k++) rest -= shares[k]! * along[k]![i]!;
    most = Math.max(most, rest * rest / left);
  }
  return freedom * most / (rss - most);
}

/** Returns the indices within a distance, rounded up. */
function around(index: number, n: number, distance: number): [number, number] {
  const whole = Math.floor(distance) + 1;
  return [Math.max(1, index - whole), Math.min(n - 1, index + whole)];
}

/** Returns the bound of `|argmax(W(s) - |s| / 2)|` (Yao 1987; Bai 1997, equation 15). */
function baiBound(confidence: number): number {
  const below = (x: number): number =>
    1 + Math.sqrt(x / (2 * Math.PI)) * Math.exp(-x / 8) -
    0.5 * (x + 5) * normalTail(Math.sqrt(x) / 2) +
    1.5 * Math.exp(x) * normalTail(1.5 * Math.sqrt(x));
  let low = 0, high = 1;
  while (below(high) < (1 + confidence) / 2) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (below(middle) < (1 + confidence) / 2) low = middle;
    else high = middle;
  }
  return high;
}
