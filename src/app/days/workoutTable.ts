import type { UnitSystem } from "../../client/connectOptions.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { convertUnit } from "../../service/types/units.ts";
import { workoutAmounts } from "./workoutAmounts.ts";

/**
 * Workouts with what people say of them: how long, how far, with how much energy.
 *
 * @param workouts What `me.workouts.list` gives.
 * @returns `start_date`, `end_date` `datetime[us, tz]`, `activity` `str`, `duration` (min), `distance` (km
 * or mi) and `energy` (kcal) `f64`, null where a workout does not say so; with its units
 */
export function workoutTable(
  workouts: Frame,
  { tz, system }: { readonly tz: string; readonly system: UnitSystem },
): Frame {
  const read = openFrame(workouts).read({
    start_date: "time",
    end_date: "time",
    workout_activity_type: "text",
    duration: "float64",
    all_statistics: "text",
  });
  const far = system === "imperial" ? "mi" : "km";
  const amounts = read.all_statistics.values.map(workoutAmounts);
  const frame = toFrame({
    start_date: { ...read.start_date, zone: tz },
    end_date: { ...read.end_date, zone: tz },
    activity: read.workout_activity_type,
    duration: nullable(read.duration.values.map((seconds) => seconds / 60)),
    distance: nullable(
      amounts.map(({ meters }) => meters === null ? null : convertUnit(meters, "m", far)),
    ),
    energy: nullable(amounts.map(({ kcal }) => kcal)),
  });
  return attachDisplay(frame, { units: { duration: "min", distance: far, energy: "kcal" } });
}
