import { labelZone, NO_ZONE, zonedTime } from "../../time/zones.ts";
import pl from "nodejs-polars";
import type { Interval } from "../../time/interval.ts";
import { checkYears } from "../columns/checkYears.ts";
import type { Column } from "../columns/columns.ts";
import { columnOf } from "./columnsOf.ts";
import type { Frame } from "./frame.ts";
import { seriesOf, variantOf } from "./seriesOf.ts";

/** Function of the values of a window, which ignores null and NaN. */
export type WindowFunction =
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
  | { readonly quantile: number };

/** Options of {@linkcode groupWindows}. */
export interface GroupWindowsOptions {
  /** Name of the time column. */
  readonly time: string;
  /** Columns, each with its function. */
  readonly columns: readonly { readonly name: string; readonly reducer: WindowFunction }[];
  /**
   * Returns the boundaries of the windows that cover an interval, and the zone of calendar windows.
   * Receives the zone of the time column.
   */
  readonly computeBoundaries: (
    interval: Interval,
    zone: string,
  ) => { readonly boundaries: BigInt64Array; readonly tz: string };
  /** Length of calendar windows in Polars' notation; `undefined` for clock windows. */
  readonly calendar: string | undefined;
}

/** Results of the windows that have rows. */
export interface GroupedWindows {
  /** Window `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: BigInt64Array;
  /** IANA zone of the windows. */
  readonly tz: string;
  /** Indexes of the windows that have rows, ascending. */
  readonly window: Uint32Array;
  /** Results of each function for these windows. */
  readonly columns: readonly Column[];
}

/**
 * Reduces the rows of a frame in windows with Polars. For millions of rows, this is faster than
 * copying the rows. Returns `undefined` if rows are not in order, if a value is NaN, or if Polars'
 * windows differ from the requested ones. Polars fails in zones where the clock skips midnight, and
 * loses rows before an offset. The caller then reads and reduces the columns.
 *
 * @throws {RangeError} if a time is outside the years 1 to 9999, or there are too many windows
 */
export function groupWindows(
  frame: Frame,
  options: GroupWindowsOptions,
): GroupedWindows | undefined {
  const times = seriesOf(frame, options.time);
  const { variant, inner } = times.dtype as unknown as { variant: string; inner: string[] | null };
  if (variant !== "Datetime" || inner?.[0] !== "us" || times.len() === 0) return undefined;
  if (times.nullCount() > 0) return undefined;
  const at = times.cast(pl.Datetime("us", "UTC"));
  const [first = 0n] = instants(at.head(1)), [last = 0n] = instants(at.tail(1));
  checkYears(BigInt64Array.of(first, last), "us", options.time);
  if (first > last) return undefined;
  const series = options.columns.map(({ name }) => seriesOf(frame, name));
  const expressions = options.columns.map(({ reducer }, i) =>
    reduce(safeName(i), variantOf(series[i]!), reducer)
  );
  if (expressions.includes(undefined)) return undefined;
  const { boundaries, tz } = options.computeBoundaries(
    { start: first, end: last + 1n },
    inner[1] || NO_ZONE,
  );
  const renamed = series.map((own, i) => own.alias(safeName(i)));
  const reduced = reduceInOrder(pl.DataFrame([at.alias("at"), ...renamed]), {
    boundaries,
    expressions: expressions as pl.Expr[],
    calendar: options.calendar,
    tz,
  });
  const window = reduced && matchWindows(reduced, boundaries);
  if (window === undefined || reduced!.getColumn("rows").sum() !== times.len()) return undefined;
  const columns = options.columns.map((_, i) => columnOf(reduced!.getColumn(safeName(i))));
  return columns.some(hasNaN) ? undefined : { boundaries, tz, window, columns };
}

/** Returns a name that hides no method of Polars' frames. */
function safeName(index: number): string {
  return `column ${index}`;
}

function instants(series: pl.Series): BigInt64Array {
  return series.cast(pl.Int64).toTypedArray() as unknown as BigInt64Array;
}

function hasNaN(column: Column): boolean {
  return column.type === "float64" && column.values.some(Number.isNaN);
}

interface Windows {
  readonly boundaries: BigInt64Array;
  readonly expressions: readonly pl.Expr[];
  readonly calendar: string | undefined;
  readonly tz: string;
}

/**
 * Reduces rows in Polars' windows; returns `undefined` if its windows differ or the rows are not in
 * order.
 */
function reduceInOrder(
  frame: Frame,
  { boundaries, expressions, calendar, tz }: Windows,
): Frame | undefined {
  const [first = 0n, second = first] = boundaries, step = second - first;
  const isEven = boundaries.every((at, i) => i === 0 || at - boundaries[i - 1]! === step);
  const isCalendar = calendar !== undefined && labelZone(tz) === tz && areMidnights(boundaries, tz);
  if (!isEven && !isCalendar) return undefined;
  const phase = ((first % step) + step) % step;
  const offset = phase === 0n ? "0us" : `-${step - phase}us`;
  const rows = isEven ? frame : frame.withColumn(pl.col("at").cast(pl.Datetime("us", tz)));
  try {
    return rows.groupByDynamic({
      indexColumn: "at",
      ...(isEven ? { every: `${step}us`, offset } : { every: calendar! }),
      startBy: "window", // Polars' default for JavaScript is Monday
      includeBoundaries: true,
    }).agg(pl.col("at").count().alias("rows"), ...expressions);
  } catch (error) {
    if (error instanceof Error && error.message.includes("not sorted")) return undefined;
    throw error;
  }
}

/** Returns whether Polars can have these windows: it fails where the zone skips midnight. */
function areMidnights(boundaries: BigInt64Array, tz: string): boolean {
  return boundaries.every((at) => {
    const { hour, minute, second } = zonedTime(at, tz);
    return hour === 0 && minute === 0 && second === 0;
  });
}

/**
 * Returns the indexes of Polars' windows among the requested windows; `undefined` if a window was
 * not requested.
 */
function matchWindows(reduced: Frame, boundaries: BigInt64Array): Uint32Array | undefined {
  const lower = instants(reduced.getColumn("_lower_boundary"));
  const upper = instants(reduced.getColumn("_upper_boundary"));
  const window = new Uint32Array(lower.length);
  for (let i = 0, index = 0; i < lower.length; i++, index++) {
    while (index < boundaries.length - 1 && boundaries[index]! < lower[i]!) index++;
    if (boundaries[index] !== lower[i] || boundaries[index + 1] !== upper[i]) return undefined;
    window[i] = index;
  }
  return window;
}

const INTEGER = /^U?Int\d+$/;
const NUMBER = /^(?:U?Int\d+|Float\d+|Null)$/;

/**
 * Returns the expression that reduces a column in each window; `undefined` if the type of the
 * column has no such function. It ignores nulls. Without values the result is null, or 0 for
 * `count`. A NaN remains if it affects the result.
 */
function reduce(column: string, variant: string, reducer: WindowFunction): pl.Expr | undefined {
  if (variant === "Struct") return undefined;
  const hidesNaN = reducer === "count" || reducer === "median" || typeof reducer === "object";
  const values = variant.startsWith("Float") && hidesNaN
    ? pl.col(column).fillNan(pl.lit(null))
    : pl.col(column);
  if (reducer === "count") return values.count();
  if (reducer === "first") return values.dropNulls().first();
  if (reducer === "last") return values.dropNulls().last();
  if (!NUMBER.test(variant)) return undefined;
  // Polars sums 32-bit integers in 32 bits. Here, the sum of no values is null, not 0.
  const wide = variant === "Float64" || variant === "UInt64"
    ? values
    : values.cast(INTEGER.test(variant) ? pl.Int64 : pl.Float64);
  const reduced = reducer === "sum"
    ? pl.when(wide.count().gt(pl.lit(0))).then(wide.sum()).otherwise(pl.lit(null))
    : typeof reducer === "object"
    ? wide.quantile(reducer.quantile, "linear")
    : wide[reducer]();
  return reduced.cast(pl.Float64).alias(column);
}
