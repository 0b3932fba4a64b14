// @ts-types="@types/d3-array"
import { rank } from "d3-array";
import { autoregressiveSize } from "./autoregressiveSize.ts";
import { LEAST_DEPENDENT } from "./dependentMean.ts";
import { effectiveSize } from "./effectiveSize.ts";
import { fitOf } from "./linearFit.ts";
import { partialOut, type Residual } from "./partialOut.ts";
import { studentBound } from "../numerics/studentBound.ts";
import { studentTail } from "../numerics/studentTail.ts";

/** A coefficient: Pearson's r of the values, or Spearman's rho of their ranks (ties share their mean rank). */
export type CorrelationMethod = "pearson" | "spearman";

/** Half the width of a 95 % interval in standard deviations. */
const Z95 = 1.959963984540054;

/** Above this number of rows the observed autocorrelations are known well enough. */
const MANY = 10_000;

/** The values of two columns where both have one, and on which steps the first of them lie. */
export interface PairedValues {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly at: Int32Array;
  /** The row of the first column that each pair is from. */
  readonly rows: Uint32Array;
}

/** The values of two columns, of the second so many steps later, where both are known, in the order of the steps. */
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
    rowAt === undefined ? row : rowAt.get(steps![row]! + lag);
  const known = rows.filter((row) => {
    const next = after(row);
    return next !== undefined && !Number.isNaN(a[row]!) && !Number.isNaN(b[next]!) &&
      !others.some((other) => Number.isNaN(other[row]!));
  });
  if (steps !== undefined) known.sort((one, other) => steps[one]! - steps[other]!);
  return {
    x: Float64Array.from(known, (row) => a[row]!),
    y: Float64Array.from(known, (row) => b[after(row)!]!),
    at: Int32Array.from(known, (row) => steps?.[row] ?? row),
    rows: Uint32Array.from(known),
  };
}

/** A coefficient, its 95 % interval by Fisher's z, and its chance of the truth being none. */
export interface Correlation {
  /** The coefficient; NaN where there is none. */
  readonly r: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
  readonly n: number;
  /** The rows that it rests on as if they were independent. */
  readonly size: number;
  /** Change of y when x grows by 1, with its 95 % interval; NaN for ranks. */
  readonly slope: number;
  readonly slopeLow: number;
  readonly slopeHigh: number;
}

/**
 * Correlates paired values without the effects that they share. If the values depend on their neighbours in
 * time, interval and p value are those of the independent rows that they are worth; each effect takes its
 * share of them.
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
  const slope = isRanks || Number.isNaN(r) ? NaN : fit!.slope;
  // The standard error of the slope whose t is that of r.
  const error = Math.abs(slope / r) * Math.sqrt((1 - r * r) / (size - 2));
  const width = isKnown && !isRanks ? studentBound(0.95, size - 2) * error : NaN;
  return {
    r,
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
 * Returns the smaller of two numbers of independent rows: by the observed autocorrelations, which holds for
 * all kinds of dependence if there are many rows, and by a first-order autoregression, which also holds for few.
 */
function dependentSize(
  { at, x, y }: Pick<PairedValues, "at" | "x" | "y">,
  removed: readonly Float64Array[],
): number {
  const n = x.length;
  const observed = effectiveSize({ at, value: x }, { at, value: y }) * (n - removed.length) / n;
  return n > MANY ? observed : Math.min(observed, autoregressiveSize(at, [x, y], removed));
}

/** Ranks from 0; equal values share the mean of theirs. */
function meanRanks(values: Float64Array): Float64Array {
  const lowest = rank(values), counts = new Map<number, number>();
  for (const place of lowest) counts.set(place, (counts.get(place) ?? 0) + 1);
  return lowest.map((place) => place + (counts.get(place)! - 1) / 2);
}
