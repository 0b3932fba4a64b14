import { columnsOf } from "../../frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../frame/polars/rows.ts";
import { contentId } from "../../read/contentId.ts";
import { toMicros } from "../../time/instant.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** The workouts of a health export as records of the type `MobileWorkout`, each once. */
export function workoutRecords(workouts: Frame): Row[] {
  const records = new Map<string, Row>();
  for (const row of toRows(columnsOf(workouts))) {
    const { start_time, end_time, duration_s, distance_m, energy_kcal, activity, source } = row;
    const start = toMicros(start_time as string), end = toMicros(end_time as string);
    const content = ["MobileWorkout", String(start), String(end), activity, duration_s, source];
    const id = contentId(start, JSON.stringify(content));
    records.set(id, {
      apple_workout_id: id,
      start_date: start_time,
      end_date: end_time,
      workout_activity_type: activity,
      duration: duration_s,
      source_revision: { name: source },
      extras: { distance_m, energy_kcal },
    });
  }
  return [...records.values()];
}
