import type { Endpoints } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";

/** Workouts. */
export const workouts = {
  /** Reads the workouts that intersect a range. */
  list: {
    route: "GET /data/v0/{svc_userid?}/mobile_workouts",
    summary: "Reads the workouts that intersect a range.",
    query: RANGE,
    returns: {
      kind: "records",
      model: "Workout",
      columns: {
        apple_workout_id: "text",
        start_date: "time",
        end_date: "time",
        duration: "float64",
        has_undetermined_duration: "bool",
        workout_activity_type: "text",
        all_statistics: { json: "all_statistics" },
        source: { path: "source_revision.name" },
        device: { path: "device.name" },
        extras: { json: "extras" },
        workout_activities: { json: "workout_activities" },
        workout_events: { json: "workout_events" },
      },
    },
    split: "records",
  },
} as const satisfies Endpoints;
