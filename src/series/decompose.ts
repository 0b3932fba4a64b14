import { nullable } from "../frame/columns/nullable.ts";
import { textColumn, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { type Length, windowLength } from "../time/length.ts";
import { DAY_US } from "../time/units.ts";
import type { Zones } from "../time/zone.ts";
import { seasonalTrend } from "./describe/seasonalTrend.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { coefficient, spaced } from "./sentenceParts.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode decompose}. */
export interface DecomposeOptions extends GroupedSeriesColumns {
  /** Length of a cycle, a whole number of steps: `"1w"`, or `"1y"` of months. @default "1w" */
  period?: Length | undefined;
  /**
   * Length of a step, such as `"1mo"` for monthly values; several values of a step count as their
   * mean. @default "1d"
   */
  every?: Length | undefined;
  /** `true` to give outliers less weight. @default false */
  robust?: boolean | undefined;
  /** Number of cycles that the seasonal part is smoothed over; odd, at least 3. @default 7 */
  seasonalSpan?: number | undefined;
  /**
   * Number of steps that the trend is smoothed over; odd, more than the period. @default the
   * smallest odd number from 1.5 * period / (1 - 1.5 / seasonalSpan) on
   */
  trendSpan?: number | undefined;
  /** Unit of the values. @default the column's unit if it is known, else "1" */
  unit?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of {@linkcode Decomposed}. */
export type DecomposeStatistic = "trend_strength" | "seasonal_strength" | "days" | "days_missing";

/** Parts of a series: their strengths, the finding in words, and the parts of each step. */
export type Decomposed = Statistics<DecomposeStatistic> & {
  /** Both strengths in words, or the reason for their absence. */
  readonly finding: string;
};

const ACTION = "decompose a series";

const OPTIONS = optionNames<DecomposeOptions>()(
  GROUPED_COLUMNS,
  "period every robust seasonalSpan trendSpan unit tz",
);

/**
 * Splits a series into trend, seasonal part and remainder, which add up to the value: STL (Cleveland
 * et al. 1990, Journal of Official Statistics 6, 3-73).
 *
 * The seasonal part repeats every week (`period`) and may change slowly. The smoothers have the same
 * lengths, degree (1) and passes (5 inner, or 2 inner and 15 outer with `robust`) as in statsmodels. With `robust`, an outlier changes the remainder and not the other parts.
 *
 * A missing step has weight 0 (Hafen 2010, stlplus) and no remainder; its trend and seasonal part come
 * from the steps around it.
 *
 * A strength is 1 minus the variance of the remainder divided by the variance of the remainder plus
 * the part (Wang et al. 2006, doi 10.1007/s10618-005-0039-x): near 1 if the part explains the values.
 * It describes and does not test: the smoothers follow noise, too. Independent days have a seasonal
 * strength of 0.6 over four weeks and 0.4 from eight weeks on; days that depend on the days before
 * have a high trend strength.
 *
 * @param frame a column of instants or dates (`time`, `night` or `date`) and a numeric column. Null,
 * NaN, and days that are not `whole` are missing.
 * @returns an object with `trend_strength`, `seasonal_strength`, `days` (steps with a value) and
 * `days_missing`, or null; and the text `finding`, such as `steps: seasonal strength 0.62, trend
 * strength 0.35`. `reason` gives the reason for each null: `too few days` (fewer than two cycles, or
 * a phase of the cycle without a value) or `no variation`. `frame` has a row per step: `time`
 * `datetime[us, tz]`, start of the step; `value`, `trend`, `seasonal`, `remainder`, `weight` `f64`
 * (robustness weight, from 0 to 1); `unit` `str`. With `by`, the result is this frame with the columns of `by`
 * first, in order of their first rows.
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the zone or an option is invalid, or `period` is not a whole number of
 * at least 2 steps
 *
 * @example Steps with a weekly cycle
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const days = Array.from({ length: 84 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 6 + day)),
 *   steps: 8000 + 10 * day + (day % 7 > 4 ? 3000 : 0),
 * }));
 * const { seasonal_strength, frame } = series.decompose(days, { tz: "UTC" });
 * assert(seasonal_strength! > 0.99);
 * assert(frame.columns.includes("trend"));
 * ```
 */
export function decompose(
  frame: FrameLike,
  options?: DecomposeOptions & { readonly by?: undefined },
): Decomposed;
/** Splits each group of `by`; returns a frame with the parts of each step. */
export function decompose(
  frame: FrameLike,
  options: DecomposeOptions & { readonly by: string | readonly string[] },
): Frame;
/** Splits with options that may have `by`. */
export function decompose(frame: FrameLike, options?: DecomposeOptions): Decomposed | Frame;
export function decompose(frame: FrameLike, options: DecomposeOptions = {}): Decomposed | Frame {
  const settings = readSettings(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, tz, groups, days } = readDays(data, { ...options, every: settings.every });
  const unit = options.unit ?? data.units[name] ?? "1";
  const parts = days.map((own) => partsOf(own, settings));
  const column = (of: (own: Parts) => Float64Array) =>
    nullable(Float64Array.from(parts.flatMap((own) => Array.from(of(own)))));
  const found = groupedFrame(groups, parts.map(({ value }) => value.length), {
    time: timeColumn(
      BigInt64Array.from(days.flatMap(({ bounds, size }) => Array.from(bounds.subarray(0, size)))),
      tz,
    ),
    value: column(({ value }) => value),
    trend: column(({ trend }) => trend),
    seasonal: column(({ seasonal }) => seasonal),
    remainder: column(({ remainder }) => remainder),
    weight: column(({ weight }) => weight),
    unit: textColumn(parts.flatMap(({ value }) => Array.from(value, () => unit))),
  }, { action: ACTION, range: data.range });
  recordMade(found, "series.decompose", options, frame);
  if (options.by !== undefined) return found;
  const own = parts[0]!, { note } = own, { value, size } = days[0]!, known = value.length;
  const strength = (part: Float64Array): number | null =>
    note === null ? strengthOf(own.remainder, part) : null;
  const field = (
    name: DecomposeStatistic,
    value: number | null,
  ): AnswerField<DecomposeStatistic> => ({ name, value, unit: "1", reason: note });
  const trend = strength(own.trend), seasonal = strength(own.seasonal);
  const what = spaced(name);
  return answerOf("parts of a series", found, [
    field("trend_strength", trend),
    field("seasonal_strength", seasonal),
    field("days", known),
    field("days_missing", size - known),
  ], {
    finding: trend !== null && seasonal !== null
      ? `${what}: seasonal strength ${coefficient(seasonal)}, trend strength ${coefficient(trend)}`
      : note === "no variation"
      ? `${what} does not vary`
      : `too few days to decompose ${what}: ${known}, of at least two cycles without a missing phase`,
  });
}

interface Settings {
  readonly every: Length;
  readonly robust: boolean;
  /** Number of steps of a cycle. */
  readonly steps: number;
  readonly seasonalSpan: number;
  readonly trendSpan: number;
}

function readSettings(options: DecomposeOptions): Settings {
  checkOptions(ACTION, options, OPTIONS);
  const { every = "1d", period = "1w", robust = false, seasonalSpan = 7 } = options;
  const wrong = (name: string, value: unknown, expected: string): RangeError =>
    new RangeError(`Cannot ${ACTION}: ${name} is ${describeValue(value)}, expected ${expected}`);
  const steps = stepsOf(period, every);
  if (!Number.isInteger(steps) || steps < 2) {
    throw wrong("period", period, `a whole number of at least 2 steps of ${String(every)}`);
  }
  const isOdd = (value: number): boolean => Number.isInteger(value) && value % 2 === 1;
  if (!isOdd(seasonalSpan) || seasonalSpan < 3) {
    throw wrong("seasonalSpan", seasonalSpan, "an odd number of at least 3");
  }
  const least = Math.ceil(1.5 * steps / (1 - 1.5 / seasonalSpan));
  const { trendSpan = least + (least % 2 === 0 ? 1 : 0) } = options;
  if (!isOdd(trendSpan) || trendSpan <= steps) {
    throw wrong("trendSpan", trendSpan, `an odd number of more than ${steps}`);
  }
  return { every, robust, steps, seasonalSpan, trendSpan };
}

/** Returns the number of steps of a period; not a whole number if they have different units. */
function stepsOf(period: Length, every: Length): number {
  const [a, b] = [windowLength(period), windowLength(every)];
  if (a.kind === "clock" && b.kind === "clock") return Number(a.micros) / Number(b.micros);
  if (a.kind === "clock" || b.kind === "clock") {
    // a cycle of days that has steps of hours follows elapsed time
    return a.kind === "calendar" && b.kind === "clock" && a.months === 0
      ? a.days * DAY_US / Number(b.micros)
      : NaN;
  }
  return b.months > 0
    ? a.days > 0 ? NaN : a.months / b.months
    : a.months > 0
    ? NaN
    : a.days / b.days;
}

interface Parts {
  readonly value: Float64Array;
  readonly trend: Float64Array;
  readonly seasonal: Float64Array;
  readonly remainder: Float64Array;
  readonly weight: Float64Array;
  /** Reason for missing parts. */
  readonly note: string | null;
}

/** Splits one series. */
function partsOf({ at, value, size }: DayValues, settings: Settings): Parts {
  const { steps, robust } = settings, values = new Float64Array(size).fill(NaN);
  value.forEach((one, i) => values[at[i]!] = one);
  const phases = new Set(at.map((step) => step % steps)).size;
  const note = size < 2 * steps || phases < steps
    ? "too few days"
    : value.every((one) => one === value[0])
    ? "no variation"
    : null;
  if (note !== null) {
    const none = new Float64Array(size).fill(NaN);
    return { value: values, trend: none, seasonal: none, remainder: none, weight: none, note };
  }
  const [inner, outer] = robust ? [2, 15] : [5, 0];
  const parts = seasonalTrend(values, { ...settings, period: steps, inner, outer });
  const { trend, seasonal } = parts;
  return {
    ...parts,
    value: values,
    remainder: values.map((one, i) => one - trend[i]! - seasonal[i]!),
    note,
  };
}

/** Returns the strength of a part from 0 to 1, over the steps with a value. */
function strengthOf(remainder: Float64Array, part: Float64Array): number {
  const known = Array.from(remainder.keys()).filter((i) => !Number.isNaN(remainder[i]));
  const variance = (of: (i: number) => number): number => {
    const mean = known.reduce((sum, i) => sum + of(i), 0) / known.length;
    return known.reduce((sum, i) => sum + (of(i) - mean) ** 2, 0) / known.length;
  };
  const both = variance((i) => remainder[i]! + part[i]!);
  return both > 0 ? Math.max(0, 1 - variance((i) => remainder[i]!) / both) : 0;
}
