import type { UnitSystem } from "../../client/connectOptions.ts";
import { textColumn, timeColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { convertUnit } from "../../series/units/namedUnits.ts";
import type { Workout } from "./distinctWorkouts.ts";

/**
 * Returns a table of workouts with duration, distance and energy.
 *
 * @returns `start_date`, `end_date` `datetime[us, tz]`, `activity` `str`, `duration` (min),
 * `distance` (km or mi), with `pace` also `pace` (min/km or min/mi), and `energy` (kcal) `f64`, null
 * if no source has a value; `sources` `str`; with units
 */
export function workoutTable(
  workouts: readonly Workout[],
  { tz, system, pace = false }: {
    readonly tz: string;
    readonly system: UnitSystem;
    readonly pace?: boolean;
  },
): Frame {
  const far = system === "imperial" ? "mi" : "km";
  const distances = workouts.map(({ meters }) =>
    meters === null ? null : convertUnit(meters, "m", far)
  );
  const frame = toFrame({
    start_date: timeColumn(BigInt64Array.from(workouts, ({ start }) => start), tz),
    end_date: timeColumn(BigInt64Array.from(workouts, ({ end }) => end), tz),
    activity: textColumn(workouts.map(({ activity }) => activity)),
    duration: nullable(workouts.map(({ minutes }) => minutes)),
    distance: nullable(distances),
    ...(pace
      ? {
        pace: nullable(
          workouts.map(({ minutes }, i) => paceOf([{ minutes, distance: distances[i]! }])),
        ),
      }
      : {}),
    energy: nullable(workouts.map(({ kcal }) => kcal)),
    sources: textColumn(workouts.map(({ sources }) => sources.join(", ") || null)),
  });
  return attachDisplay(frame, {
    units: {
      duration: "min",
      distance: far,
      ...(pace ? { pace: `min/${far}` } : {}),
      energy: "kcal",
    },
  });
}

/** Returns the minutes per unit of distance over the workouts that have both; null without any. */
export function paceOf(
  workouts: readonly { readonly minutes: number | null; readonly distance: number | null }[],
): number | null {
  let time = 0, way = 0;
  for (const { minutes, distance } of workouts) {
    if (minutes === null || distance === null || !(minutes > 0 && distance > 0)) continue;
    time += minutes;
    way += distance;
  }
  return way === 0 ? null : time / way;
}
