import type { Column } from "../../frame/columns/columns.ts";

/** A quantile in hundredths: `"p90"` lies above nine tenths of the values, `"p2.5"` above a fortieth. */
export type Percentile = `p${number}`;

/** A function of the rows of a window, each counted as it is. */
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

/** A function that makes one value of a rolling window's values, as {@linkcode Reducer} tells. */
export type RollingReducer = RowReducer;

/** A function of what the rows mean: how long each value holds. */
export type MeaningReducer = "weighted mean" | "durations" | "last known";

/**
 * A function that makes one value of a window's values. Nulls and NaN are not values.
 *
 * - `"mean"`: `sum(v) / n`; `"min"`, `"max"`, `"median"`: of the values; `"count"`: `n`.
 * - `"std"`, `"var"`: standard deviation and variance of a sample, divided by `n - 1`; null of one value.
 * - `"p90"`, `"p2.5"`: percentiles from `"p0"` to `"p100"`, between two values in proportion, as in
 *   numpy and R (type 7).
 * - `"sum"`: `sum(v)`; of spans `sum(v * overlap / length)`, so that the sums of any windows over a
 *   span give it back.
 * - `"first"`, `"last"`: the value of the earliest, the latest row, of any type.
 * - `"weighted mean"`: `sum(v * time) / sum(time)`, where `time` is how long a value holds in the
 *   window: a point until the next, and no longer than `maxAge`; a span from its start to its end.
 *   For readings such as a heart rate.
 * - `"durations"`: for each category in the column a column `<column>_<category>`, the milliseconds
 *   for which it holds in the window. For stages, activities, places.
 * - `"last known"`: the value of the last row before the window's end, also of one before the
 *   window, but not of one that ended longer than `maxAge` before it began. For positions.
 *
 * Of codes, such as those of a column `sleep_stage`, only what takes them for names is computed
 * (`first`, `last`, `count`, `durations`, `last known`); of a rate, such as `heart_rate`, no sum.
 */
export type Reducer = RowReducer | MeaningReducer;

/** Whether what a function makes of values has their unit: a count and a variance have not. */
export function keepsUnit(reducer: Reducer): boolean {
  return reducer !== "count" && reducer !== "var" && reducer !== "durations";
}

/** The functions, in the order in which messages name them; one percentile stands for all. */
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

/** The share of the values below a percentile, `0.9` of `"p90"`; undefined if it is not one. */
export function quantileOf(reducer: string): number | undefined {
  const share = /^p\d+(?:\.\d+)?$/.test(reducer) ? Number(reducer.slice(1)) / 100 : NaN;
  return share <= 1 ? share : undefined;
}

/**
 * The numbers of a column, NaN for null; a column of nothing but nulls may have any type.
 *
 * @throws {TypeError} if it holds something else
 */
export function numbersOf(column: Column, name: string, action: string): Float64Array {
  const { type } = column;
  if (type === "text" && column.values.length > 0 && column.values.every((one) => one === null)) {
    return new Float64Array(column.values.length).fill(NaN);
  }
  if (type !== "float64" && type !== "int64") throw notNumbers(name, type, action);
  const values = type === "float64" ? column.values : Float64Array.from(column.values, Number);
  return column.valid === undefined
    ? values
    : values.map((one, row) => column.valid![row] === 1 ? one : NaN);
}

/** That a column whose numbers are wanted is of another type. */
export function notNumbers(name: string, type: string, action: string): TypeError {
  return new TypeError(
    `Cannot ${action}: column ${
      JSON.stringify(name)
    } is ${type}, not a number; take its first, last or count`,
  );
}
