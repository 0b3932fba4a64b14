import { z } from "zod";
import { anything, name, recordTime as time, uuid } from "../../schema/parts/parts.ts";
import { type RecordBody, sources } from "./recordSchemas.ts";

/** Body of a workout; its source revision is stored unchanged. */
export const WORKOUT: z.ZodType<RecordBody> = z.strictObject({
  id: uuid.nullish().meta({ description: "Alternative name of apple_workout_id." }),
  apple_workout_id: uuid.nullish(),
  start_date: time,
  end_date: time,
  duration: z.number().min(0).nullish().meta({
    description: "Seconds; by default from start to end.",
  }),
  has_undetermined_duration: z.boolean().nullish(),
  workout_activity_type: z.string().nullish(),
  all_statistics: anything.nullish(),
  source_revision: z.looseObject({
    name: name.nullish(),
    sourceBundleIdentifier: name.nullish(),
  }).nullish(),
  device: anything.nullish(),
  extras: anything.nullish(),
  workout_activities: z.array(anything).nullish(),
  workout_events: z.array(anything).nullish(),
  sources,
}).transform((body, issues) => {
  const { start_date: start_time, end_date: end_time, source_revision } = body;
  if (end_time < start_time) {
    issues.addIssue({
      code: "custom",
      path: ["end_date"],
      message: "end_date is before start_date",
    });
  }
  const { name, sourceBundleIdentifier } = source_revision ?? {};
  return {
    id: body.apple_workout_id ?? body.id,
    start_time,
    end_time,
    source: (name ?? sourceBundleIdentifier ?? null) === null
      ? null
      : { name, sourceBundleIdentifier },
    sources: body.sources,
    kept: {
      duration: body.duration ?? Number(end_time - start_time) / 1e6,
      has_undetermined_duration: body.has_undetermined_duration ?? false,
      workout_activity_type: body.workout_activity_type ?? "other",
      all_statistics: body.all_statistics ?? {},
      source_revision: source_revision ?? {},
      device: body.device ?? null,
      extras: body.extras ?? null,
      workout_activities: body.workout_activities ?? [],
      workout_events: body.workout_events ?? [],
    },
  };
});
