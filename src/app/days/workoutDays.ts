import type { Range } from "../../time/interval.ts";
import type { Client } from "../../client/client.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Builds a table of local days with workouts, metrics and sleep: `me.daily` with `workouts: true`.
 * Days without a workout have a row too, so that you can compare days with and without.
 *
 * @returns the columns of `me.daily`: `time`, `workouts`, `worked_out`, `workout_min`,
 * `workout_distance`, `activities`, then
 * a column per metric and sleep measure, and `whole`
 * @throws {TypeError} if a metric is repeated, or its numbers are codes (`SleepStage`)
 * @throws {RangeError} if the zone is missing, or a metric does not exist; the message suggests the nearest name
 */
export async function workoutDays(
  me: Client,
  range: Range,
  options: DailyOptions = {},
): Promise<Frame> {
  checkOptions("join workouts with days", options, DAILY_OPTIONS);
  return await daily(me, range, { ...options, workouts: true });
}
