import type { Columns } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { type GroupOptions, readGroups } from "./statistics/readGroups.ts";
import { GROUPED_COLUMNS } from "./input/readValues.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { bootstrapInterval, permutationP } from "./statistics/bootstrap.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How two periods or conditions are compared. */
export interface CompareOptions extends GroupOptions {
  /** Columns whose values make groups, such as `user`: each is compared by itself, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** The unit of the values, given to means and difference. @default "1" */
  unit?: string;
  /** The share of bootstrap answers that lie inside the interval. @default 0.95 */
  confidence?: number;
  /** How many samples the bootstrap draws, and the permutation test where it cannot try all. @default 9999 */
  resamples?: number;
  /** What the random numbers begin from: the same seed gives the same result. @default 1 */
  seed?: number;
}

/**
 * Compares the values of two periods, or of two conditions: those of days, nights or of anything.
 *
 * | name | |
 * | --- | --- |
 * | `mean_a`, `mean_b` | the means |
 * | `difference` | `mean_b - mean_a` |
 * | `difference_low`, `difference_high` | percentiles of a bootstrap that draws each group again (Efron 1979) |
 * | `hedges_g` | `cohen_d (1 - 3 / (4 df - 1))`, free of its bias in small groups (Hedges 1981) |
 * | `cohen_d` | the difference in pooled standard deviations |
 * | `p` | permutation test of the means, two-sided as in scipy: twice the smaller tail; exact up to 100,000 ways to part the values, else of random ones |
 * | `n_a`, `n_b` | how many values there are |
 * | `missing_a`, `missing_b` | local days of a period (or what `every` says), or rows of a condition, without a value |
 *
 * Interval, test and effect treat values as independent of their neighbours: days that hang together
 * make all three look surer than they are. The order of rows changes nothing. What needs more values
 * than there are is null: the interval and the test one in each group, effects two in each.
 * Where drawing would take more than 100 million values (10,000 of both groups together, with the
 * usual `resamples`), interval and `p` are those that drawing comes to, without drawing: quantiles by
 * variance and skewness (Cornish and Fisher 1938), and the normal distribution.
 * `coverage` is the share of days (or rows) that have a value, of the smaller group; `n` counts values.
 *
 * @param frame a column of instants (`time`), a column of numbers, and with `condition` one of text.
 * @returns a row for each statistic: the columns of `by`, its groups in order of their first rows; `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`.
 * @throws {TypeError} if a column is missing or of another type, or two groups are not named
 * @throws {RangeError} if a range, `every` or the zone is invalid, or a number of the options is out of bounds
 *
 * @example Resting heart rate in two weeks
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [58, 60, 59, 57, 56, 55].map((bpm, i) => ({
 *   time: new Date(Date.UTC(2024, 0, i < 3 ? 1 + i : 8 + i)),
 *   bpm,
 * }));
 * const found = series.compare(days, {
 *   a: { start_time: "2024-01-01", end_time: "2024-01-08" },
 *   b: { start_time: "2024-01-08", end_time: "2024-01-15" },
 *   tz: "UTC",
 * }).toRecords();
 * const value = (name: string) => found.find((row) => row["name"] === name)?.["value"];
 * assertEquals([value("difference"), value("p"), value("missing_a")], [-3, 0.1, 4]);
 * ```
 */
export function compare(frame: FrameLike, options: CompareOptions): Frame {
  checkOptions("compare", options, COMPARE_OPTIONS, "a and b, or condition");
  const { unit = "1", confidence = 0.95, resamples = 9999, seed = 1 } = options;
  if (!(confidence > 0 && confidence < 1)) throw outOfBounds("confidence", confidence, "0 to 1");
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > 1e7) {
    throw outOfBounds("resamples", resamples, "1 to 10,000,000");
  }
  const { by, time = "time" } = options;
  return computeByGroup(
    openFrame(frame, { action: "compare", tz: options.tz }),
    { by, times: [time] },
    (rows) => compareGroups(rows, { ...options, unit, confidence, resamples, seed }),
  );
}

function compareGroups(
  data: OpenFrame,
  { unit, confidence, resamples, seed, ...options }: CompareOptions & Settings,
): Columns {
  const { groups: [a, b] } = readGroups(data, options);
  const [na, nb] = [a.values.length, b.values.length];
  const [ma, mb] = [mean(a.values), mean(b.values)];
  const both = na > 0 && nb > 0;
  const difference = both ? mb! - ma! : null;
  const interval = both
    ? bootstrapInterval(a.values, b.values, { resamples, seed, confidence })
    : undefined;
  const d = effect(a.values, b.values);
  const share = [a, b].map(({ missing, size }) => size === 0 ? 0 : (size - missing) / size);
  const of = (which: 0 | 1) => ({ coverage: share[which]!, n: which === 0 ? na : nb });
  const all = { coverage: Math.min(...share), n: na + nb };
  const p = both ? permutationP(a.values, b.values, { resamples, seed }) : null;
  const rows: Statistic[] = [
    { name: "mean_a", value: ma, unit, ...of(0) },
    { name: "mean_b", value: mb, unit, ...of(1) },
    { name: "difference", value: difference, unit, ...all },
    { name: "difference_low", value: interval?.low ?? null, unit, ...all },
    { name: "difference_high", value: interval?.high ?? null, unit, ...all },
    { name: "hedges_g", value: d && d * (1 - 3 / (4 * (na + nb - 2) - 1)), unit: "1", ...all },
    { name: "cohen_d", value: d, unit: "1", ...all },
    { name: "p", value: p, unit: "1", ...all },
    { name: "n_a", value: na, unit: "1", ...of(0) },
    { name: "n_b", value: nb, unit: "1", ...of(1) },
    { name: "missing_a", value: a.missing, unit: "1", ...of(0) },
    { name: "missing_b", value: b.missing, unit: "1", ...of(1) },
  ];
  return statisticColumns(rows);
}

/** The options that there are. */
export const COMPARE_OPTIONS: OptionTable<CompareOptions> = {
  a: true,
  b: true,
  ...GROUPED_COLUMNS,
  condition: true,
  tz: true,
  every: true,
  unit: true,
  confidence: true,
  resamples: true,
  seed: true,
};

type Settings = Required<
  Pick<CompareOptions, "unit" | "confidence" | "resamples" | "seed">
>;

function outOfBounds(name: string, value: number, bounds: string): RangeError {
  return new RangeError(`Cannot compare: ${name} ${value} is not in ${bounds}`);
}

function mean(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Cohen's d; null of groups of one, or where nothing varies. */
function effect(a: Float64Array, b: Float64Array): number | null {
  if (a.length < 2 || b.length < 2) return null;
  const squares = (values: Float64Array): number => {
    const centre = mean(values)!;
    return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  };
  const variance = (squares(a) + squares(b)) / (a.length + b.length - 2);
  return variance > 0 ? (mean(b)! - mean(a)!) / Math.sqrt(variance) : null;
}
