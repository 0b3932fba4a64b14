import pl from "nodejs-polars";

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

/** A function of what the rows mean: how long each value holds. */
export type MeaningReducer = "weighted mean" | "durations" | "last known";

/**
 * A function that makes one value of a window's values. Nulls and NaN are no values.
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

/** The share of the values below a percentile, `0.9` of `"p90"`; undefined if it is none. */
export function quantileOf(reducer: string): number | undefined {
  const share = /^p\d+(?:\.\d+)?$/.test(reducer) ? Number(reducer.slice(1)) / 100 : NaN;
  return share <= 1 ? share : undefined;
}

const WHOLE = /^U?Int\d+$/;
const NUMBER = /^(?:U?Int\d+|Float\d+|Null)$/;
/** How messages call the types that are no numbers. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  String: "text",
  Utf8: "text",
  Categorical: "text",
  Datetime: "time",
};

/**
 * The expression that reduces a column in each window; nulls and NaN count for nothing, and where
 * nothing else is the result is null, but 0 for `count`. Without `nan` a NaN may become the result,
 * but nothing else that is wrong: it takes less time, and can be asked again.
 *
 * @param column The name of the column in Polars' frame.
 * @param names Its name for messages, and whether it may hold NaN.
 * @throws {TypeError} if the function is one of numbers and the column holds none, or structs
 */
export function reduced(
  column: string,
  dtype: { readonly variant: string },
  reducer: RowReducer,
  { name, nan }: { name: string; nan: boolean },
): pl.Expr {
  const { variant } = dtype;
  if (variant === "Struct") {
    throw new TypeError(
      `Cannot resample: column ${JSON.stringify(name)} is made of structs; unnest it first`,
    );
  }
  const isFloat = variant.startsWith("Float");
  const quantile = quantileOf(reducer);
  // whose results show no NaN
  const hides = reducer === "count" || reducer === "median" || quantile !== undefined;
  const values = isFloat && (nan || hides) ? pl.col(column).fillNan(pl.lit(null)) : pl.col(column);
  if (reducer === "count") return values.count();
  if (reducer === "first") return values.dropNulls().first();
  if (reducer === "last") return values.dropNulls().last();
  if (!NUMBER.test(variant)) {
    throw noNumbers(name, variant);
  }
  // Polars adds up 32-bit integers in 32 bits, and null is the sum of nothing here, not 0.
  const wide = variant === "Float64" || variant === "UInt64"
    ? values
    : values.cast(WHOLE.test(variant) ? pl.Int64 : pl.Float64);
  const made = reducer === "sum"
    ? pl.when(wide.count().gt(pl.lit(0))).then(wide.sum()).otherwise(pl.lit(null))
    : quantile !== undefined
    ? wide.quantile(quantile, "linear")
    : wide[reducer as Exclude<typeof reducer, Percentile>]();
  return made.cast(pl.Float64).alias(column);
}

/** What a type of Polars is called in messages. */
export function typeName(variant: string): string {
  return TYPE_NAMES[variant] ?? variant.toLowerCase();
}

/** That a column whose numbers are wanted is of another type. */
export function noNumbers(name: string, type: string, action = "resample"): TypeError {
  return new TypeError(
    `Cannot ${action}: column ${JSON.stringify(name)} is ${
      typeName(type)
    }, not a number; take its first, last or count`,
  );
}
