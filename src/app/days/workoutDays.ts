import { openFrame } from "../../frame/open.ts";
import { bisectRight } from "d3-array";
import type { Client } from "../../client/client.ts";
import { float64Column, int64Column, textColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Workouts beside metrics, by local day: a row for each day of the range, also for those without a
 * workout, so that the two kinds of day can be compared. A workout counts on the local day on which
 * it starts, with its whole duration.
 *
 * @returns `time` `datetime[us, tz]`, the first instant of each day; `workouts` `i64`; `workout_min`
 * `f64`, their duration in minutes; `activities` `str`, their kinds, null without one; and a column
 * `f64` for each metric as `me.daily` gives it, and its `whole` `bool`, false of a day that is not over
 * at the client's `now()`, or cut by the range.
 * @throws {TypeError} if no metric is named, or one twice, or one's numbers are codes (`SleepStage`)
 * @throws {RangeError} if there is no zone, or no such metric; the nearest is named
 */
export async function workoutDays(me: Client, options: DailyOptions): Promise<Frame> {
  checkOptions(
    "join workouts with days",
    options,
    DAILY_OPTIONS,
    "metrics, start_time and end_time",
  );
  const { start_time, end_time, svc_userid } = options;
  const tz = zoneOf(me, options.tz, "join workouts with days");
  const user = svc_userid === undefined ? {} : { svc_userid };
  const [days, list] = await Promise.all([
    daily(me, options),
    me.workouts.list({ start_time, end_time, ...user }, { tz }),
  ]);
  const { time } = openFrame(days).read({ time: "time" });
  const workouts = openFrame(list).read({
    start_date: "time",
    duration: "float64",
    workout_activity_type: "text",
  });
  const starts = Array.from(time.values, Number); // exact up to the year 2255
  const counts = new BigInt64Array(time.values.length);
  const minutes = new Float64Array(time.values.length);
  const activities = Array.from(time.values, () => new Set<string>());
  workouts.start_date.values.forEach((start, i) => {
    const day = bisectRight(starts, Number(start)) - 1;
    if (day < 0) return; // it started before the range and only reaches into it
    counts[day]!++;
    minutes[day]! += workouts.duration.values[i]! / 60;
    activities[day]!.add(workouts.workout_activity_type.values[i] ?? "unknown");
  });
  const { time: _, ...metrics } = openFrame(days).columns();
  return toFrame({
    time,
    workouts: int64Column(counts),
    workout_min: float64Column(minutes),
    activities: textColumn(activities.map((kinds) => [...kinds].sort().join(", ") || null)),
    ...metrics,
  });
}
