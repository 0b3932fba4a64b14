import { bisectRight } from "d3-array";
import type { Client } from "../../client/client.ts";
import {
  type Columns,
  float64Column,
  int64Column,
  textColumn,
} from "../../frame/columns/columns.ts";
import { readWorkouts, type WorkoutsQuery } from "./readWorkouts.ts";

/**
 * Workouts by local day. A workout counts on the day on which it starts, with its whole duration; one
 * that several sources recorded counts once.
 *
 * @param time The first instant of each day, ascending.
 * @returns `workouts` `i64`; `worked_out` `bool`, whether there was one; `workout_min` `f64`, their
 * duration in minutes; `activities` `str`, their kinds, null without one
 */
export async function workoutColumns(
  me: Pick<Client, "api">,
  time: BigInt64Array,
  query: WorkoutsQuery,
): Promise<Columns> {
  const starts = Array.from(time, Number); // exact up to the year 2255
  const counts = new BigInt64Array(time.length), minutes = new Float64Array(time.length);
  const activities = Array.from(time, () => new Set<string>());
  for (const { start, minutes: length, activity } of await readWorkouts(me, query)) {
    const day = bisectRight(starts, Number(start)) - 1;
    if (day < 0) continue; // it started before the range and only reaches into it
    counts[day]!++;
    minutes[day]! += length ?? 0;
    activities[day]!.add(activity ?? "unknown");
  }
  return {
    workouts: int64Column(counts),
    worked_out: { type: "bool", values: Uint8Array.from(counts, (count) => count > 0n ? 1 : 0) },
    workout_min: float64Column(minutes),
    activities: textColumn(activities.map((kinds) => [...kinds].sort().join(", ") || null)),
  };
}
