import { type Phases, phasesOf } from "./phases.ts";
import { solveLinear } from "./solveLinear.ts";
import { studentBound } from "./studentBound.ts";

/** One cosine of a fit. */
export interface Harmonic {
  /** Half of its height. */
  readonly amplitude: number;
  /** The standard error of the amplitude. */
  readonly amplitudeError: number;
  /** Where its top is, in radians from 0 up to 2 pi. */
  readonly acrophase: number;
  /** The standard error of the acrophase. */
  readonly acrophaseError: number;
}

/** Cosines fitted to a series. */
export interface CosinorFit {
  /** The mean of the curve. */
  readonly mesor: number;
  /** Its standard error. */
  readonly mesorError: number;
  /** The cosines, of the period, of half of it, and so on. */
  readonly harmonics: readonly Harmonic[];
  /** The share of the variance that they explain. */
  readonly r2: number;
  /** That all amplitudes are 0; null if the days are too few to tell. */
  readonly p: number | null;
  /** Student's t at the bounds of a 95 % interval, for which the errors are to be multiplied. */
  readonly bound: number;
}
type Matrix = readonly Float64Array[];

/**
 * Least squares of cosines of a period; undefined if there are too few values, they do not tell the
 * coefficients apart, or nothing varies.
 *
 * Errors are those of independent values; or, with `days`, those that let values of one day hang
 * together as they may (Liang and Zeger 1986): the covariance is made of the days' sums of residuals
 * times terms, with the factor `G / (G - 1) (n - 1) / (n - k)`, t has `G - 1` degrees of freedom, and
 * `p` is that of Hotelling's T squared.
 *
 * @param t times in the unit of `period`.
 * @param days the day of each value, ascending; undefined for independent values.
 */
export function fitCosinor(
  t: Float64Array,
  y: Float64Array,
  { period, count, days }: { period: number; count: number; days: Float64Array | undefined },
): CosinorFit | undefined {
  const n = y.length, width = 2 * count + 1;
  if (n < width + 3) return undefined;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += y[i]!;
  const centre = sum / n, phases = phasesOf(t, period, width);
  const gram = Array.from({ length: width }, () => new Float64Array(width));
  const right = new Float64Array(width);
  const weight = new Float64Array(phases.count), weighted = new Float64Array(phases.count);
  let total = 0, scale = 0;
  for (let i = 0; i < n; i++) {
    const value = y[i]! - centre, phase = phases.of === undefined ? i : phases.of[i]!;
    total += value * value;
    scale += y[i]! * y[i]!;
    weight[phase]!++;
    weighted[phase]! += value;
  }
  for (let phase = 0; phase < phases.count; phase++) {
    const row = phases.terms(phase);
    for (let a = 0; a < width; a++) {
      right[a]! += row[a]! * weighted[phase]!;
      for (let b = 0; b <= a; b++) gram[a]![b]! += weight[phase]! * row[a]! * row[b]!;
    }
  }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) gram[b]![a] = gram[a]![b]!;
  const solution = solveLinear(gram, right);
  if (solution === undefined || !(total > scale * 1e-24)) return undefined;
  const { x: beta, inverse } = solution;
  const { residual, meat, groups } = residuals(y, phases, { beta, centre, days });
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
    return {
      amplitude: Math.sqrt(squared),
      amplitudeError: Math.sqrt((b * b * bb + 2 * b * g * bg + g * g * gg) / squared),
      acrophase: (Math.atan2(g, b) + 2 * Math.PI) % (2 * Math.PI),
      acrophaseError: Math.sqrt(g * g * bb - 2 * b * g * bg + b * b * gg) / squared,
    };
  });
  const r2 = Math.max(0, 1 - residual / total);
  return {
    mesor: beta[0]! + centre,
    mesorError: Math.sqrt(covariance(0, 0)),
    harmonics,
    r2,
    p: days === undefined
      ? tail(Math.min(1, residual / total), freedom / 2, count)
      : hotelling(beta, covariances, groups, count),
    bound: studentBound(0.95, days === undefined ? freedom : groups - 1),
  };
}

/** What a fit leaves over, and for each day the outer product of its sum of what is left times terms. */
function residuals(
  y: Float64Array,
  phases: Phases,
  { beta, centre, days }: { beta: Float64Array; centre: number; days: Float64Array | undefined },
): { residual: number; meat: Matrix; groups: number } {
  const width = beta.length, score = new Float64Array(width);
  const meat = Array.from({ length: width }, () => new Float64Array(width));
  let residual = 0, groups = 0;
  for (let i = 0; i < y.length; i++) {
    const row = phases.terms(phases.of === undefined ? i : phases.of[i]!);
    let off = y[i]! - centre;
    for (let a = 0; a < width; a++) off -= beta[a]! * row[a]!;
    residual += off * off;
    if (days === undefined) continue;
    for (let a = 0; a < width; a++) score[a]! += off * row[a]!;
    if (i + 1 < y.length && days[i + 1] === days[i]) continue;
    groups++;
    for (let a = 0; a < width; a++) {
      for (let b = 0; b < width; b++) meat[a]![b]! += score[a]! * score[b]!;
    }
    score.fill(0);
  }
  return { residual, meat, groups };
}

function product(a: Matrix, b: Matrix): Matrix {
  return a.map((line) =>
    Float64Array.from(line, (_, j) => line.reduce((sum, one, k) => sum + one * b[k]![j]!, 0))
  );
}

/** The chance of coefficients, but for the mean, as far from 0, by Hotelling's T squared of the days. */
function hotelling(
  beta: Float64Array,
  covariances: Matrix,
  groups: number,
  count: number,
): number | null {
  const own = beta.slice(1), rest = groups - 2 * count;
  const found = rest > 0
    ? solveLinear(covariances.slice(1).map((line) => line.slice(1)), own)
    : undefined;
  if (found === undefined) return null;
  const squared = found.x.reduce((sum, one, i) => sum + one * own[i]!, 0);
  return tail(1 / (1 + squared / (groups - 1)), rest / 2, count);
}

/**
 * The upper tail of the F distribution where its first degrees of freedom are even, `2 b`: a
 * regularized incomplete beta function that is a finite sum (Abramowitz and Stegun 26.6.8).
 */
function tail(x: number, a: number, b: number): number {
  let sum = 0, term = 1;
  for (let j = 0; j < b; j++) {
    sum += term;
    term *= (a + j) / (j + 1) * (1 - x);
  }
  return Math.min(1, x ** a * sum);
}
