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
 * `distance` (km or mi) and `energy` (kcal) `f64`, null if no source has a value; `sources` `str`;
 * with units
 */
export function workoutTable(
  workouts: readonly Workout[],
  { tz, system }: { readonly tz: string; readonly system: UnitSystem },
): Frame {
  const far = system === "imperial" ? "mi" : "km";
  const frame = toFrame({
    start_date: timeColumn(BigInt64Array.from(workouts, ({ start }) => start), tz),
    end_date: timeColumn(BigInt64Array.from(workouts, ({ end }) => end), tz),
    activity: textColumn(workouts.map(({ activity }) => activity)),
    duration: nullable(workouts.map(({ minutes }) => minutes)),
    distance: nullable(
      workouts.map(({ meters }) => meters === null ? null : convertUnit(meters, "m", far)),
    ),
    energy: nullable(workouts.map(({ kcal }) => kcal)),
    sources: textColumn(workouts.map(({ sources }) => sources.join(", ") || null)),
  });
  return attachDisplay(frame, { units: { duration: "min", distance: far, energy: "kcal" } });
}
