import type { Range } from "../../time/interval.ts";
import type { Client } from "../../client/client.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Workouts beside metrics and sleep, by local day: `me.daily` with `workouts: true`. Days without a
 * workout have a row too, so that the two kinds of day can be compared.
 *
 * @returns what `me.daily` gives: `time`, `workouts`, `worked_out`, `workout_min`, `activities`, then a
 * column for each metric and figure of sleep, and `whole`
 * @throws {TypeError} if a metric is named twice, or its numbers are codes (`SleepStage`)
 * @throws {RangeError} if there is no zone, or no such metric; the nearest is named
 */
export async function workoutDays(
  me: Client,
  range: Range,
  options: DailyOptions = {},
): Promise<Frame> {
  checkOptions("join workouts with days", options, DAILY_OPTIONS);
  return await daily(me, range, { ...options, workouts: true });
}
