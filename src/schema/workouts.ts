import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, sourceList } from "./parts/parts.ts";

const workout = z.object({
  apple_workout_id: id.describe("Identifier."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end."),
  duration: z.number().describe("Seconds."),
  has_undetermined_duration: z.boolean().describe("Whether its end is not known."),
  workout_activity_type: z.string().describe("What was done."),
  all_statistics: anything.describe("Statistics by the quantity that they are of."),
  source_revision: anything.describe("The app or device that it comes from."),
  device: anything.nullable().describe("The device that it was measured with."),
  extras: anything.nullable().describe("What else the source says."),
  workout_activities: z.array(anything).describe("Its time segments, in their order."),
  workout_events: z.array(anything).describe("Its events, in their order."),
  sources: sourceList,
}).meta({
  description: "A workout with its statistics, activities and events.",
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

/** A workout with its statistics, activities and events. */
export interface Workout extends z.infer<typeof workout> {}
/** The schema of a workout. */
export const Workout: z.ZodType<Workout, Workout> = workout;
