import { z } from "zod";
import type { ReflectionBody } from "../../api/reflections.ts";
import { cronOf } from "./schedule.ts";
import { PERIODS_OF_DAY, ZONE } from "./userSchemas.ts";
import { readTime } from "../../schema/checks/timeForm.ts";

/** The most annotations of a reflection (interface 8). */
const MAX_ANNOTATIONS = 50;

const moment = z.string().refine(
  (text) => {
    try {
      readTime(text);
      return true;
    } catch {
      return false;
    }
  },
  { message: "is no date and time", abort: true }, // what follows reads it
).meta({ format: "date-time" });

const schedule = z.strictObject({
  cron: z.string().max(1000),
  time_zone: ZONE,
  paused: z.boolean(),
  start_at: moment.nullable(),
  end_at: moment.nullable(),
}).superRefine(({ cron, time_zone, start_at, end_at }, issues) => {
  try {
    cronOf(cron, time_zone);
  } catch (error) {
    issues.addIssue({ code: "custom", path: ["cron"], message: (error as Error).message });
  }
  if (start_at !== null && end_at !== null && readTime(end_at) < readTime(start_at)) {
    issues.addIssue({ code: "custom", path: ["end_at"], message: "end_at is before start_at" });
  }
});

const optional = {
  description: z.string(),
  parent_template_id: z.string().nullable(),
  annotations: z.array(z.string()).max(MAX_ANNOTATIONS).nullable(),
  data_types: z.array(z.strictObject({ name: z.string(), resource_id: z.string().nullish() }))
    .nullable(),
};

const all = z.strictObject({ name: z.string().min(1), schedule, ...optional });

/** What a reflection is made of. */
export const NEW_REFLECTION = all.partial({
  description: true,
  parent_template_id: true,
  annotations: true,
  data_types: true,
}) as unknown as z.ZodType<ReflectionBody>;

/** A change of a reflection. */
export const REFLECTION_CHANGE = all.partial() as unknown as z.ZodType<Partial<ReflectionBody>>;

/** A move of all reflections. */
export const RESCHEDULE = z.strictObject({
  periods_of_day: PERIODS_OF_DAY.optional().meta({ description: "When the parts of a day begin." }),
  time_zone: ZONE.optional().meta({ description: "The zone that they are due in." }),
});
