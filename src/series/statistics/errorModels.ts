import { dot, removeFrom } from "../numerics/orthogonal.ts";
import { incompleteBeta } from "../numerics/incompleteBeta.ts";

/** Models of errors that depend on the errors before them. @module */

/** Autocorrelations that are integrated over. */
export const PHI = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.95, 0.97, 0.985];

/** The same, with a drift slower than most records: it looks most like a trend. */
export const AUTOCORRELATIONS = [...PHI, 0.995];

/** Dependence of errors of variance 1: a first-order autoregression, and independent noise on top. */
export interface ErrorModel {
  /** Autocorrelation from step to step of the autoregression. */
  readonly phi: number;
  /** Share of the variance that is independent noise, such as the error of a measurement. */
  readonly noise: number;
}

/** Errors without dependence. */
export const INDEPENDENT: ErrorModel = { phi: 0, noise: 0 };

/** Shares of independent noise that are integrated over, without it first. */
export const NOISE = [0, 0.3, 0.6, 0.85];

/** Prior mass of each share of noise. */
export const NOISE_PRIOR: readonly number[] = [0.85, 0.05, 0.05, 0.05];

/** Least autocorrelation that is told from independent noise. */
const LEAST_UNDER_NOISE = 0.3;

/** Models of errors that are integrated over. */
export const ERROR_MODELS: readonly ErrorModel[] = NOISE.flatMap((noise) =>
  AUTOCORRELATIONS.filter((phi) => noise === 0 || phi >= LEAST_UNDER_NOISE)
    .map((phi) => ({ phi, noise }))
);

/** Returns the prior mass of each model for the mass of each autocorrelation. */
export function errorPrior(massOf: (phi: number) => number): number[] {
  return ERROR_MODELS.map(({ phi, noise }) => massOf(phi) * NOISE_PRIOR[NOISE.indexOf(noise)]!);
}

/** Returns the autocorrelation from step to step of the errors, noise included. */
export function neighbourCorrelation({ phi, noise }: ErrorModel): number {
  return phi * (1 - noise);
}

/** Returns the shares of weights with these logarithms. */
export function sharesOf(logs: readonly number[]): number[] {
  const top = Math.max(...logs), weights = logs.map((log) => Math.exp(log - top));
  const total = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((weight) => weight / total);
}

/** Returns the mass of a Beta distribution around each point of an ascending grid from 0 to 1. */
export function betaMass(grid: readonly number[], a: number, b: number): number[] {
  const below = (x: number): number => x >= 1 ? 1 : incompleteBeta(x, 1 - x, a, b);
  const edge = (i: number): number =>
    i <= 0 ? 0 : i >= grid.length ? 1 : (grid[i - 1]! + grid[i]!) / 2;
  const shares = Array.from({ length: grid.length + 1 }, (_, i) => below(edge(i)));
  return grid.map((_, i) => shares[i + 1]! - shares[i]!);
}

/** Returns the distance of each value from its predecessor, in units of the most common one; Infinity for the first. */
export function gapsOf(at: Int32Array): Float64Array {
  const gaps = Float64Array.from(at, (one, i) => i === 0 ? Infinity : one - at[i - 1]!);
  const counts = new Map<number, number>();
  for (const gap of gaps.subarray(1)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [step] = [...counts].reduce((best, one) => one[1] > best[1] ? one : best, [1, 0]);
  return gaps.map((gap) => gap / step);
}

/** Returns the autocorrelation over a gap. */
function over(gap: number, phi: number): number {
  return gap === 1 ? phi : gap === Infinity ? 0 : phi ** gap;
}

/** Turns values with dependent errors into values with independent ones. */
export interface Whitening {
  /** Half the negative logarithm of the determinant of the errors' correlation matrix. */
  readonly log: number;
  /** Correlation of each value with its predecessor, without noise. */
  readonly keep: Float64Array;
  /** Precision of each innovation: 1 over its standard deviation. */
  readonly spread: Float64Array;
  /** Share of each innovation that is not noise. */
  readonly gain: Float64Array;
  /** Returns the whitened values of a column. */
  readonly apply: (column: Float64Array) => Float64Array;
}

/**
 * Whitens by the innovations of the Kalman filter (Harvey 1989, section 3.4).
 *
 * @param gaps Distance of each value from its predecessor; Infinity for the first.
 */
export function whitening(gaps: Float64Array, { phi, noise }: ErrorModel): Whitening {
  const n = gaps.length, slow = 1 - noise;
  const keep = new Float64Array(n), spread = new Float64Array(n), gain = new Float64Array(n);
  let log = 0, unknown = slow; // variance of the autoregression that the values before leave
  for (let i = 0; i < n; i++) {
    const own = over(gaps[i]!, phi);
    const ahead = own * own * unknown + slow * (1 - own * own), all = ahead + noise;
    keep[i] = own;
    spread[i] = 1 / Math.sqrt(all);
    gain[i] = ahead / all;
    unknown = ahead * noise / all;
    log -= 0.5 * Math.log(all);
  }
  const apply = (column: Float64Array): Float64Array => {
    const found = new Float64Array(n);
    for (let i = 0, level = 0; i < n; i++) { // a loop without calls: each model whitens each column
      const ahead = keep[i]! * level, rest = column[i]! - ahead;
      level = ahead + gain[i]! * rest;
      found[i] = rest * spread[i]!;
    }
    return found;
  };
  return { log, keep, spread, gain, apply };
}

/** Restricted log likelihood (without residuals) and residual squares of generalized least squares. */
export function restricted(
  gaps: Float64Array,
  columns: readonly Float64Array[],
  y: Float64Array,
  model: ErrorModel,
): { log: number; rss: number } {
  const white = whitening(gaps, model), basis: Float64Array[] = [];
  const { apply } = white;
  let { log } = white;
  for (const column of columns) {
    const rest = apply(column);
    removeFrom(rest, basis);
    const squares = dot(rest, rest), length = Math.sqrt(squares);
    log -= 0.5 * Math.log(squares);
    for (let i = 0; i < rest.length; i++) rest[i]! /= length;
    basis.push(rest);
  }
  const rest = apply(y);
  removeFrom(rest, basis);
  return { log, rss: dot(rest, rest) };
}

/** Variance of a weighted sum of values with dependent errors of variance 1. */
export function errorVariance(
  gaps: Float64Array,
  weights: Float64Array,
  { phi, noise }: ErrorModel,
): number {
  let sum = 0, before = 0;
  for (let i = 0; i < weights.length; i++) {
    before *= over(gaps[i]!, phi);
    sum += weights[i]! ** 2 + (1 - noise) * 2 * weights[i]! * before;
    before += weights[i]!;
  }
  return sum;
}
