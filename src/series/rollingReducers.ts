import { counts, edges, medians, slide, type Sliding } from "./sliding.ts";

/** A function that makes one value of a rolling window's values. */
export type RollingReducer =
  | "mean"
  | "sum"
  | "min"
  | "max"
  | "median"
  | "first"
  | "last"
  | "count";

/** How each function is computed: NaN where it has no value. */
export const ROLLING: Readonly<
  Record<RollingReducer, (value: Float64Array, windows: Sliding) => Float64Array>
> = {
  mean: (value, windows) => {
    const sum = slide(value, windows, "sum"), count = counts(value, windows);
    for (let i = 0; i < sum.length; i++) sum[i]! /= count[i]!;
    return sum;
  },
  sum: (value, windows) => slide(value, windows, "sum"),
  min: (value, windows) => slide(value, windows, "min"),
  max: (value, windows) => slide(value, windows, "max"),
  median: medians,
  first: (value, windows) => edges(value, windows, "first"),
  last: (value, windows) => edges(value, windows, "last"),
  count: counts,
};
