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

const plus = (a: number, b: number): number => a + b;

/** How each function is computed: NaN where it has no value. */
export const ROLLING: Readonly<
  Record<RollingReducer, (value: Float64Array, windows: Sliding) => Float64Array>
> = {
  mean: (value, windows) => {
    const count = counts(value, windows);
    return slide(value, windows, plus).map((sum, i) => sum / count[i]!);
  },
  sum: (value, windows) => slide(value, windows, plus),
  min: (value, windows) => slide(value, windows, Math.min),
  max: (value, windows) => slide(value, windows, Math.max),
  median: medians,
  first: (value, windows) => edges(value, windows, "first"),
  last: (value, windows) => edges(value, windows, "last"),
  count: counts,
};
