import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import {
  type ChangePoint,
  changePoint as findChangePoint,
  type ChangePointOptions,
} from "../../series/changePoint.ts";
import {
  type ChangePoints,
  changePoints as findChangePoints,
  type ChangePointsOptions,
} from "../../series/changePoints.ts";
import {
  decompose as splitSeries,
  type Decomposed,
  type DecomposeOptions,
} from "../../series/decompose.ts";
import {
  type Interrupted,
  interrupted as fitInterrupted,
  type InterruptedOptions,
} from "../../series/interrupted.ts";
import { type StreakLimits, type Streaks, streaks as findStreaks } from "../../series/streaks.ts";
import { type Trend, trend as fitTrend, type TrendOptions } from "../../series/trend.ts";
import {
  LEAST_UNUSUAL,
  type Unusual,
  type UnusualOptions,
  unusualWithin,
} from "../../series/unusual.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { zonedTime } from "../../time/zones.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import {
  MEASURE_OPTIONS,
  measuredDays,
  type MeasureName,
  type MeasureOptions,
} from "./measuredDays.ts";

/** Options of {@linkcode Questions.trend}. */
export interface MeasureTrendOptions
  extends MeasureOptions, Pick<TrendOptions, "per" | "confidence" | "partial"> {}

const TREND_OPTIONS = optionNames<MeasureTrendOptions>()(MEASURE_OPTIONS, "per confidence partial");

/** Fits a trend to a daily measure: applies `series.trend` to the table of `me.daily`. */
export async function trend(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureTrendOptions = {},
): Promise<Trend> {
  checkOptions("fit a trend", options, TREND_OPTIONS);
  const { per, confidence, partial, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, "fit a trend");
  return fitTrend(frame, { y, per, confidence, partial });
}

/** Options of {@linkcode Questions.changePoint}. */
export interface MeasureChangePointOptions
  extends MeasureOptions, Pick<ChangePointOptions, "partial" | "trim" | "confidence"> {}

const CHANGE_POINT_OPTIONS = optionNames<MeasureChangePointOptions>()(
  MEASURE_OPTIONS,
  "partial trim confidence",
);

/** Finds a change of a measure of days: `series.changePoint` of the table of `me.daily`. */
export async function changePoint(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureChangePointOptions = {},
): Promise<ChangePoint> {
  const action = "find a change point";
  checkOptions(action, options, CHANGE_POINT_OPTIONS);
  const { partial, trim, confidence, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, action);
  return findChangePoint(frame, { y, partial, trim, confidence });
}

/** Options of {@linkcode Questions.changePoints}. */
export interface MeasureChangePointsOptions
  extends
    MeasureOptions,
    Pick<ChangePointsOptions, "partial" | "minLength" | "penalty" | "confidence"> {}

const CHANGE_POINTS_OPTIONS = optionNames<MeasureChangePointsOptions>()(
  MEASURE_OPTIONS,
  "partial minLength penalty confidence",
);

/** Divides a measure of days into levels: `series.changePoints` of the table of `me.daily`. */
export async function changePoints(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureChangePointsOptions = {},
): Promise<ChangePoints> {
  const action = "find change points";
  checkOptions(action, options, CHANGE_POINTS_OPTIONS);
  const { partial, minLength, penalty, confidence, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, action);
  return findChangePoints(frame, { y, partial, minLength, penalty, confidence });
}

/** Options of {@linkcode Questions.interrupted}. */
export interface MeasureInterruptedOptions
  extends
    MeasureOptions,
    Pick<InterruptedOptions, "at" | "slopes" | "per" | "partial" | "confidence"> {}

const INTERRUPTED_OPTIONS = optionNames<MeasureInterruptedOptions>()(
  MEASURE_OPTIONS,
  "at slopes per partial confidence",
);

/** Tests a date for a change of a measure: `series.interrupted` of the table of `me.daily`. */
export async function interrupted(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureInterruptedOptions,
): Promise<Interrupted> {
  const action = "fit an interrupted series";
  checkOptions(action, options, INTERRUPTED_OPTIONS, 'at, such as { at: "2025-03-01" }');
  const { at, slopes, per, partial, confidence, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, action);
  return fitInterrupted(frame, { y, at, slopes, per, partial, confidence });
}

/** Options of {@linkcode Questions.decompose}. */
export interface MeasureDecomposeOptions
  extends MeasureOptions, Pick<DecomposeOptions, "period" | "robust"> {}

const DECOMPOSE_OPTIONS = optionNames<MeasureDecomposeOptions>()(
  MEASURE_OPTIONS,
  "period robust",
);

/** Splits a measure of days into parts: `series.decompose` of the table of `me.daily`. */
export async function decompose(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureDecomposeOptions = {},
): Promise<Decomposed> {
  const action = "decompose a series";
  checkOptions(action, options, DECOMPOSE_OPTIONS);
  const { period, robust, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, action);
  return splitSeries(frame, { y, period, robust });
}

/** Options of {@linkcode Questions.streaks}. */
export interface StreaksQuestion extends MeasureOptions, StreakLimits {}

const STREAKS_OPTIONS = optionNames<StreaksQuestion>()(MEASURE_OPTIONS, "atLeast atMost");

/** Finds streaks of a measure of days: `series.streaks` of the table of `me.daily`. */
export async function streaks(
  me: Client,
  measure: string,
  range: Range,
  options: StreaksQuestion,
): Promise<Streaks> {
  checkOptions("find streaks", options, STREAKS_OPTIONS, "atLeast or atMost");
  const { atLeast, atMost, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, "find streaks");
  return findStreaks(frame, { y, atLeast, atMost });
}

/** Options of {@linkcode Questions.unusual}. */
export interface UnusualQuestion extends MeasureOptions, Pick<UnusualOptions, "confidence"> {
  /**
   * Measures to search: metrics, measures of nights, or columns of `own`. @default time asleep and in
   * REM and deep sleep, bedtime, heart rates, heart rate variability, respiratory rate and steps,
   * as far as they have data
   */
  measures?: readonly MeasureName[] | undefined;
}

const UNUSUAL_OPTIONS = optionNames<UnusualQuestion>()(MEASURE_OPTIONS, "measures confidence");

/** Finds unusual episodes in measures of days: `series.unusual` of the table of `me.daily`. */
export async function unusual(
  me: Client,
  range: Range,
  options: UnusualQuestion = {},
): Promise<Unusual> {
  checkOptions("find unusual days", options, UNUSUAL_OPTIONS);
  const { measures, confidence, ...asked } = options;
  const action = "find unusual days", around = daysAround(range, zoneOf(me, asked.tz, action));
  const { frame, columns } = await measuredDays(me, around ?? range, measures, asked, action);
  return unusualWithin(frame, { y: columns, confidence }, around && range);
}

/** Number of days before and after a short range that show what is usual. */
const BEFORE = 84, AFTER = 28;

/**
 * Returns a short range with the days around it, which show what is usual. Returns `undefined` if
 * the range has enough days of its own.
 */
function daysAround(range: Range, tz: string): Range | undefined {
  const { start, end } = toInterval(range, { tz });
  const from = zonedTime(start, tz), to = zonedTime(end, tz);
  if (from.until(to, { largestUnit: "days" }).days >= LEAST_UNUSUAL) return undefined;
  return {
    start_time: from.subtract({ days: BEFORE }).toInstant().toString(),
    end_time: to.add({ days: AFTER }).toInstant().toString(),
  };
}
