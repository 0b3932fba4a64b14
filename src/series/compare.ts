import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { type ComparedGroup, type GroupOptions, readGroups } from "./statistics/readGroups.ts";
import { GROUPED_COLUMNS } from "./input/readValues.ts";
import { STEP_COLUMNS } from "./input/readSteps.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { type DependentDifference, dependentDifference } from "./statistics/dependentDifference.ts";
import { studentBound } from "./statistics/studentBound.ts";
import { studentTail } from "./statistics/studentTail.ts";
import { bootstrapInterval, permutationP } from "./statistics/bootstrap.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How two periods or conditions are compared. */
export interface CompareOptions extends GroupOptions {
  /** Columns whose values make groups, such as `user`: each is compared by itself, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** The unit of the values, given to means and difference. @default "1" */
  unit?: string;
  /**
   * Whether values that follow each other in time hang together, so that there is less to learn from
   * them than from as many independent ones. @default true where the frame has times
   */
  dependent?: boolean;
  /** How sure the interval is: of the bootstrap, the share of its answers that lie inside. @default 0.95 */
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
 * | `difference_low`, `difference_high` | the interval of the difference |
 * | `hedges_g` | `cohen_d (1 - 3 / (4 df - 1))`, free of its bias in small groups (Hedges 1981) |
 * | `cohen_d` | the difference in pooled standard deviations |
 * | `p` | the chance of a difference as large, two-sided, where there is none |
 * | `n_a`, `n_b` | how many values there are |
 * | `missing_a`, `missing_b` | local days of a period (or what `every` says), or rows of a condition, without a value |
 * | `n_effective` | how many independent values those of both groups are worth |
 * | `autocorrelation` | the correlation of neighbours in time that this rests on; null where none is taken into account |
 *
 * Days that follow each other hang together: a bad week is not seven findings. Where there are times
 * (`time`, `night` or `date`), interval and `p` allow for it: they are Student's, of `n_effective - 2` degrees of
 * freedom, with a standard error that the correlation of neighbours makes larger, as in a first-order
 * autoregression around the two means. That correlation is freed of the bias that it has in few values.
 * `method` then says `autoregression`. Of values without times, or with
 * `dependent: false`, the interval has the percentiles of a bootstrap that draws each group again
 * (Efron 1979), and `p` is that of a permutation test of the means, as in scipy: twice the smaller tail,
 * exact up to 100,000 ways to part the values, else of random ones. The effects treat values as
 * independent.
 *
 * With `condition` and `lag: 1` a value is held against the condition of the day before it: the night
 * after a workout.
 *
 * The order of rows changes nothing. What needs more values than there are is null: effects, and what
 * allows for neighbours, two in each group, the bootstrap and its test one.
 * Where drawing would take more than 100 million values (10,000 of both groups together, with the
 * usual `resamples`), interval and `p` are those that drawing comes to, without drawing: quantiles by
 * variance and skewness (Cornish and Fisher 1938), and the normal distribution.
 * `coverage` is the share of days (or rows) that have a value, of the smaller group; `n` counts values.
 *
 * @param frame a column of instants or dates (`time`), a column of numbers, and with `condition` one of
 * text, or of true and false.
 * @returns a row for each statistic: the columns of `by`, its groups in order of their first rows; `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`;
 * `method` `str`, how interval and chance came about: `autoregression`, `bootstrap` or `permutation`, else null.
 * @throws {TypeError} if a column is missing or of another type, or two groups are not named
 * @throws {RangeError} if a range, `every` or the zone is invalid, or a number of the options is out of
 * bounds; with `lag` if two rows lie on one day
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
 * assertEquals([value("difference"), value("missing_a")], [-3, 4]);
 * ```
 */
export function compare(frame: FrameLike, options: CompareOptions): Frame {
  checkOptions("compare", options, COMPARE_OPTIONS, "a and b, or condition");
  const { unit = "1", confidence = 0.95, resamples = 9999, seed = 1, dependent = true } = options;
  if (!(confidence > 0 && confidence < 1)) throw outOfBounds("confidence", confidence, "0 to 1");
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > 1e7) {
    throw outOfBounds("resamples", resamples, "1 to 10,000,000");
  }
  const { by, time } = options;
  const data = openFrame(frame, { action: "compare", tz: options.tz });
  return computeByGroup(
    data,
    // A result is of statistics: none of its columns has the unit of one of the frame.
    {
      by,
      times: [time ?? STEP_COLUMNS].flat().filter((name) => data.names.includes(name)),
      units: {},
    },
    (rows) => compareGroups(rows, { ...options, unit, confidence, resamples, seed, dependent }),
  );
}

const AUTOREGRESSION = "autoregression";

function compareGroups(
  data: OpenFrame,
  { unit, confidence, resamples, seed, dependent, ...options }: CompareOptions & Settings,
): Columns {
  const { groups: [a, b] } = readGroups(data, options);
  const [na, nb] = [a.values.length, b.values.length];
  const [ma, mb] = [mean(a.values), mean(b.values)];
  const both = na > 0 && nb > 0;
  const difference = both ? mb! - ma! : null;
  const found = dependent ? steppedDifference(a, b) : null;
  const { low = null, high = null, p = null, method } = !both
    ? { method: found === null ? "bootstrap" : AUTOREGRESSION }
    : found === null
    ? {
      ...bootstrapInterval(a.values, b.values, { resamples, seed, confidence }),
      p: permutationP(a.values, b.values, { resamples, seed }),
      method: "bootstrap",
    }
    : { ...studentInterval(difference!, found, confidence), method: AUTOREGRESSION };
  const d = effect(a.values, b.values);
  const share = [a, b].map(({ missing, size }) => size === 0 ? 0 : (size - missing) / size);
  const of = (which: 0 | 1) => ({ coverage: share[which]!, n: which === 0 ? na : nb });
  const all = { coverage: Math.min(...share), n: na + nb };
  const rows: Statistic[] = [
    { name: "mean_a", value: ma, unit, ...of(0) },
    { name: "mean_b", value: mb, unit, ...of(1) },
    { name: "difference", value: difference, unit, ...all },
    { name: "difference_low", value: low, unit, ...all },
    { name: "difference_high", value: high, unit, ...all },
    { name: "hedges_g", value: d && d * (1 - 3 / (4 * (na + nb - 2) - 1)), unit: "1", ...all },
    { name: "cohen_d", value: d, unit: "1", ...all },
    { name: "p", value: p, unit: "1", ...all },
    { name: "n_a", value: na, unit: "1", ...of(0) },
    { name: "n_b", value: nb, unit: "1", ...of(1) },
    { name: "missing_a", value: a.missing, unit: "1", ...of(0) },
    { name: "missing_b", value: b.missing, unit: "1", ...of(1) },
    { name: "n_effective", value: found?.size ?? na + nb, unit: "1", ...all },
    { name: "autocorrelation", value: found?.autocorrelation ?? null, unit: "1", ...all },
  ];
  const methods: Readonly<Record<string, string>> = {
    difference_low: method,
    difference_high: method,
    p: method === "bootstrap" ? "permutation" : method,
  };
  return {
    ...statisticColumns(rows),
    method: textColumn(rows.map(({ name }) => methods[name] ?? null)),
  };
}

/** What a difference is like whose neighbours hang together; null where the values have no order in time. */
function steppedDifference(a: ComparedGroup, b: ComparedGroup): DependentDifference | null {
  if (a.stepped === undefined || b.stepped === undefined) return null;
  const both = [a.stepped, b.stepped].flatMap(({ at, value }, group) =>
    Array.from(value, (one, i) => ({ at: at[i]!, value: one, group }))
  ).sort((one, other) => one.at - other.at);
  if (both.some(({ at }, i) => at === both[i - 1]?.at)) return null; // one row in both periods
  return dependentDifference({
    at: Int32Array.from(both, ({ at }) => at),
    value: Float64Array.from(both, ({ value }) => value),
    group: Uint8Array.from(both, ({ group }) => group),
  }) ?? { error: NaN, size: both.length, autocorrelation: null };
}

/** The interval of a difference and its chance, by Student's t. */
function studentInterval(
  difference: number,
  { error, size }: DependentDifference,
  confidence: number,
): { low: number | null; high: number | null; p: number | null } {
  const freedom = size - 2;
  if (Number.isNaN(error) || !(freedom > 0)) return { low: null, high: null, p: null };
  const half = studentBound(confidence, freedom) * error;
  return {
    low: difference - half,
    high: difference + half,
    p: studentTail(difference / error, freedom),
  };
}

/** The options that there are. */
export const COMPARE_OPTIONS: OptionTable<CompareOptions> = {
  a: true,
  b: true,
  ...GROUPED_COLUMNS,
  condition: true,
  tz: true,
  every: true,
  lag: true,
  unit: true,
  dependent: true,
  confidence: true,
  resamples: true,
  seed: true,
};

type Settings = Required<
  Pick<CompareOptions, "unit" | "confidence" | "resamples" | "seed" | "dependent">
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
