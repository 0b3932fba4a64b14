// @ts-types="@types/d3-array"
import { rank } from "d3-array";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { type Columns, int64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { rejectCodes } from "./input/meaningOfColumns.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How columns are correlated. */
export interface CorrelationsOptions {
  /** The columns of numbers to correlate, two at least. @default all columns of numbers */
  y?: readonly string[];
  /** Pearson's r of the values, or Spearman's rho of their ranks (ties share their mean rank). @default "pearson" */
  method?: "pearson" | "spearman";
  /** Columns whose values make groups, such as `user`: each is correlated by itself, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
}

/** Half the width of a 95 % interval in standard deviations. */
const Z95 = 1.959963984540054;

/**
 * How pairs of columns go together: a row for each pair, over the rows in which both have a value.
 *
 * The interval is Fisher's: tanh(atanh r ± 1.96 / sqrt(n - 3)), for ranks with 1.06 in place of 1
 * below the root (Fieller, Hartley and Pearson 1957). Rows that follow each other in time are mostly
 * not independent, so the interval of a time series is narrower than it should be.
 *
 * @param frame columns of numbers, such as daily totals; null and NaN are missing.
 * @returns the columns of `by`, its groups in order of their first rows; `a`, `b` `str`; `r`, `low`, `high` `f64`; `n` `i64`, the rows that have both. `r` is null
 * where n is below 3 or a column does not vary, the interval where n is below 4; ordered as the columns are.
 * @throws {TypeError} if a column is missing or holds no numbers, or codes (`sleep_stage`), or there
 * are fewer than two
 * @throws {RangeError} if the method is invalid
 *
 * @example Steps and calories
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const found = series.correlations([
 *   { steps: 4000, calories: 210 },
 *   { steps: 9000, calories: 430 },
 *   { steps: 12000, calories: 500 },
 *   { steps: 7000, calories: null },
 * ]);
 * assertAlmostEquals(found.toRecords()[0]!["r"] as number, 0.9892, 1e-4);
 * ```
 */
export function correlations(frame: FrameLike, options: CorrelationsOptions = {}): Frame {
  checkOptions(ACTION, options, { y: true, method: true, by: true });
  const { method = "pearson", by } = options;
  if (method !== "pearson" && method !== "spearman") {
    throw new RangeError(
      `Cannot correlate by ${JSON.stringify(method)}: use pearson or spearman`,
    );
  }
  const groups = [by ?? []].flat();
  const data = openFrame(frame, { action: ACTION });
  const names = [options.y ?? data.numberNames().filter((name) => !groups.includes(name))].flat();
  if (names.length < 2) {
    throw new TypeError(
      `Cannot correlate ${names.join(", ") || "nothing"}: it takes two columns of numbers`,
    );
  }
  rejectCodes(names, ACTION);
  return computeByGroup(
    data,
    { by, times: [] },
    (rows) => correlationsOf(rows, names, method),
  );
}

const ACTION = "correlate columns";

function correlationsOf(
  data: OpenFrame,
  names: readonly string[],
  method: "pearson" | "spearman",
): Columns {
  const values = names.map((name) => data.numbers(name));
  const pairs = names.flatMap((_, i) => names.slice(i + 1).map((_, k) => [i, i + 1 + k] as const));
  const found = pairs.map(([i, k]) => correlation(values[i]!, values[k]!, method));
  return {
    a: textColumn(pairs.map(([i]) => names[i]!)),
    b: textColumn(pairs.map(([, k]) => names[k]!)),
    r: nullable(found.map(({ r }) => r)),
    low: nullable(found.map(({ low }) => low)),
    high: nullable(found.map(({ high }) => high)),
    n: int64Column(BigInt64Array.from(found, ({ n }) => BigInt(n))),
  };
}

interface Correlation {
  /** The coefficient; NaN where there is none. */
  r: number;
  low: number;
  high: number;
  n: number;
}

function correlation(
  a: Float64Array,
  b: Float64Array,
  method: "pearson" | "spearman",
): Correlation {
  const both = (_: number, i: number): boolean => !Number.isNaN(a[i]!) && !Number.isNaN(b[i]!);
  const x = a.filter(both), y = b.filter(both), n = x.length;
  const r = n < 3
    ? NaN
    : method === "pearson"
    ? pearson(x, y)
    : pearson(meanRanks(x), meanRanks(y));
  const half = n < 4 ? NaN : Z95 * Math.sqrt((method === "pearson" ? 1 : 1.06) / (n - 3));
  const at = Math.atanh(r);
  return { r, low: Math.tanh(at - half), high: Math.tanh(at + half), n };
}

function pearson(x: Float64Array, y: Float64Array): number {
  const meanX = sum(x) / x.length, meanY = sum(y) / y.length;
  let xx = 0, yy = 0, xy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = x[i]! - meanX, dy = y[i]! - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0 || yy === 0) return NaN;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Ranks from 0; equal values share the mean of theirs. */
function meanRanks(values: Float64Array): Float64Array {
  const lowest = rank(values), counts = new Map<number, number>();
  for (const place of lowest) counts.set(place, (counts.get(place) ?? 0) + 1);
  return lowest.map((place) => place + (counts.get(place)! - 1) / 2);
}
