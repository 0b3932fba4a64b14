import type { Frame } from "../frame/polars/frame.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { type Length, windowLength } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import {
  checkConfidence,
  checkPer,
  DAYS_PER,
  fittedColumns,
  type FittedRow,
  type FittedRows,
  stepsPer,
  type TrendUnit,
  unfitNote,
} from "./fittedSteps.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { fitTrend } from "./statistics/fitTrend.ts";
import { effectColumns } from "./statistics/sharedEffects.ts";
import {
  differenceUnit,
  digits,
  intervalEnds,
  spaced,
  unitText,
  wordsOf,
} from "./sentenceParts.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode trend}. */
export interface TrendOptions extends GroupedSeriesColumns {
  /** Time that the slope counts. A month has 30.44 days, a year 365.24. @default "month" */
  per?: TrendUnit | undefined;
  /**
   * Length of a step, such as `"1w"` for weekly values; several values of a step count as their
   * mean. @default "1d"
   */
  every?: Length | undefined;
  /**
   * Effects to remove, so that weekends do not tilt the line. Steps longer than a day have no
   * weekday. @default ["weekday"]
   */
  partial?: readonly "weekday"[] | undefined;
  /** Confidence of the intervals. @default 0.95 */
  confidence?: number | undefined;
  /** Unit of the values. @default the column's unit if it is known, else "1" */
  unit?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a statistic of a trend. */
export type TrendStatistic =
  | "slope"
  | "slope_low"
  | "slope_high"
  | "p"
  | "change"
  | "change_low"
  | "change_high"
  | "first"
  | "last"
  | "days"
  | "autocorrelation";

/** Trend of a series: a number for each statistic, and the finding in words. */
export type Trend = Statistics<TrendStatistic> & {
  /** The trend in words, `no clear trend`, or the reason for its absence. */
  readonly finding: string;
};

/** Minimum number of days for an interval. */
const LEAST_TREND = 28;

const ACTION = "fit a trend";

const OPTIONS = optionNames<TrendOptions>()(
  GROUPED_COLUMNS,
  "per every partial confidence unit tz",
);

/**
 * Fits a straight line to a series of days: how fast does it rise or fall, and how certain is that?
 *
 * | name | |
 * | --- | --- |
 * | `slope` | change per month (or `per`), in units of the values |
 * | `slope_low`, `slope_high` | 95 % interval of the slope |
 * | `p` | two-sided probability of a slope this far from 0 without a trend |
 * | `change`, `change_low`, `change_high` | change from the first day to the last, with its interval |
 * | `first`, `last` | level of the line on the first and the last day |
 * | `days` | number of days with a value |
 * | `autocorrelation` | estimated correlation of neighbouring days around the line |
 *
 * Each day depends on earlier days, so a slow drift looks like a trend. The errors therefore follow
 * an autoregression. The interval and p value integrate over all autocorrelations and shares of
 * noise that fit the days. They agree: p is below 0.05 if and only if the interval excludes 0. With
 * fewer than 28 days they are null. The effect of weekdays is removed. A line describes the record
 * that you have; it does not predict how it continues.
 *
 * `finding` states the trend in words: `resting heart rate rises by 0.6 bpm per month (0.2 to 1)`,
 * `no clear trend of deep: between 3.1 min less and 2.4 min more per month`, or `too few days to
 * tell a trend of weight: 12 of at least 28`.
 *
 * @param frame a column of instants or dates (`time`, `night` or `date`) and a numeric column.
 * Null, NaN, and days that are not `whole` are missing.
 * @returns an object with a number or null per name, and the text `finding`; `unit` and `reason`
 * give each unit and the reason for each null. Its `frame`, or with `by` the result itself, is a
 * long frame with a row per statistic: the columns of `by`, with groups in order of their first
 * rows; `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`; `note` `str`, the
 * reason for a null value: `too few days`, `no variation`, or `not separable` (from weekdays);
 * `finding` `str`, in the row of the slope, else null
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the zone, `every`, `per`, `partial` or `confidence` is invalid
 *
 * @example A resting heart rate that rises by 0.6 per month
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const days = Array.from({ length: 200 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 1 + day)),
 *   bpm: 55 + 0.02 * day + 1.5 * Math.sin(day * day),
 * }));
 * const { slope, slope_low, slope_high, finding } = series.trend(days, { tz: "UTC", unit: "bpm" });
 * assert(slope_low! < 0.609 && 0.609 < slope_high! && slope! > 0.4);
 * assert(finding.startsWith("bpm rises by 0."));
 * ```
 */
export function trend(
  frame: FrameLike,
  options?: TrendOptions & { readonly by?: undefined },
): Trend;
/** Fits a trend to each group of `by`; returns a long frame. */
export function trend(
  frame: FrameLike,
  options: TrendOptions & { readonly by: string | readonly string[] },
): Frame;
/** Fits a trend with options that may have `by`. */
export function trend(frame: FrameLike, options?: TrendOptions): Trend | Frame;
export function trend(frame: FrameLike, options: TrendOptions = {}): Trend | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { per = "month", confidence = 0.95, partial = ["weekday"], every = "1d" } = options;
  checkPer(ACTION, per);
  checkConfidence(ACTION, confidence);
  if (!Array.isArray(partial) || partial.some((one) => one !== "weekday")) {
    throw new RangeError(
      `Cannot ${ACTION}: partial is ${
        Array.isArray(partial) ? JSON.stringify(partial) : describeValue(partial)
      }, expected ["weekday"] or []`,
    );
  }
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, groups, days } = readDays(data, { ...options, every });
  const unit = options.unit ?? data.units[name] ?? "1";
  const isCalendar = windowLength(every).kind === "calendar";
  const made = days.map((own) =>
    trendRows(own, { name, unit, per, confidence, isPartial: partial.length > 0, isCalendar })
  );
  const found = groupedFrame(
    groups,
    made.map(({ rows }) => rows.length),
    fittedColumns(made, "slope"),
    { action: ACTION },
  );
  recordMade(found, "series.trend", options, frame);
  if (options.by !== undefined) return found;
  const { rows, finding } = made[0]!;
  return answerOf("a trend", found, rows.map((row) => ({ ...row, reason: row.note })), { finding });
}

interface TrendRow extends FittedRow {
  readonly name: TrendStatistic;
}

/** Settings of {@linkcode trendRows}. */
interface TrendSettings {
  /** Name of the values, for the sentence. */
  readonly name: string;
  readonly unit: string;
  readonly per: TrendUnit;
  readonly confidence: number;
  /** `true` to remove the effect of weekdays. */
  readonly isPartial: boolean;
  /** `true` if steps are days, weeks, months or years, not hours or minutes. */
  readonly isCalendar: boolean;
}

/** Fits the trend of one series of days. */
function trendRows(
  series: DayValues,
  { name, unit, per, confidence, isPartial, isCalendar }: TrendSettings,
): FittedRows<TrendRow> {
  const { at, value, weekday, size } = series, n = value.length, isEnough = n >= LEAST_TREND;
  const effects = isPartial && isEnough ? effectColumns("weekday", { at, weekday, rows: n }) : [];
  const fit = isEnough ? fitTrend({ at, value }, effects, confidence) : undefined;
  const note = fit === undefined ? unfitNote(isEnough, series) : null;
  const { days, each } = stepsPer(per, series, isCalendar);
  const slope = fit && fit.slope * each;
  const total = days / DAYS_PER[per];
  const row = (
    own: TrendStatistic,
    given: number | undefined,
    of: string,
    times = 1,
  ): TrendRow => ({
    name: own,
    value: given === undefined || Number.isNaN(given) ? null : given * times,
    unit: of,
    coverage: size === 0 ? 0 : n / size,
    n,
    note: given === undefined ? note : null,
  });
  const off = differenceUnit(unit);
  const speed = `${unit === "1" ? "" : `${off} `}per ${per}`;
  const low = fit && fit.slope * each - fit.half * each;
  const high = fit && fit.slope * each + fit.half * each;
  return {
    rows: [
      row("slope", slope, speed),
      row("slope_low", low, speed),
      row("slope_high", high, speed),
      row("p", fit?.p, "1"),
      row("change", slope, off, total),
      row("change_low", low, off, total),
      row("change_high", high, off, total),
      row("first", fit?.ends[0], unit),
      row("last", fit?.ends[1], unit),
      row("days", n, "1"),
      row("autocorrelation", fit?.autocorrelation, "1"),
    ],
    finding: trendSentence({ name, unit, per, slope, low, high, note, n, least: LEAST_TREND }),
  };
}

/** Slope of a series, and the words of a sentence about it. */
interface SentencedTrend {
  readonly name: string;
  readonly unit: string;
  /** Time that the slope counts, such as `month`. */
  readonly per: string;
  readonly slope: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** Reason for a missing slope. */
  readonly note: string | null;
  /** Number of days with a value, and the minimum. */
  readonly n: number;
  readonly least: number;
}

/** Describes a trend: `resting heart rate rises by 0.6 bpm per month (0.2 to 1)`. */
function trendSentence(
  { name, unit, per, slope, low, high, note, n, least }: SentencedTrend,
): string {
  const what = spaced(name), of = unitText(unit), [greater, smaller] = wordsOf(unit);
  if (slope === undefined || low === undefined || high === undefined) {
    return note === "too few days"
      ? `too few days to tell a trend of ${what}: ${n} of at least ${least}`
      : note === "no variation"
      ? `${what} does not vary`
      : `the days cannot separate a trend of ${what} from weekdays`;
  }
  if (low > 0 || high < 0) {
    const [a, b] = [Math.abs(low), Math.abs(high)];
    const [near, far] = intervalEnds(Math.min(a, b), Math.max(a, b), digits);
    return `${what} ${slope > 0 ? "rises" : "falls"} by ${
      digits(Math.abs(slope))
    }${of} per ${per} (${near} to ${far})`;
  }
  return `no clear trend of ${what}: between ${digits(-low)}${of} ${smaller} and ${
    digits(high)
  }${of} ${greater} per ${per}`;
}
