import { z } from "zod";
import { cronOf } from "./checks/cron.ts";
import { readTime } from "./checks/timeForm.ts";
import {
  EXAMPLE_ID,
  EXAMPLE_USER,
  id,
  instant,
  isInstant,
  textOrNull,
  zoneName,
} from "./parts/parts.ts";
import { PeriodsOfDay } from "./user.ts";

/** Maximum number of annotations of a reflection. */
const MAX_ANNOTATIONS = 50;

const DOCS = {
  name: "Its name.",
  schedule: "Schedule.",
  description: "Description.",
  parent_template_id: "Template that it was created from.",
  annotations: `Annotations to record, at most ${MAX_ANNOTATIONS}.`,
  data_types: "Data types to record.",
  resource: "Part of the data type to record.",
};

const SCHEDULE = {
  cron: "0 9 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: null,
  end_at: null,
};

const SCHEDULE_DOCS = {
  cron: "Cron expression of five fields, or a nickname such as `@daily`.",
  time_zone: "IANA zone of the expression.",
  paused: "`true` if it is paused.",
  start_at: "Inclusive start; null if unbounded.",
  end_at: "Exclusive end; null if unbounded.",
};

const time = z.string().refine(isInstant, {
  message: "is not a date and time",
  abort: true, // later checks use it
}).meta({ format: "date-time" });

const schedule = z.strictObject({
  cron: z.string().max(1000).describe(SCHEDULE_DOCS.cron),
  time_zone: zoneName.describe(SCHEDULE_DOCS.time_zone),
  paused: z.boolean().describe(SCHEDULE_DOCS.paused),
  start_at: time.nullable().describe(SCHEDULE_DOCS.start_at),
  end_at: time.nullable().describe(SCHEDULE_DOCS.end_at),
}).superRefine(({ cron, time_zone, start_at, end_at }, issues) => {
  try {
    cronOf(cron, time_zone);
  } catch (error) {
    issues.addIssue({ code: "custom", path: ["cron"], message: (error as Error).message });
  }
  if (start_at !== null && end_at !== null && readTime(end_at) < readTime(start_at)) {
    issues.addIssue({ code: "custom", path: ["end_at"], message: "end_at is before start_at" });
  }
}).meta({ description: "Schedule of a reflection.", examples: [SCHEDULE] });

/** Schedule of a reflection. */
export interface Schedule extends z.infer<typeof schedule> {}
/** Schema of the schedule of a reflection. */
export const Schedule: z.ZodType<Schedule, Schedule> = schedule;

const FIELDS = {
  name: z.string().min(1).describe(DOCS.name),
  schedule: Schedule.describe(DOCS.schedule),
  description: z.string().describe(DOCS.description),
  parent_template_id: textOrNull.describe(DOCS.parent_template_id),
  annotations: z.array(z.string()).max(MAX_ANNOTATIONS).nullable().describe(DOCS.annotations),
  data_types: z.array(z.strictObject({
    name: z.string().describe("Data type."),
    resource_id: z.string().nullable().exactOptional().describe(DOCS.resource),
  })).nullable().describe(DOCS.data_types),
};

const OPTIONAL = {
  description: FIELDS.description.exactOptional(),
  parent_template_id: FIELDS.parent_template_id.exactOptional(),
  annotations: FIELDS.annotations.exactOptional(),
  data_types: FIELDS.data_types.exactOptional(),
};

const reflectionBody = z.strictObject({ name: FIELDS.name, schedule: FIELDS.schedule, ...OPTIONAL })
  .meta({
    description: "Contents of a reflection.",
    examples: [{ name: "How was the day?", schedule: SCHEDULE }],
  });

/** Contents of a reflection. */
export interface ReflectionBody extends z.infer<typeof reflectionBody> {}
/** Schema of the contents of a reflection. */
export const ReflectionBody: z.ZodType<ReflectionBody, ReflectionBody> = reflectionBody;

/** Stored reflection. */
export interface StoredReflection extends z.infer<z.ZodObject<typeof FIELDS>> {}

const reflectionChange = z.strictObject({
  name: FIELDS.name.exactOptional(),
  schedule: FIELDS.schedule.exactOptional(),
  ...OPTIONAL,
}).meta({
  description: "Changed fields of a reflection.",
  examples: [{ name: "How was the week?" }],
});

/** Changed fields of a reflection. */
export interface ReflectionChange extends z.infer<typeof reflectionChange> {}
/** Schema of the changed fields of a reflection. */
export const ReflectionChange: z.ZodType<ReflectionChange, ReflectionChange> = reflectionChange;

const reschedule = z.strictObject({
  periods_of_day: PeriodsOfDay.optional().describe("Start of each part of the day."),
  time_zone: zoneName.optional().describe("Zone of the schedules."),
}).meta({
  description: "Move of all reflections to other times of day or another zone.",
  examples: [{
    periods_of_day: {
      morning: "07:00:00",
      afternoon: "13:00:00",
      evening: "18:00:00",
      end_of_day: "22:00:00",
    },
  }],
});

/** Move of all reflections to other times of day or another zone. */
export interface Reschedule extends z.infer<typeof reschedule> {}
/** Schema of a move of all reflections. */
export const Reschedule: z.ZodType<Reschedule, Reschedule> = reschedule;

const reflection = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("User who owns it."),
  created_at: instant.describe("Creation time."),
  name: z.string().describe(DOCS.name),
  schedule: z.object({
    cron: z.string().describe(SCHEDULE_DOCS.cron),
    time_zone: z.string().describe(SCHEDULE_DOCS.time_zone),
    paused: z.boolean().describe(SCHEDULE_DOCS.paused),
    start_at: textOrNull.describe(SCHEDULE_DOCS.start_at),
    end_at: textOrNull.describe(SCHEDULE_DOCS.end_at),
  }).describe(DOCS.schedule),
  description: z.string().describe(DOCS.description),
  parent_template_id: textOrNull.describe(DOCS.parent_template_id),
  annotations: z.array(z.string()).nullable().describe(DOCS.annotations),
  data_types: z.array(z.object({
    name: z.string().describe("Data type."),
    resource_id: textOrNull.describe(DOCS.resource),
  })).nullable().describe(DOCS.data_types),
  updated_at: instant.describe("Time of the last change."),
  deleted_at: instant.nullable().describe("Time of the deletion; null if it is not deleted."),
  next_at: instant.nullable()
    .describe("Next due time; null while it is paused, and after its end."),
}).meta({
  description: "Reflection: questions at regular times.",
  examples: [{
    id: EXAMPLE_ID,
    svc_userid: EXAMPLE_USER,
    created_at: "2026-03-01T08:00:00Z",
    name: "How was the day?",
    schedule: SCHEDULE,
    description: "",
    parent_template_id: null,
    annotations: [],
    data_types: [],
    updated_at: "2026-03-01T08:00:00Z",
    deleted_at: null,
    next_at: "2026-03-02T08:00:00Z",
  }],
});

/** Reflection: questions at regular times. */
export interface Reflection extends z.infer<typeof reflection> {}
/** Schema of a reflection. */
export const Reflection: z.ZodType<Reflection, Reflection> = reflection;
