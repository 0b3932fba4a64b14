// @ts-types="@types/d3-array"
import { quantile, quantileSorted } from "d3-array";
import { optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";

/** Over so many days with data a picture shows how they change, and no more each of them. */
export const MOST_DAYS_APART = 90;

/** Up to so many days, ten weeks, a calendar is a sheet for each month. */
export const MOST_SHEET_DAYS = 70;

/** Of more points in each column of pixels a line would be a block: it becomes an envelope. */
export const MOST_POINTS_A_PIXEL = 16;

/** Over so many days, two years, the window of a trend is four weeks and no more one. */
const MOST_DAYS_BY_WEEK = 731;

/** Whether each day is drawn, or the trend over days. */
export type SpanForm = "auto" | "days" | "trend";

/** How a picture of many days is drawn. */
export interface LongSpanOptions {
  /** `"days"` draws each day, `"trend"` rolling medians over days, each centred on its day, with the middle half of their values. @default "auto", a trend over 90 days with data */
  form?: SpanForm;
}

/** The option of what has a form for long spans. */
export const LONG_SPAN_OPTIONS = optionNames<LongSpanOptions>()("form");

/**
 * Whether a picture of days shows their trend.
 *
 * @param days What is known of each day, null where there is nothing.
 * @throws {TypeError} if there is no such form
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
 * One of the forms of a picture; the first is the default.
 *
 * @throws {TypeError} if there is no such form
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

/** The window of a rolling median. */
export interface RollingWindow {
  /** Its length in days; the day for which it stands is in its middle. */
  readonly days: number;
  /** Of fewer values there is no median: a gap. */
  readonly least: number;
  /** What a line of it is called: `7-day median`. */
  readonly label: string;
}

/**
 * The window of the trend over days: a week, of more than two years four weeks, of which at least half
 * is known. Where that is so of less than half of the days with a value, it is four weeks with three
 * values: what is measured now and then has a trend too.
 *
 * @param days What is known of each day, null where there is nothing.
 */
export function rollingWindow(days: readonly unknown[]): RollingWindow {
  const known = days.map((value) => value === null ? 0 : 1);
  const count = known.reduce<number>((sum, one) => sum + one, 0);
  const length = days.length > MOST_DAYS_BY_WEEK ? 28 : 7, least = Math.ceil(length / 2);
  const dense = known.filter((one, i) => one === 1 && inWindow(known, i, length) >= least).length;
  return dense >= count / 2 ? ofDays(length, least) : ofDays(28, 3);
}

function ofDays(days: number, least: number): RollingWindow {
  return { days, least, label: `${days}-day median` };
}

function inWindow(known: readonly number[], i: number, days: number): number {
  return around(known, i, days).reduce((sum, one) => sum + one, 0);
}

/** What lies in a window of days with the i-th in its middle. */
function around<T>(values: readonly T[], i: number, days: number): T[] {
  const first = i - Math.floor(days / 2);
  return values.slice(Math.max(0, first), first + days);
}

/** What lies in the window about a day; NaN where too little is known. */
export interface Rolling {
  /** The lower quartile. */
  readonly low: number;
  /** The median. */
  readonly middle: number;
  /** The upper quartile. */
  readonly high: number;
}

const UNKNOWN: Rolling = { low: NaN, middle: NaN, high: NaN };

/** Median and quartiles of the values in a window about each day, linear between neighbours (type 7 of Hyndman and Fan). */
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

/** How many days before one make its usual range, and of how many at least there is one. */
export const BASELINE_DAYS = 28;
const BASELINE_LEAST = 14;
/** So many median absolute deviations are a standard deviation, where values are normal. */
const MAD_TO_SD = 1.4826;

/** One's own usual range on a day; NaN where too little is known before. */
export type Baseline = Rolling;

/**
 * The usual range of each day, of the 28 days before it: the median, and 1.4826 median absolute deviations
 * (Rousseeuw and Croux, J. Am. Stat. Assoc. 88, 1993) to either side. The day itself does not count.
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
