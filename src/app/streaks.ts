import type { Client } from "../client/client.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type StreakLimits, type Streaks, streaks as findStreaks } from "../series/streaks.ts";
import type { Range } from "../time/interval.ts";
import { MEASURE_OPTIONS, measuredDays, type MeasureOptions } from "./days/measuredDays.ts";

/** Options of {@linkcode Questions.streaks}. */
export interface StreaksQuestion extends MeasureOptions, StreakLimits {}

const OPTIONS = optionNames<StreaksQuestion>()(MEASURE_OPTIONS, "atLeast atMost");

const ACTION = "find streaks";

/** Finds streaks of a measure of days: `series.streaks` of the table of `me.daily`. */
export async function streaks(
  me: Client,
  measure: string,
  range: Range,
  options: StreaksQuestion,
): Promise<Streaks> {
  checkOptions(ACTION, options, OPTIONS, "atLeast or atMost");
  const { atLeast, atMost, ...asked } = options;
  const { frame, columns: [y] } = await measuredDays(me, range, [measure], asked, ACTION);
  return findStreaks(frame, { y, atLeast, atMost });
}
