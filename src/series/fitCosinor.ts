import { solved } from "./solved.ts";

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
  /** That all amplitudes are 0. */
  readonly p: number;
}

/**
 * Least squares of cosines of a period; undefined if there are too few values, they do not tell the
 * coefficients apart, or nothing varies.
 *
 * @param t times in the unit of `period`.
 */
export function fitCosinor(
  t: Float64Array,
  y: Float64Array,
  period: number,
  count: number,
): CosinorFit | undefined {
  const n = y.length, width = 2 * count + 1;
  if (n < width + 3) return undefined;
  const centre = y.reduce((sum, value) => sum + value, 0) / n;
  const gram = Array.from({ length: width }, () => new Float64Array(width));
  const right = new Float64Array(width), row = new Float64Array(width);
  let total = 0, scale = 0;
  for (let i = 0; i < n; i++) {
    terms(row, t[i]!, period);
    const value = y[i]! - centre;
    total += value * value;
    scale += y[i]! * y[i]!;
    for (let a = 0; a < width; a++) {
      right[a]! += row[a]! * value;
      for (let b = 0; b <= a; b++) gram[a]![b]! += row[a]! * row[b]!;
    }
  }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) gram[b]![a] = gram[a]![b]!;
  const solution = solved(gram, right);
  if (solution === undefined || !(total > scale * 1e-24)) return undefined;
  const { x: beta, inverse } = solution;
  let residual = 0;
  for (let i = 0; i < n; i++) {
    terms(row, t[i]!, period);
    let fitted = centre;
    for (let a = 0; a < width; a++) fitted += beta[a]! * row[a]!;
    residual += (y[i]! - fitted) ** 2;
  }
  const freedom = n - width, variance = residual / freedom;
  const covariance = (a: number, b: number): number => inverse[a]![b]! * variance;
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
    p: tail(Math.min(1, residual / total), freedom / 2, count),
  };
}

function terms(row: Float64Array, t: number, period: number): void {
  const angle = 2 * Math.PI * (t % period) / period;
  row[0] = 1;
  for (let i = 1, k = 1; i < row.length; i += 2, k++) {
    row[i] = Math.cos(k * angle);
    row[i + 1] = Math.sin(k * angle);
  }
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
