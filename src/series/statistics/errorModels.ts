import { dot, removeFrom } from "../numerics/orthogonal.ts";
import { incompleteBeta } from "../numerics/incompleteBeta.ts";

/** Models of errors that depend on the errors before them. @module */

/** Autocorrelations that are integrated over. */
export const PHI = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.95, 0.97, 0.985];

/** The same, with a drift slower than most records: it looks most like a trend. */
export const AUTOCORRELATIONS = [...PHI, 0.995];

/** Dependence of errors of variance 1: a first-order autoregression, and noise on top. */
export interface ErrorModel {
  /** Autocorrelation from step to step of the autoregression. */
  readonly phi: number;
  /** Share of the variance that is noise, such as the error of a measurement. */
  readonly noise: number;
  /**
   * Autocorrelation of the noise from step to step: 0, or below 0 if it alternates from day to day.
   */
  readonly turn: number;
}

/** Errors without dependence. */
export const INDEPENDENT: ErrorModel = { phi: 0, noise: 0, turn: 0 };

/** Shares of independent noise that are integrated over, without it first. */
export const NOISE = [0, 0.3, 0.6, 0.85];

/** Prior mass of each share of noise. */
export const NOISE_PRIOR: readonly number[] = [0.85, 0.05, 0.05, 0.05];

/** Lowest autocorrelation that is distinguished from independent noise. */
const LEAST_UNDER_NOISE = 0.3;

/**
 * Returns a model for each kind of noise and each autocorrelation that can be distinguished from
 * it.
 */
export function modelsUnder<N extends Omit<ErrorModel, "phi">>(
  noises: readonly N[],
  autocorrelations: readonly number[] = AUTOCORRELATIONS,
): (N & ErrorModel)[] {
  return noises.flatMap((own) =>
    autocorrelations.filter((phi) => own.noise === 0 || phi >= LEAST_UNDER_NOISE)
      .map((phi) => ({ ...own, phi }))
  );
}

/** Models of errors that are integrated over. */
export const ERROR_MODELS: readonly ErrorModel[] = modelsUnder(
  NOISE.map((noise) => ({ noise, turn: 0 })),
);

/** Returns the prior mass of each model for the mass of each autocorrelation. */
export function errorPrior(massOf: (phi: number) => number): number[] {
  return ERROR_MODELS.map(({ phi, noise }) => massOf(phi) * NOISE_PRIOR[NOISE.indexOf(noise)]!);
}

/** Returns the autocorrelation from step to step of the errors, noise included. */
export function neighbourCorrelation({ phi, noise, turn }: ErrorModel): number {
  return phi * (1 - noise) + turn * noise;
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
  let lower = below(0);
  return grid.map((point, i) => {
    const next = grid[i + 1], upper = below(next === undefined ? 1 : (point + next) / 2);
    const mass = upper - lower;
    lower = upper;
    return mass;
  });
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
  if (gap === 1 || phi === 0) return phi;
  if (gap === Infinity) return 0;
  return phi < 0 ? (-phi) ** gap * Math.cos(Math.PI * gap) : phi ** gap;
}

/** Change of a variance of at most 1 that no longer counts. */
const SETTLED = 1e-15;

/** Turns values with dependent errors into values with independent ones. */
export interface Whitening {
  /** Half the negative logarithm of the determinant of the errors' correlation matrix. */
  readonly log: number;
  /** Correlation of each value with its predecessor, without noise. */
  readonly keep: Float64Array;
  /** Precision of each innovation: 1 over its standard deviation. */
  readonly spread: Float64Array;
  /**
   * Share of each innovation that is not noise; enough to follow a column if the noise does not
   * alternate.
   */
  readonly gain: Float64Array;
  /** Returns the whitened values of a column. */
  readonly apply: (column: Float64Array) => Float64Array;
}

/**
 * Whitens by the innovations of the Kalman filter (Harvey 1989, section 3.4).
 *
 * @param gaps Distance of each value from its predecessor; Infinity for the first.
 */
export function whitening(gaps: Float64Array, { phi, noise, turn }: ErrorModel): Whitening {
  const n = gaps.length, slow = 1 - noise;
  const keep = new Float64Array(n), spread = new Float64Array(n), gain = new Float64Array(n);
  const turned = new Float64Array(n), other = new Float64Array(n);
  // Variance of the autoregression given the earlier values, and the same before the last value.
  let log = 0, unknown = slow, last = NaN, step = 0;
  for (let i = 0; i < n; i++) {
    if (gaps[i] === gaps[i - 1] && Math.abs(unknown - last) < SETTLED) { // as for the last value
      keep[i] = keep[i - 1]!;
      turned[i] = turned[i - 1]!;
      spread[i] = spread[i - 1]!;
      gain[i] = gain[i - 1]!;
      other[i] = other[i - 1]!;
      log -= step;
      continue;
    }
    last = unknown;
    const gap = gaps[i]!, own = over(gap, phi), back = over(gap, turn);
    const ahead = own * own * unknown + slow * (1 - own * own);
    const around = back * back * unknown + noise * (1 - back * back);
    const both = -own * back * unknown; // the sum of both is known
    const all = ahead + around + 2 * both;
    keep[i] = own;
    turned[i] = back;
    spread[i] = 1 / Math.sqrt(all);
    gain[i] = (ahead + both) / all;
    other[i] = (around + both) / all;
    unknown = (ahead * around - both * both) / all;
    step = 0.5 * Math.log(all);
    log -= step;
  }
  const apply = (column: Float64Array): Float64Array => {
    const found = new Float64Array(n);
    for (let i = 0, level = 0, error = 0; i < n; i++) { // no calls: each model whitens each column
      const ahead = keep[i]! * level, around = turned[i]! * error;
      const rest = column[i]! - ahead - around;
      level = ahead + gain[i]! * rest;
      error = around + other[i]! * rest;
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
  { phi, noise, turn }: ErrorModel,
): number {
  let sum = 0, before = 0, turned = 0;
  for (const [i, weight] of weights.entries()) {
    const gap = gaps[i]!;
    before *= over(gap, phi);
    turned *= over(gap, turn);
    sum += weight ** 2 + 2 * weight * ((1 - noise) * before + noise * turned);
    before += weight;
    turned += weight;
  }
  return sum;
}
