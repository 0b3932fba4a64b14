import { dot, unit, without } from "../numerics/orthogonal.ts";
import { gapsOf, PHI } from "./errorModels.ts";

/** Exponent of the prior share of autocorrelations above x, `(1 - x) ** BELOW`. */
const BELOW = 1.25;

/** Log weights further below the largest do not count. */
const NEGLIGIBLE = 36;

/**
 * Returns the number of independent rows that the correlation of two columns is worth if each follows a
 * first-order autoregression: `1 + 1 / v`, where `v` is the variance of the correlation of unrelated
 * columns (Clifford, Richardson and Hémon 1989; Dutilleul 1993, doi:10.2307/2532625). It allows for the
 * mean and the effects that were removed from both columns.
 *
 * A few rows cannot determine an autocorrelation, and an estimate is too small on average. The result is
 * therefore 1 over the mean of `1 / size` over all autocorrelations, each weighted by its restricted
 * likelihood (Harville 1974).
 *
 * @param at Step of each row, ascending.
 * @param columns Residuals of the two columns.
 * @param effects Orthogonal columns of mean 0 that were removed.
 */
export function autoregressiveSize(
  at: Int32Array,
  columns: readonly [Float64Array, Float64Array],
  effects: readonly Float64Array[],
): number {
  const gaps = gapsOf(at), basis = [new Float64Array(at.length).fill(1), ...effects].map(unit);
  const all = PHI.map((phi) => underAutocorrelation(gaps, columns, basis, phi));
  const weights = (column: 0 | 1) => weightsOf(all.map(({ logs }) => logs[column]!));
  const a = weights(0), b = weights(1);
  let sum = 0, total = 0;
  all.forEach((one, i) =>
    all.forEach((other, j) => {
      const weight = a[i]! * b[j]!;
      if (weight < Math.exp(-NEGLIGIBLE)) return;
      sum += weight / sizeOf(one, other);
      total += weight;
    })
  );
  return total / sum;
}

/** Weight of each autocorrelation: likelihood times prior. */
function weightsOf(logs: readonly number[]): number[] {
  const top = logs.reduce((most, one) => Math.max(most, one), -Infinity);
  let above = 1;
  return PHI.map((phi, i) => {
    const next = PHI[i + 1], edge = next === undefined ? 1 : (phi + next) / 2;
    const beyond = (1 - edge) ** BELOW, share = above - beyond;
    above = beyond;
    return Math.exp(logs[i]! - top) * share;
  });
}

/** Rows under one autocorrelation. */
interface Autoregression {
  /** Correlation of each row with the row before; 0 for the first. */
  readonly keep: Float64Array;
  /** Restricted log likelihood of each column. */
  readonly logs: readonly number[];
  /** Correlation matrix of the rows times each column of the basis. */
  readonly spread: readonly Float64Array[];
  /** Correlation matrix between columns of the basis. */
  readonly within: Float64Array;
  /** Trace of the matrix without the basis. */
  readonly trace: number;
}

function underAutocorrelation(
  gaps: Float64Array,
  columns: readonly Float64Array[],
  basis: readonly Float64Array[],
  phi: number,
): Autoregression {
  const n = gaps.length, q = basis.length;
  const keep = gaps.map((gap) => gap === Infinity ? 0 : phi ** gap);
  const scale = keep.map((r) => 1 / Math.sqrt(1 - r * r));
  const whiten = (column: Float64Array): Float64Array =>
    column.map((one, i) => (one - (i === 0 ? 0 : keep[i]! * column[i - 1]!)) * scale[i]!);
  let determinant = -2 * scale.reduce((sum, one) => sum + Math.log(one), 0);
  const root: Float64Array[] = [];
  const orthogonal = (column: Float64Array): Float64Array => without(whiten(column), root);
  for (const column of basis) {
    const rest = orthogonal(column);
    determinant += Math.log(dot(rest, rest));
    root.push(unit(rest));
  }
  const logs = columns.map((column) => {
    const rest = orthogonal(column);
    return -0.5 * (determinant + (n - q) * Math.log(dot(rest, rest)));
  });
  const spread = basis.map((column) => correlationTimes(keep, column));
  const within = new Float64Array(q * q);
  let trace = n;
  for (const [i, column] of basis.entries()) {
    spread.forEach((other, j) => within[i * q + j] = dot(column, other));
    trace -= within[i * q + i]!;
  }
  return { keep, logs, spread, within, trace };
}

/** Multiplies the correlation matrix of the rows by a column. */
function correlationTimes(keep: Float64Array, column: Float64Array): Float64Array {
  const n = column.length, product = new Float64Array(n);
  for (let i = 0, sum = 0; i < n; i++) {
    sum = keep[i]! * sum + column[i]!;
    product[i] = sum;
  }
  for (let i = n - 2, sum = 0; i >= 0; i--) {
    sum = keep[i + 1]! * (sum + column[i + 1]!);
    product[i]! += sum;
  }
  return product;
}

function sizeOf(a: Autoregression, b: Autoregression): number {
  let sum = 0, reach = 0;
  for (let i = 0; i < a.keep.length; i++) {
    if (i > 0) reach = a.keep[i]! * b.keep[i]! * (1 + reach);
    sum += 1 + 2 * reach;
  }
  a.spread.forEach((column, i) => sum -= 2 * dot(column, b.spread[i]!));
  return 1 + a.trace * b.trace / (sum + dot(a.within, b.within));
}
