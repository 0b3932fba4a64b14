import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, sourceList } from "./parts/parts.ts";

const workout = z.object({
  apple_workout_id: id.describe("Identifier."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end."),
  duration: z.number().describe("Seconds."),
  has_undetermined_duration: z.boolean().describe("`true` if its end is unknown."),
  workout_activity_type: z.string().describe("Activity."),
  all_statistics: anything.describe("Statistics by quantity."),
  source_revision: anything.describe("App or device that produced it."),
  device: anything.nullable().describe("Measuring device."),
  extras: anything.nullable().describe("Further properties from the source."),
  workout_activities: z.array(anything).describe("Time segments in order."),
  workout_events: z.array(anything).describe("Events in order."),
  sources: sourceList,
}).meta({
  description: "Workout with its statistics, activities and events.",
  examples: [{
    apple_workout_id: EXAMPLE_ID,
    start_date: "2026-03-01T08:00:00Z",
    end_date: "2026-03-01T08:45:00Z",
    duration: 2700,
    has_undetermined_duration: false,
    workout_activity_type: "running",
    all_statistics: { DistanceTraveledOnFoot: { sum: 7.5, unit: "km" } },
    source_revision: { name: "Watch" },
    device: null,
    extras: null,
    workout_activities: [],
    workout_events: [],
  }],
});

/** Workout with its statistics, activities and events. */
export interface Workout extends z.infer<typeof workout> {}
/** Schema of a workout. */
export const Workout: z.ZodType<Workout, Workout> = workout;
