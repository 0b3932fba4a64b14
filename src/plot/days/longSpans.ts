// @ts-types="@types/d3-array"
import { quantile, quantileSorted } from "d3-array";
import { optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { say } from "../../words/language.ts";

/** Above this number of days with data, a chart shows the trend instead of each day. */
export const MOST_DAYS_APART = 90;

/** Up to this number of days (ten weeks), a calendar has a sheet per month. */
export const MOST_SHEET_DAYS = 70;

/** Above this number of days (two years), charts show months or four weeks instead of weeks. */
export const MOST_DAYS_BY_WEEK = 731;

/** Above this number of days (five years), the window of a trend is a quarter of a year. */
const MOST_DAYS_BY_FOUR_WEEKS = 1827;

/** Draws each day, or the trend over days. */
export type SpanForm = "auto" | "days" | "trend";

/** Options of charts that show a trend over long periods. */
export interface LongSpanOptions {
  /**
   * `"days"` draws each day, `"trend"` centred rolling medians over days with the middle half of
   * their values.
   * @default "auto", a trend over 90 days with data
   */
  form?: SpanForm;
}

export const LONG_SPAN_OPTIONS = optionNames<LongSpanOptions>()("form");

/**
 * Returns `true` if a chart of days shows their trend.
 *
 * @param days Known value of each day, null if missing.
 * @throws {TypeError} if `form` is invalid
 */
export function isTrend(
  days: readonly unknown[],
  form: SpanForm | undefined,
  action: string,
): boolean {
  const chosen = checkForm(form, ["auto", "days", "trend"], action);
  if (chosen !== "auto") return chosen === "trend";
  return days.filter((value) => value !== null).length > MOST_DAYS_APART;
}

/**
 * Checks the option `form` of a chart; the first is the default.
 *
 * @throws {TypeError} if `form` is invalid
 */
export function checkForm<T extends string>(
  form: T | undefined,
  forms: readonly [T, ...T[]],
  action: string,
): T {
  if (form === undefined) return forms[0];
  if (forms.includes(form)) return form;
  throw new TypeError(
    `Cannot ${action}: form is ${describeValue(form)}, expected one of ${forms.join(", ")}`,
  );
}

/** Window of a rolling median. */
export interface RollingWindow {
  /** Length in days; it is centred on its day. */
  readonly days: number;
  /** Minimum number of values; the median is missing for fewer. */
  readonly least: number;
  /** Label of its line: `7-day median`. */
  readonly label: string;
}

/**
 * Returns the window of a trend over days: one week, four weeks beyond two years, or 13 weeks beyond
 * five years, with at least half of its days known. If that holds for fewer than half of the days
 * with a value, it is at least four weeks with at least three values, so that sparse measurements
 * have a trend, too.
 */
export function rollingWindow(days: readonly unknown[]): RollingWindow {
  const known = days.map((value) => value === null ? 0 : 1);
  const count = known.reduce<number>((sum, one) => sum + one, 0);
  const length = days.length > MOST_DAYS_BY_FOUR_WEEKS
    ? 91
    : days.length > MOST_DAYS_BY_WEEK
    ? 28
    : 7;
  const least = Math.ceil(length / 2);
  const dense = known.filter((one, i) => one === 1 && inWindow(known, i, length) >= least).length;
  return dense >= count / 2 ? ofDays(length, least) : ofDays(Math.max(28, length), 3);
}

function ofDays(days: number, least: number): RollingWindow {
  return { days, least, label: say("{n}-day median", { n: days }) };
}

function inWindow(known: readonly number[], i: number, days: number): number {
  return around(known, i, days).reduce((sum, one) => sum + one, 0);
}

/** Returns the values in a window of days centred on the i-th. */
function around<T>(values: readonly T[], i: number, days: number): T[] {
  const first = i - Math.floor(days / 2);
  return values.slice(Math.max(0, first), first + days);
}

/** Statistics of a window around a day; NaN if too little is known. */
export interface Rolling {
  /** Lower quartile. */
  readonly low: number;
  readonly middle: number;
  /** Upper quartile. */
  readonly high: number;
}

const UNKNOWN: Rolling = { low: NaN, middle: NaN, high: NaN };

/**
 * Returns median and quartiles of the values in a window around each day, interpolated linearly
 * (type 7 of Hyndman and Fan).
 */
export function rollingQuartiles(
  values: readonly (number | null)[],
  { days, least }: RollingWindow,
): Rolling[] {
  return values.map((_, i) => {
    const known = around(values, i, days)
      .filter((value): value is number => value !== null)
      .sort((a, b) => a - b);
    if (known.length < least) return UNKNOWN;
    const at = (part: number): number => quantileSorted(known, part)!;
    return { low: at(0.25), middle: at(0.5), high: at(0.75) };
  });
}

/** Number of days before a day in its usual range. */
export const BASELINE_DAYS = 28;
const BASELINE_LEAST = 14;
/** Converts median absolute deviations to standard deviations of normal values. */
const MAD_TO_SD = 1.4826;

/** Usual range on a day; NaN if too little is known before it. */
export type Baseline = Rolling;

/**
 * Returns the usual range of each day from the 28 days before it: their median plus and minus
 * 1.4826 median absolute deviations (Rousseeuw and Croux, J. Am. Stat. Assoc. 88, 1993). The day
 * itself is excluded.
 */
export function baselines(values: readonly (number | null)[]): Baseline[] {
  return values.map((_, i) => {
    const known = values.slice(Math.max(0, i - BASELINE_DAYS), i)
      .filter((value): value is number => value !== null);
    if (known.length < BASELINE_LEAST) return UNKNOWN;
    const middle = quantile(known, 0.5)!;
    const half = MAD_TO_SD * quantile(known.map((value) => Math.abs(value - middle)), 0.5)!;
    return { low: middle - half, middle, high: middle + half };
  });
}
