import pl from "nodejs-polars";

/** A function that makes one value of a window's values. */
export type Reducer = "mean" | "sum" | "min" | "max" | "median" | "first" | "last" | "count";

/** The functions, in the order in which messages name them. */
export const REDUCERS: readonly Reducer[] = [
  "mean",
  "sum",
  "min",
  "max",
  "median",
  "first",
  "last",
  "count",
];

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
  reducer: Reducer,
  { name, nan }: { name: string; nan: boolean },
): pl.Expr {
  const { variant } = dtype;
  if (variant === "Struct") {
    throw new TypeError(
      `Cannot resample: column ${JSON.stringify(name)} is made of structs; unnest it first`,
    );
  }
  const isFloat = variant.startsWith("Float");
  const hides = reducer === "count" || reducer === "median"; // whose results show no NaN
  const values = isFloat && (nan || hides) ? pl.col(column).fillNan(pl.lit(null)) : pl.col(column);
  if (reducer === "count") return values.count();
  if (reducer === "first") return values.dropNulls().first();
  if (reducer === "last") return values.dropNulls().last();
  if (!NUMBER.test(variant)) {
    throw new TypeError(
      `Cannot resample: column ${JSON.stringify(name)} is ${
        TYPE_NAMES[variant] ?? variant.toLowerCase()
      }, not a number; take its first, last or count`,
    );
  }
  // Polars adds up 32-bit integers in 32 bits, and null is the sum of nothing here, not 0.
  const wide = variant === "Float64" || variant === "UInt64"
    ? values
    : values.cast(WHOLE.test(variant) ? pl.Int64 : pl.Float64);
  const made = reducer === "sum"
    ? pl.when(wide.count().gt(pl.lit(0))).then(wide.sum()).otherwise(pl.lit(null))
    : wide[reducer]();
  return made.cast(pl.Float64).alias(column);
}
