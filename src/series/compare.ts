import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type GroupOptions, readGroups } from "./statistics/readGroups.ts";
import { GROUPED_COLUMNS } from "./input/readValues.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { describeValue } from "../options/describeValue.ts";
import { compareDays, type ComparedDays } from "./statistics/compareDays.ts";
import type { SharedEffect } from "./statistics/sharedEffects.ts";
import { permutationTest } from "./statistics/permutationTest.ts";
import { type Tested, UNTESTED, welchTest } from "./statistics/welch.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode compare}. */
export interface CompareOptions extends GroupOptions {
  /**
   * Columns that define groups, such as `user`: each group is compared separately, and these
   * columns come first. @default none
   */
  by?: string | readonly string[] | undefined;
  /**
   * Unit of the values, for means and difference. @default the column's unit if it is known, else
   * "1"
   */
  unit?: string;
  /**
   * Treats values as dependent on their neighbours in time, so that they count as fewer than the
   * same number of independent values. @default true if the frame has times
   */
  dependent?: boolean;
  /**
   * Test: `autoregression` for values in time, `permutation` for exchangeable values, or `welch`,
   * Welch's t test of independent values. @default "autoregression" if the frame has times and
   * `dependent` is not false, else "permutation"
   */
  method?: CompareMethod;
  /**
   * Effects to remove in `autoregression`: a linear trend and weekdays. @default both, except an
   * effect that explains half or more of the grouping: consecutive periods differ by a trend,
   * weekends and working days by weekdays; steps longer than a day have no weekday
   */
  partial?: readonly SharedEffect[];
  /** Confidence of the interval. @default 0.95 */
  confidence?: number;
  /**
   * Number of random samples of the permutation test if it cannot try all permutations. @default
   * 9999
   */
  resamples?: number;
  /** Seed of the random number generator. @default 1 */
  seed?: number;
}

/** Name of a statistic of a comparison. */
export type CompareStatistic =
  | "mean_a"
  | "mean_b"
  | "difference"
  | "difference_low"
  | "difference_high"
  | "hedges_g"
  | "cohen_d"
  | "p"
  | "n_a"
  | "n_b"
  | "missing_a"
  | "missing_b"
  | "n_effective"
  | "autocorrelation_a"
  | "autocorrelation_b";

/** Test of a comparison. */
export type CompareMethod = "autoregression" | "permutation" | "welch";

/**
 * Compares the values of two periods or conditions.
 *
 * | name | |
 * | --- | --- |
 * | `mean_a`, `mean_b` | the means |
 * | `difference` | `mean_b - mean_a`, without the effects in `partial` |
 * | `difference_low`, `difference_high` | interval of the difference |
 * | `hedges_g` | `cohen_d (1 - 3 / (4 df - 1))`, corrected for bias in small groups (Hedges 1981) |
 * | `cohen_d` | difference of the means in pooled standard deviations |
 * | `p` | two-sided probability of a difference this large if there is no effect |
 * | `n_a`, `n_b` | number of values |
 * | `missing_a`, `missing_b` | days of a period (or steps), or rows of a condition, without a value |
 * | `n_effective` | number of independent values equivalent to both groups |
 * | `autocorrelation_a`, `autocorrelation_b` | estimated correlation of neighbours in time; null for other methods |
 *
 * **Values in time** (`time`, `night` or `date`): one bad week does not count as seven findings.
 * Each group has its own spread and its own autocorrelation. The effects of weekdays and of a trend
 * are removed if they can be separated from the difference; the column `partial` names them.
 * Interval and p value integrate over all spreads and autocorrelations that fit the values, and
 * hold their level with at least 28 values, 7 per group. With fewer values they are null, and
 * `note` is `too few days`. They agree: p is below `1 - confidence` if and only if the interval
 * excludes 0.
 *
 * **Values without times**, or with `dependent: false`: the permutation test of Welch's t (Janssen
 * 1997), exact for up to 100,000 permutations, otherwise with random ones. The interval contains
 * the shifts that the test does not reject, so p value and interval agree. If sampling would draw
 * more than 100 million values, Welch's test is used.
 *
 * **`method: "welch"`** is the t test of R and pingouin (Welch 1947).
 *
 * With `condition` and `lag: 1`, a value belongs to the condition of the day before, such as the
 * night after a workout.
 *
 * The result does not depend on the order of rows.
 * `coverage` is the share of days (or rows) with a value, of the smaller group; `n` counts values.
 *
 * @param frame a column of instants or dates (`time`), a numeric column, and with `condition` a
 * text or boolean column.
 * @returns an object with a number or null per name; `unit` and `reason` give each unit and the
 * reason for each null. Its `frame`, or with `by` the result itself, is a long frame with a row per
 * statistic: the columns of `by`, with groups in order of their first rows; `name` `str`, `value`
 * `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`; `method` `str`, the test of interval and p
 * value, else null; `partial` `str`, the effects removed from difference, interval and p value,
 * such as `trend, weekday`, else null; `note` `str`, the reason for a null value: `too few days`,
 * `not separable` (from the effects to remove), `no variation`, `too few values`, `no values`, or
 * `not part of method "permutation"`
 * @throws {TypeError} if a column is missing or of another type, or the options do not define two
 * groups
 * @throws {RangeError} if a range, `every`, the zone or a number is invalid, or with `lag` if a day
 * has two rows
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
 * });
 * assertEquals([found.difference, found.missing_a], [-3, 4]);
 * assertEquals([found.p, found.reason.p], [null, "too few days"]);
 * ```
 */
export function compare(
  frame: FrameLike,
  options: CompareOptions & { readonly by?: undefined },
): Statistics<CompareStatistic>;
/** Compares within each group of `by`; returns a long frame. */
export function compare(
  frame: FrameLike,
  options: CompareOptions & { readonly by: string | readonly string[] },
): Frame;
/** Compares with options that may have `by`. */
export function compare(
  frame: FrameLike,
  options: CompareOptions,
): Statistics<CompareStatistic> | Frame;
export function compare(
  frame: FrameLike,
  options: CompareOptions,
): Statistics<CompareStatistic> | Frame {
  checkOptions("compare", options, COMPARE_OPTIONS, "a and b, or condition");
  const { confidence = 0.95, resamples = 9999, seed = 1, dependent = true } = options;
  if (!(confidence > 0 && confidence < 1)) throw outOfBounds("confidence", confidence, "0 to 1");
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > 1e7) {
    throw outOfBounds("resamples", resamples, "1 to 10,000,000");
  }
  checkMethod(options);
  const { by } = options;
  const data = openFrame(frame, { action: "compare", tz: options.tz });
  const found = computeByGroup(
    data,
    { by, times: [], units: {} }, // a column of values in several units has none
    (rows) =>
      compareGroups(rows, data.units, { ...options, confidence, resamples, seed, dependent }),
  );
  recordMade(found, "series.compare", options, frame);
  return by === undefined ? statistics<CompareStatistic>("a comparison", found) : found;
}

/** @throws if the method or an effect does not exist, or options contradict each other */
function checkMethod({ method, dependent, partial }: CompareOptions): void {
  if (method !== undefined && !METHODS.includes(method)) {
    throw new RangeError(
      `Cannot compare: method is ${describeValue(method)}, expected one of ${METHODS.join(", ")}`,
    );
  }
  if (method === "autoregression" && dependent === false) {
    throw new TypeError(
      'Cannot compare: dependent is false, but method "autoregression" is for dependent values. Leave out one of them.',
    );
  }
  if (partial === undefined) return;
  const wrong = Array.isArray(partial) ? partial.find((one) => !EFFECTS.includes(one)) : partial;
  if (wrong !== undefined) {
    throw new RangeError(
      `Cannot compare: partial is ${describeValue(wrong)}, expected a list of ${
        EFFECTS.join(", ")
      }`,
    );
  }
}

const METHODS: readonly CompareMethod[] = ["autoregression", "permutation", "welch"];
const EFFECTS: readonly SharedEffect[] = ["trend", "weekday"];

function compareGroups(
  data: OpenFrame,
  units: Readonly<Record<string, string>>,
  { confidence, resamples, seed, dependent, ...options }: CompareOptions & Settings,
): Columns {
  const { name, groups: [a, b] } = readGroups(data, options);
  const unit = options.unit ?? units[name] ?? "1";
  const [na, nb] = [a.values.length, b.values.length];
  const [ma, mb] = [mean(a.values), mean(b.values)];
  const both = na > 0 && nb > 0;
  const isTimed = a.stepped !== undefined && b.stepped !== undefined &&
    !sharesStep(a.stepped.at, b.stepped.at);
  const method = options.method ?? (dependent && isTimed ? "autoregression" : "permutation");
  if (method === "autoregression" && !isTimed) {
    throw new TypeError(
      'Cannot compare: method "autoregression" needs one value per time, without gaps in the time column. Pass the column as time, or use another method.',
    );
  }
  const days: ComparedDays | undefined = method === "autoregression" && both
    ? compareDays([[a.stepped!, b.stepped!]], { partial: options.partial, confidence })[0]
    : undefined;
  const tested: Tested = days?.found ??
    (!both || days !== undefined
      ? UNTESTED
      : method === "welch"
      ? welchTest(a.values, b.values, confidence)
      : permutationTest(a.values, b.values, { resamples, seed, confidence }));
  const difference = days?.found?.difference ?? (both ? mb! - ma! : null);
  const note = days?.note ?? (tested.low === null ? "too few values" : null);
  const d = effect(a.values, b.values);
  const share = [a, b].map(({ missing, size }) => size === 0 ? 0 : (size - missing) / size);
  const of = (which: 0 | 1) => ({ coverage: share[which]!, n: which === 0 ? na : nb });
  const all = { coverage: Math.min(...share), n: na + nb };
  const sizes = days?.found?.sizes ?? [na, nb], phi = days?.found?.autocorrelations;
  const rows: (Statistic & { readonly name: CompareStatistic })[] = [
    { name: "mean_a", value: ma, unit, ...of(0) },
    { name: "mean_b", value: mb, unit, ...of(1) },
    { name: "difference", value: difference, unit, ...all },
    { name: "difference_low", value: tested.low, unit, ...all },
    { name: "difference_high", value: tested.high, unit, ...all },
    { name: "hedges_g", value: d && d * (1 - 3 / (4 * (na + nb - 2) - 1)), unit: "1", ...all },
    { name: "cohen_d", value: d, unit: "1", ...all },
    { name: "p", value: tested.p, unit: "1", ...all },
    { name: "n_a", value: na, unit: "1", ...of(0) },
    { name: "n_b", value: nb, unit: "1", ...of(1) },
    { name: "missing_a", value: a.missing, unit: "1", ...of(0) },
    { name: "missing_b", value: b.missing, unit: "1", ...of(1) },
    { name: "n_effective", value: sizes[0] + sizes[1], unit: "1", ...all },
    { name: "autocorrelation_a", value: phi?.[0] ?? null, unit: "1", ...of(0) },
    { name: "autocorrelation_b", value: phi?.[1] ?? null, unit: "1", ...of(1) },
  ];
  const removed = days?.found === undefined ? null : days.removed.join(", ") || null;
  const where = (names: readonly string[], text: string | null) =>
    textColumn(rows.map(({ name }) => names.includes(name) ? text : null));
  const reason = ({ name, value }: typeof rows[number]): string | null => {
    if (value !== null) return null;
    if (TESTED.includes(name)) return note;
    if (!both) return "no values";
    if (name.startsWith("autocorrelation")) return note ?? `not part of method "${method}"`;
    return na < 2 || nb < 2 ? "too few values" : "no variation";
  };
  return {
    ...statisticColumns(rows),
    method: where(TESTED, method),
    partial: where(["difference", ...TESTED], removed),
    note: textColumn(rows.map(reason)),
  };
}

/** Rows of the test. */
const TESTED: readonly string[] = ["difference_low", "difference_high", "p"];

/** Returns whether both groups have a value on the same step, such as a day in both periods. */
function sharesStep(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const known = new Set(Array.from(a));
  return Array.from(b).some((one) => known.has(one));
}

export const COMPARE_OPTIONS = optionNames<CompareOptions>()(
  "a b",
  GROUPED_COLUMNS,
  "condition tz every lag unit dependent method partial confidence resamples seed",
);

type Settings = Required<
  Pick<CompareOptions, "confidence" | "resamples" | "seed" | "dependent">
>;

function outOfBounds(name: string, value: number, bounds: string): RangeError {
  return new RangeError(`Cannot compare: ${name} ${value} is not in ${bounds}`);
}

function mean(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns Cohen's d; null for groups of one value or without variation. */
function effect(a: Float64Array, b: Float64Array): number | null {
  if (a.length < 2 || b.length < 2) return null;
  const squares = (values: Float64Array): number => {
    const centre = mean(values)!;
    return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  };
  const variance = (squares(a) + squares(b)) / (a.length + b.length - 2);
  return variance > 0 ? (mean(b)! - mean(a)!) / Math.sqrt(variance) : null;
}
