import { bisectRight } from "d3-array";
import type { Client } from "../../client/client.ts";
import {
  type Columns,
  float64Column,
  int64Column,
  textColumn,
} from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import type { Range } from "../../time/interval.ts";

/**
 * Workouts by local day. A workout counts on the day on which it starts, with its whole duration.
 *
 * @param time The first instant of each day, ascending.
 * @returns `workouts` `i64`; `worked_out` `bool`, whether there was one; `workout_min` `f64`, their
 * duration in minutes; `activities` `str`, their kinds, null without one
 */
export async function workoutColumns(
  me: Pick<Client, "workouts">,
  time: BigInt64Array,
  { tz, ...asked }: Range & { readonly tz: string; readonly svc_userid?: string },
): Promise<Columns> {
  const workouts = openFrame(await me.workouts.list(asked, { tz })).read({
    start_date: "time",
    duration: "float64",
    workout_activity_type: "text",
  });
  const starts = Array.from(time, Number); // exact up to the year 2255
  const counts = new BigInt64Array(time.length), minutes = new Float64Array(time.length);
  const activities = Array.from(time, () => new Set<string>());
  workouts.start_date.values.forEach((start, i) => {
    const day = bisectRight(starts, Number(start)) - 1;
    if (day < 0) return; // it started before the range and only reaches into it
    counts[day]!++;
    minutes[day]! += workouts.duration.values[i]! / 60;
    activities[day]!.add(workouts.workout_activity_type.values[i] ?? "unknown");
  });
  return {
    workouts: int64Column(counts),
    worked_out: { type: "bool", values: Uint8Array.from(counts, (count) => count > 0n ? 1 : 0) },
    workout_min: float64Column(minutes),
    activities: textColumn(activities.map((kinds) => [...kinds].sort().join(", ") || null)),
  };
}
