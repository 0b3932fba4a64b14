import type { Column } from "../../frame/columns/columns.ts";
import { numbersOfInt64s } from "../clock/int64Words.ts";

/** A percentile: `"p90"` is above nine tenths of the values, `"p2.5"` above a fortieth. */
export type Percentile = `p${number}`;

/** A function that counts each row of a window equally. */
export type RowReducer =
  | "mean"
  | "sum"
  | "min"
  | "max"
  | "median"
  | "std"
  | "var"
  | "first"
  | "last"
  | "count"
  | Percentile;

/**
 * A function that reduces the values of a rolling window, as described in {@linkcode Reducer}, or
 * the exponential average `"ema"`, with the window as its half-life.
 */
export type RollingReducer = RowReducer | "ema";

/** A function that depends on how long each value holds. */
export type MeaningReducer = "weighted mean" | "durations" | "last known";

/**
 * A function that reduces the values of a window to a single value. Nulls and NaN are skipped.
 *
 * - `"mean"`: `sum(v) / n`; `"min"`, `"max"`, `"median"`; `"count"`: `n`.
 * - `"std"`, `"var"`: sample standard deviation and variance, divided by `n - 1`; null for one
 *   value.
 * - `"p90"`, `"p2.5"`: percentiles from `"p0"` to `"p100"`, with linear interpolation as in numpy
 *   and R (type 7).
 * - `"sum"`: `sum(v)`; for intervals `sum(v * overlap / length)`, so the sums of adjacent windows
 *   add up to the value of the interval.
 * - `"first"`, `"last"`: value of the earliest or latest row, of any type.
 * - `"weighted mean"`: `sum(v * time) / sum(time)`, where `time` is how long a value holds in the
 *   window. A point holds until the next, but at most for `maxAge`; an interval holds from start to
 *   end. Use it for readings such as a heart rate.
 * - `"durations"`: a column `<column>_<category>` for each category, with the milliseconds for
 *   which it holds in the window. Use it for stages, activities and places.
 * - `"last known"`: value of the last row before the window's end. The row may be before the
 *   window, but must not have ended more than `maxAge` before it. Use it for positions.
 *
 * Codes, such as `sleep_stage`, only support functions that treat them as names (`first`, `last`,
 * `count`, `durations`, `last known`). Rates, such as `heart_rate`, have no sum.
 */
export type Reducer = RowReducer | MeaningReducer;

/** Any function of any verb. */
export type AnyReducer = Reducer | RollingReducer;

/**
 * Returns whether the result of a function has the unit of its values, unlike a count or a
 * variance.
 */
export function keepsUnit(reducer: AnyReducer): boolean {
  return reducer !== "count" && reducer !== "var" && reducer !== "durations";
}

/** Functions in the order used in messages; one percentile represents all. */
export const REDUCERS: readonly Reducer[] = [
  "mean",
  "sum",
  "min",
  "max",
  "median",
  "std",
  "var",
  "p90",
  "first",
  "last",
  "count",
  "weighted mean",
  "durations",
  "last known",
];

/**
 * Returns the fraction of a percentile, such as `0.9` for `"p90"`; `undefined` if it is not a
 * percentile.
 */
export function quantileOf(reducer: string): number | undefined {
  const share = /^p\d+(?:\.\d+)?$/.test(reducer) ? Number(reducer.slice(1)) / 100 : NaN;
  return share <= 1 ? share : undefined;
}

/**
 * Returns the numbers of a column, with NaN for null: true is 1 and false 0. A column of only nulls
 * may have any type.
 *
 * @throws {TypeError} if the column is not numeric
 */
export function numbersOf(column: Column, name: string, action: string): Float64Array {
  const { type } = column;
  if (type === "text" && column.values.length > 0 && column.values.every((one) => one === null)) {
    return new Float64Array(column.values.length).fill(NaN);
  }
  if (type !== "float64" && type !== "int64" && type !== "bool") {
    throw notNumbers(name, type, action);
  }
  const { valid } = column;
  const values = type === "float64"
    ? column.values
    : type === "int64"
    ? numbersOfInt64s(column.values)
    : new Float64Array(column.values);
  if (valid === undefined) return values;
  const known = type === "float64" ? values.slice() : values;
  for (let row = 0; row < known.length; row++) if (valid[row] !== 1) known[row] = NaN;
  return known;
}

/** Returns the error for a column that is not numeric. */
function notNumbers(name: string, type: string, action: string): TypeError {
  return new TypeError(
    `Cannot ${action}: column ${
      JSON.stringify(name)
    } is ${type}, not a number; use first, last or count, or list the columns to keep, such as ` +
      'aggregate: { steps: "mean" }',
  );
}
