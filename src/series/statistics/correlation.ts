// @ts-types="@types/d3-array"
import { rank } from "d3-array";
import { autoregressiveSize } from "./autoregressiveSize.ts";
import { LEAST_DEPENDENT } from "./dependentMean.ts";
import { effectiveSize } from "./effectiveSize.ts";
import { fitOf } from "../numerics/straightLine.ts";
import { dot } from "../numerics/orthogonal.ts";
import { studentBound, studentTail } from "../numerics/student.ts";

/** A coefficient: Pearson's r of the values, or Spearman's rho of their ranks (ties share their mean rank). */
export type CorrelationMethod = "pearson" | "spearman";

/** Half the width of a 95 % interval in standard deviations. */
const Z95 = 1.959963984540054;

/** Above this number of rows the observed autocorrelations are known well enough. */
const MANY = 10_000;

/** Values of two columns where both are known, with the steps of the first column. */
export interface PairedValues {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly at: Int32Array;
  /** Row of the first column of each pair. */
  readonly rows: Uint32Array;
}

/** Pairs the values of two columns, the second `lag` steps later, in order of the steps. */
export function pairValues(
  a: Float64Array,
  b: Float64Array,
  steps: Int32Array | undefined,
  lag: number,
  others: readonly Float64Array[] = [],
): PairedValues {
  const rows = Array.from(a.keys());
  const rowAt = lag === 0 || steps === undefined
    ? undefined
    : new Map(rows.map((row) => [steps[row]!, row]));
  const after = (row: number): number | undefined =>
    rowAt === undefined ? row : rowAt.get((steps?.[row] ?? NaN) + lag);
  const known = rows.filter((row) => {
    const next = after(row);
    return next !== undefined && !Number.isNaN(a[row]) && !Number.isNaN(b[next]) &&
      !others.some((other) => Number.isNaN(other[row]));
  });
  if (steps !== undefined) known.sort((one, other) => steps[one]! - steps[other]!);
  return {
    x: Float64Array.from(known, (row) => a[row]!),
    y: Float64Array.from(known, (row) => b[after(row)!]!),
    at: Int32Array.from(known, (row) => steps?.[row] ?? row),
    rows: Uint32Array.from(known),
  };
}

/** A coefficient with its 95 % interval by Fisher's z and its p value. */
export interface Correlation {
  /** Coefficient; NaN if undefined. */
  readonly r: number;
  /** Reason for an undefined coefficient; null if it is known. */
  readonly note: "too few rows" | "no variation" | "not separable" | null;
  readonly low: number;
  readonly high: number;
  readonly p: number;
  readonly n: number;
  /** Number of independent rows that the rows are worth. */
  readonly size: number;
  /** Change of y per unit of x, with its 95 % interval; NaN for ranks. */
  readonly slope: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
}

/**
 * Correlates paired values without the effects that they share. If values depend on their
 * neighbours in time, interval and p value use the equivalent number of independent rows. Each
 * effect reduces that number in proportion.
 *
 * @param effects Columns whose effects are removed from both, as in a partial correlation.
 */
export function correlationOf(
  both: PairedValues,
  method: CorrelationMethod,
  dependent: boolean,
  effects: readonly Float64Array[] = [],
): Correlation {
  const isRanks = method === "spearman", n = both.x.length;
  const ranked = [both.x, both.y, ...effects].map((one) => isRanks ? meanRanks(one) : one);
  const [restX, restY] = effects.length === 0
    ? [{ values: ranked[0], removed: [] }, { values: ranked[1] }]
    : partialOut(ranked.slice(0, 2), ranked.slice(2)) as [Residual, Residual];
  const x = restX!.values, y = restY!.values, { removed } = restX!;
  const isDefined = x !== undefined && y !== undefined && n >= 3 + removed.length;
  const fit = isDefined ? fitOf(x, y) : undefined, r = fit?.r ?? NaN;
  const size = isDefined && dependent && !Number.isNaN(r)
    ? dependentSize({ at: both.at, x, y }, removed)
    : n - removed.length;
  const at = Math.atanh(r),
    isKnown = size > 3 && !Number.isNaN(r) && !(dependent && n < LEAST_DEPENDENT);
  const half = isKnown ? Z95 * Math.sqrt((isRanks ? 1.06 : 1) / (size - 3)) : NaN;
  const slope = fit === undefined || isRanks || Number.isNaN(r) ? NaN : fit.slope;
  // standard error of the slope with the same t as r
  const error = Math.abs(slope / r) * Math.sqrt((1 - r * r) / (size - 2));
  const width = isKnown && !isRanks ? studentBound(0.95, size - 2) * error : NaN;
  return {
    r,
    note: !Number.isNaN(r)
      ? null
      : n >= 3 && (isConstant(both.x) || isConstant(both.y))
      ? "no variation"
      : n >= 3 + removed.length
      ? "not separable"
      : "too few rows",
    low: Math.tanh(at - half),
    high: Math.tanh(at + half),
    p: isKnown ? studentTail(r * Math.sqrt((size - 2) / (1 - r * r)), size - 2) : NaN,
    n,
    size,
    slope,
    slopeLow: slope - width,
    slopeHigh: slope + width,
  };
}

/**
 * Returns the smaller of two numbers of independent rows. Observed autocorrelations suit every kind
 * of dependence if there are many rows. A first-order autoregression also suits few rows.
 */
function dependentSize(
  { at, x, y }: Pick<PairedValues, "at" | "x" | "y">,
  removed: readonly Float64Array[],
): number {
  const n = x.length;
  const observed = effectiveSize({ at, value: x }, { at, value: y }) * (n - removed.length) / n;
  return n > MANY ? observed : Math.min(observed, autoregressiveSize(at, [x, y], removed));
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

/** Returns ranks from 0; equal values share their mean rank. */
function meanRanks(values: Float64Array): Float64Array {
  const lowest = rank(values), counts = new Map<number, number>();
  for (const place of lowest) counts.set(place, (counts.get(place) ?? 0) + 1);
  return lowest.map((place) => place + (counts.get(place)! - 1) / 2);
}

/** A column without the effects of others. */
interface Residual {
  /** The residuals; `undefined` if the effects explain the whole column. */
  readonly values: Float64Array | undefined;
  /** Effects that were removed, as orthogonal columns of mean 0; effects that follow from others have no column. */
  readonly removed: readonly Float64Array[];
}

/** Share of a column's sum of squares below which nothing is left of it. */
const NOTHING = 1e-10;

/**
 * Returns the residuals of columns after a regression on effects and a constant, by orthogonal columns
 * (modified Gram-Schmidt).
 */
function partialOut(
  columns: readonly Float64Array[],
  effects: readonly Float64Array[],
): Residual[] {
  const basis: Float64Array[] = [];
  for (const effect of effects) {
    const own = orthogonal(effect, basis);
    if (own !== undefined) basis.push(own);
  }
  return columns.map((column) => ({ values: orthogonal(column, basis), removed: basis }));
}

function orthogonal(
  column: Float64Array,
  basis: readonly Float64Array[],
): Float64Array | undefined {
  const mean = column.reduce((sum, one) => sum + one, 0) / column.length;
  const rest = column.map((one) => one - mean), before = dot(rest, rest);
  for (const other of basis) {
    const share = dot(rest, other) / dot(other, other);
    other.forEach((one, i) => rest[i]! -= share * one);
  }
  return dot(rest, rest) > NOTHING * before ? rest : undefined;
}
