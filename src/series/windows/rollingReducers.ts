import { type Percentile, quantileOf, type RowReducer } from "../input/reducers.ts";
import { counts, edges, medians, quantiles, slide, type Sliding, variances } from "./sliding.ts";

/** A function that makes one value of a rolling window's values, as {@linkcode Reducer} tells. */
export type RollingReducer = RowReducer;

/** How each function is computed: NaN where it has no value. */
const ROLLING: Readonly<
  Record<
    Exclude<RollingReducer, Percentile>,
    (value: Float64Array, windows: Sliding) => Float64Array
  >
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
  std: (value, windows) => variances(value, windows).map(Math.sqrt),
  var: variances,
  first: (value, windows) => edges(value, windows, "first"),
  last: (value, windows) => edges(value, windows, "last"),
  count: counts,
};

/** The functions, in the order in which messages name them; one percentile stands for all. */
export const ROLLING_REDUCERS: readonly RollingReducer[] = [
  ...Object.keys(ROLLING) as RollingReducer[],
  "p90",
];

/** What a function makes of each window. */
export function rolled(
  reducer: RollingReducer,
  value: Float64Array,
  windows: Sliding,
): Float64Array {
  const quantile = quantileOf(reducer);
  return quantile === undefined
    ? ROLLING[reducer as Exclude<RollingReducer, Percentile>](value, windows)
    : quantiles(value, windows, quantile);
}
