import { dependentMean } from "./dependentMean.ts";
import { type Phases, phasesOf } from "./phases.ts";
import { dot } from "../numerics/orthogonal.ts";
import { solveLinear } from "../numerics/solveLinear.ts";
import { studentBound } from "../numerics/student.ts";

/** One cosine of a fit. */
export interface Harmonic {
  /** Half the height of the cosine. */
  readonly amplitude: number;
  /** Standard error of the amplitude. */
  readonly amplitudeError: number;
  /** Phase of the maximum, in radians from 0 to 2 pi; null if the amplitude is 0. */
  readonly acrophase: number | null;
  /** Standard error of the acrophase. */
  readonly acrophaseError: number;
  /** `true` if this cosine by itself differs from a constant at the 5 % level. */
  readonly isSeen: boolean;
}

/** Cosines fitted to a series. */
export interface CosinorFit {
  /** Mean of the curve. */
  readonly mesor: number;
  /** Half the width of the mesor's 95 % interval; null if the record is too short. */
  readonly mesorHalf: number | null;
  /** Cosines of the period, half the period, and so on. */
  readonly harmonics: readonly Harmonic[];
  /** Fraction of the variance that the cosines explain; null if nothing varies. */
  readonly r2: number | null;
  /** p value for all amplitudes being 0; null if there are too few days or nothing varies. */
  readonly p: number | null;
  /** Student's t at the bounds of a 95 % interval, the factor of the errors. */
  readonly bound: number;
}
/**
 * Minimum number of days to estimate the autocorrelation of days. With fewer days, only quarters of
 * days are used.
 */
const MANY_DAYS = 14;

type Matrix = readonly Float64Array[];

/** Local days of values with errors that may be dependent. */
export interface Clusters {
  /** Day of each value, ascending. */
  readonly days: Float64Array;
  /** Quarter of a day of each value, counted like the days; `undefined` if days are independent. */
  readonly quarters: Float64Array | undefined;
}

/**
 * Fits cosines of a period by least squares. Returns `undefined` if there are too few values, or if
 * their times cannot separate the coefficients. For constant values the mesor is the value and
 * amplitudes are 0.
 *
 * By default errors assume independent values. With `clusters`, values of a day may depend on each
 * other (Liang and Zeger 1986): the covariance uses the days' sums of residuals times terms, with
 * the factor `G / (G - 1) (n - 1) / (n - k)`. Then t has `G - 1` degrees of freedom, and `p` is
 * from Hotelling's T squared. With quarters, days may depend on each other, too. The interval of
 * the mesor is then at least as wide as for the mean of an autoregression of the quarters'
 * residuals and, from {@linkcode MANY_DAYS} days on, of the days' residuals.
 *
 * @param t Times in the unit of `period`.
 * @param clusters Days of the values; `undefined` for independent values.
 */
export function fitCosinor(
  t: Float64Array,
  y: Float64Array,
  { period, count, clusters }: {
    period: number;
    count: number;
    clusters: Clusters | undefined;
  },
): CosinorFit | undefined {
  const n = y.length, width = 2 * count + 1;
  if (n < width + 3) return undefined;
  let sum = 0;
  for (const value of y) sum += value;
  const centre = sum / n, phases = phasesOf(t, period, width);
  const gram = Array.from({ length: width }, () => new Float64Array(width));
  const right = new Float64Array(width);
  const weight = new Float64Array(phases.count), weighted = new Float64Array(phases.count);
  let total = 0, scale = 0;
  for (let i = 0; i < n; i++) {
    const own = y[i]!, value = own - centre, phase = phases.of === undefined ? i : phases.of[i]!;
    total += value * value;
    scale += own * own;
    weight[phase]!++;
    weighted[phase]! += value;
  }
  for (let phase = 0; phase < phases.count; phase++) {
    const row = phases.terms(phase);
    const count = weight[phase]!, sum = weighted[phase]!;
    for (let a = 0; a < width; a++) {
      const line = gram[a]!, term = row[a]!;
      right[a]! += term * sum;
      for (let b = 0; b <= a; b++) line[b]! += count * term * row[b]!;
    }
  }
  gram.forEach((line, a) => gram.slice(0, a).forEach((other, b) => other[a] = line[b]!));
  const solution = solveLinear(gram, right);
  if (solution === undefined) return undefined;
  if (!(total > scale * 1e-24)) return flatFit(y, centre, count);
  const { x: beta, inverse } = solution, days = clusters?.days;
  const { residual, left, meat, groups } = residuals(y, phases, { beta, centre, days });
  const freedom = n - width, variance = residual / freedom;
  const factor = groups / (groups - 1) * (n - 1) / freedom;
  const covariances = days === undefined
    ? inverse.map((line) => line.map((one) => one * variance))
    : product(product(inverse, meat), inverse).map((line) => line.map((one) => one * factor));
  const covariance = (a: number, b: number): number => covariances[a]![b]!;
  const harmonics = Array.from({ length: count }, (_, k) => {
    const i = 2 * k + 1, j = i + 1, b = beta[i]!, g = beta[j]!;
    const squared = b * b + g * g;
    const [bb, bg, gg] = [covariance(i, i), covariance(i, j), covariance(j, j)];
    const alone = wald(beta, covariances, [i, j], days === undefined ? freedom + 1 : groups - 1);
    const isThere = squared > total / n * 1e-24;
    return {
      amplitude: isThere ? Math.sqrt(squared) : 0,
      amplitudeError: Math.sqrt((b * b * bb + 2 * b * g * bg + g * g * gg) / squared),
      acrophase: isThere ? (Math.atan2(g, b) + 2 * Math.PI) % (2 * Math.PI) : null,
      acrophaseError: Math.sqrt(g * g * bb - 2 * b * g * bg + b * b * gg) / squared,
      isSeen: alone !== null && alone <= 0.05,
    };
  });
  const bound = studentBound(0.95, days === undefined ? freedom : groups - 1);
  const half = bound * Math.sqrt(covariance(0, 0));
  const quarters = clusters?.quarters;
  const ofParts = (parts: Float64Array): number | undefined =>
    dependentHalf(left, phases, inverse[0]!, parts);
  const dependent = quarters && ofParts(quarters);
  const daily = quarters && days && groups >= MANY_DAYS ? ofParts(days) : undefined;
  return {
    mesor: beta[0]! + centre,
    mesorHalf: quarters === undefined
      ? half
      : dependent === undefined
      ? null
      : Math.max(half, dependent, daily ?? 0),
    harmonics,
    r2: Math.max(0, 1 - residual / total),
    p: days === undefined
      ? tail(Math.min(1, residual / total), freedom / 2, count)
      : wald(beta, covariances, Array.from({ length: 2 * count }, (_, i) => i + 1), groups - 1),
    bound,
  };
}

/** Returns the fit of values that only differ by rounding. */
function flatFit(y: Float64Array, centre: number, count: number): CosinorFit {
  const none = { amplitude: 0, amplitudeError: NaN, acrophase: null, acrophaseError: NaN };
  return {
    mesor: y.every((value) => value === y[0]) ? y[0]! : centre,
    mesorHalf: null,
    harmonics: Array.from({ length: count }, () => ({ ...none, isSeen: false })),
    r2: null,
    p: null,
    bound: NaN,
  };
}

/**
 * Returns half the interval of the mesor for dependent days: the interval of the mean shift by the
 * residuals of each day, or part of a day.
 */
function dependentHalf(
  left: Float64Array,
  phases: Phases,
  weights: Float64Array,
  parts: Float64Array,
): number | undefined {
  const at: number[] = [], moved: number[] = [], weight = new Float64Array(phases.count);
  for (let phase = 0; phase < weight.length; phase++) {
    weight[phase] = dot(phases.terms(phase), weights);
  }
  for (let i = 0; i < left.length;) {
    const part = parts[i]!;
    let sum = 0;
    for (; i < left.length && parts[i] === part; i++) {
      sum += weight[phases.of === undefined ? i : phases.of[i]!]! * left[i]!;
    }
    at.push(part);
    moved.push(sum);
  }
  return dependentMean(at, moved.map((one) => one * moved.length));
}

/**
 * Returns the residuals, and for each day the outer product of its sum of residuals times terms.
 */
function residuals(
  y: Float64Array,
  phases: Phases,
  { beta, centre, days }: { beta: Float64Array; centre: number; days: Float64Array | undefined },
): { residual: number; left: Float64Array; meat: Matrix; groups: number } {
  const width = beta.length, score = new Float64Array(width), left = new Float64Array(y.length);
  const meat = Array.from({ length: width }, () => new Float64Array(width));
  let residual = 0, groups = 0;
  for (let i = 0; i < y.length; i++) {
    const row = phases.terms(phases.of === undefined ? i : phases.of[i]!);
    let off = y[i]! - centre;
    for (let a = 0; a < width; a++) off -= beta[a]! * row[a]!;
    residual += off * off;
    left[i] = off;
    if (days === undefined) continue;
    for (let a = 0; a < width; a++) score[a]! += off * row[a]!;
    if (i + 1 < y.length && days[i + 1] === days[i]) continue;
    groups++;
    for (const [a, line] of meat.entries()) {
      const own = score[a]!;
      for (let b = 0; b < width; b++) line[b]! += own * score[b]!;
    }
    score.fill(0);
  }
  return { residual, left, meat, groups };
}

function product(a: Matrix, b: Matrix): Matrix {
  return a.map((line) =>
    Float64Array.from(line, (_, j) => line.reduce((sum, one, k) => sum + one * b[k]![j]!, 0))
  );
}

/**
 * Returns the p value of coefficients by Hotelling's T squared, for a covariance with the given
 * degrees of freedom.
 */
function wald(
  beta: Float64Array,
  covariances: Matrix,
  which: readonly number[],
  freedom: number,
): number | null {
  const own = Float64Array.from(which, (i) => beta[i]!), rest = freedom + 1 - which.length;
  const found = rest > 0
    ? solveLinear(which.map((i) => Float64Array.from(which, (j) => covariances[i]![j]!)), own)
    : undefined;
  if (found === undefined) return null;
  const squared = dot(found.x, own);
  return tail(1 / (1 + squared / freedom), rest / 2, which.length / 2);
}

/**
 * Returns the upper tail of the F distribution for even first degrees of freedom, `2 b`. The
 * regularized incomplete beta function is then a finite sum (Abramowitz and Stegun 26.6.8).
 */
function tail(x: number, a: number, b: number): number {
  let sum = 0, term = 1;
  for (let j = 0; j < b; j++) {
    sum += term;
    term *= (a + j) / (j + 1) * (1 - x);
  }
  return Math.min(1, x ** a * sum);
}
