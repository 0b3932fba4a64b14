import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type StreakLimits, type Streaks, streaks as findStreaks } from "../../series/streaks.ts";
import { type Trend, trend as fitTrend, type TrendOptions } from "../../series/trend.ts";
import { type Unusual, unusual as findUnusual, type UnusualOptions } from "../../series/unusual.ts";
import type { Range } from "../../time/interval.ts";
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

/** Fits a trend to a measure of days: `series.trend` of the table of `me.daily`. */
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
  const { frame, columns } = await measuredDays(me, range, measures, asked, "find unusual days");
  return findUnusual(frame, { y: columns, confidence });
}
