import type { Client } from "../../client/client.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type Trend, trend as fitTrend, type TrendOptions } from "../../series/trend.ts";
import type { Range } from "../../time/interval.ts";
import { MEASURE_OPTIONS, measuredDays, type MeasureOptions } from "./measuredDays.ts";

/** Options of {@linkcode Questions.trend}. */
export interface MeasureTrendOptions
  extends MeasureOptions, Pick<TrendOptions, "per" | "confidence" | "partial"> {}

const OPTIONS = optionNames<MeasureTrendOptions>()(MEASURE_OPTIONS, "per confidence partial");

const ACTION = "fit a trend";

/** Fits a trend to a measure of days: `series.trend` of the table of `me.daily`. */
export async function trend(
  me: Client,
  measure: string,
  range: Range,
  options: MeasureTrendOptions = {},
): Promise<Trend> {
  checkOptions(ACTION, options, OPTIONS);
  const { per, confidence, partial, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, ACTION);
  return fitTrend(frame, { y, per, confidence, partial });
}
