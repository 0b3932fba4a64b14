import { bisectRight } from "d3-array";
import type { Client } from "../../client/client.ts";
import { type Columns, int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { convertUnit } from "../../series/units/namedUnits.ts";
import { toMicros } from "../../time/instant.ts";
import type { ColumnsWithUnits } from "./sleepDays.ts";
import { readWorkouts, type WorkoutsQuery } from "./readWorkouts.ts";
import { sumKnown } from "./workoutAmounts.ts";

/**
 * Returns the workouts of each local day. A workout counts on the day on which it starts, with its
 * whole duration. A workout that several sources recorded counts once.
 *
 * @param time First instant of each day, ascending.
 * @returns `workouts` `i64`; `worked_out` `bool`, true if the day has one; `workout_min` `f64`,
 * their duration in minutes, null if a workout has none; `workout_distance` `f64`, their distance
 * in kilometres or miles, 0 without workouts, null if no workout of the day has a distance;
 * `activities` `str`, their kinds, null without workouts; all null for days that have not started
 */
export async function workoutColumns(
  me: Pick<Client, "api" | "now">,
  time: BigInt64Array,
  { system = "metric", ...query }: WorkoutsQuery & { readonly system: UnitSystem | undefined },
): Promise<ColumnsWithUnits> {
  const far = system === "imperial" ? "mi" : "km";
  const starts = Array.from(time, Number); // exact up to the year 2255
  const counts = new BigInt64Array(time.length), minutes = new Float64Array(time.length);
  const meters = Array.from(time, (): (number | null)[] => []);
  const activities = Array.from(time, () => new Set<string>());
  for (const { start, minutes: length, meters: way, activity } of await readWorkouts(me, query)) {
    const day = bisectRight(starts, Number(start)) - 1;
    if (day < 0) continue; // it started before the range
    counts[day]!++;
    minutes[day]! += length ?? NaN;
    meters[day]!.push(way);
    activities[day]!.add(activity ?? "unknown");
  }
  const now = toMicros(me.now());
  const valid = Uint8Array.from(time, (start, day) => start < now || counts[day]! > 0n ? 1 : 0);
  const begun = valid.includes(0) ? { valid } : {};
  valid.forEach((isKnown, day) => isKnown === 0 && (minutes[day] = NaN));
  const distances = meters.map((ways, day) => {
    const sum = ways.length === 0 ? 0 : sumKnown(ways);
    return sum === null || valid[day] === 0 ? null : convertUnit(sum, "m", far);
  });
  const columns: Columns = {
    workouts: { ...int64Column(counts), ...begun },
    worked_out: {
      type: "bool",
      values: Uint8Array.from(counts, (count) => count > 0n ? 1 : 0),
      ...begun,
    },
    workout_min: nullable(minutes),
    workout_distance: nullable(distances),
    activities: textColumn(activities.map((kinds) => [...kinds].sort().join(", ") || null)),
  };
  return { columns, units: { workout_min: "min", workout_distance: far } };
}
