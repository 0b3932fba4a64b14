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

/** The most annotations of a reflection. */
const MAX_ANNOTATIONS = 50;

const DOCS = {
  name: "Its name.",
  schedule: "When it is due.",
  description: "What it is about.",
  parent_template_id: "The template that it was made from.",
  annotations: `Annotations that it asks for, at most ${MAX_ANNOTATIONS}.`,
  data_types: "Data types that it asks for.",
  resource: "What of that type is meant.",
};

const SCHEDULE = {
  cron: "0 9 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: null,
  end_at: null,
};

const SCHEDULE_DOCS = {
  cron: "A cron expression of five fields, or a nickname such as `@daily`.",
  time_zone: "The IANA zone that it is read in.",
  paused: "Whether it rests.",
  start_at: "From when on; null for no start.",
  end_at: "Until when; null for no end.",
};

const time = z.string().refine(isInstant, {
  message: "is not a date and time",
  abort: true, // what follows reads it
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
}).meta({ description: "When a reflection is due.", examples: [SCHEDULE] });

/** When a reflection is due. */
export interface Schedule extends z.infer<typeof schedule> {}
/** The schema of when a reflection is due. */
export const Schedule: z.ZodType<Schedule, Schedule> = schedule;

const FIELDS = {
  name: z.string().min(1).describe(DOCS.name),
  schedule: Schedule.describe(DOCS.schedule),
  description: z.string().describe(DOCS.description),
  parent_template_id: textOrNull.describe(DOCS.parent_template_id),
  annotations: z.array(z.string()).max(MAX_ANNOTATIONS).nullable().describe(DOCS.annotations),
  data_types: z.array(z.strictObject({
    name: z.string().describe("The data type."),
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
    description: "What a reflection is made of.",
    examples: [{ name: "How was the day?", schedule: SCHEDULE }],
  });

/** What a reflection is made of. */
export interface ReflectionBody extends z.infer<typeof reflectionBody> {}
/** The schema of what a reflection is made of. */
export const ReflectionBody: z.ZodType<ReflectionBody, ReflectionBody> = reflectionBody;

/** A reflection as it is kept. */
export interface StoredReflection extends z.infer<z.ZodObject<typeof FIELDS>> {}

const reflectionChange = z.strictObject({
  name: FIELDS.name.exactOptional(),
  schedule: FIELDS.schedule.exactOptional(),
  ...OPTIONAL,
}).meta({
  description: "The fields of a reflection that change.",
  examples: [{ name: "How was the week?" }],
});

/** The fields of a reflection that change. */
export interface ReflectionChange extends z.infer<typeof reflectionChange> {}
/** The schema of the fields of a reflection that change. */
export const ReflectionChange: z.ZodType<ReflectionChange, ReflectionChange> = reflectionChange;

const reschedule = z.strictObject({
  periods_of_day: PeriodsOfDay.optional().describe("When the parts of a day begin."),
  time_zone: zoneName.optional().describe("The zone that they are due in."),
}).meta({
  description: "A move of all reflections to other times of day or another zone.",
  examples: [{
    periods_of_day: {
      morning: "07:00:00",
      afternoon: "13:00:00",
      evening: "18:00:00",
      end_of_day: "22:00:00",
    },
  }],
});

/** A move of all reflections to other times of day or another zone. */
export interface Reschedule extends z.infer<typeof reschedule> {}
/** The schema of a move of all reflections. */
export const Reschedule: z.ZodType<Reschedule, Reschedule> = reschedule;

const reflection = z.object({
  id: id.describe("Identifier."),
  svc_userid: id.describe("Whose it is."),
  created_at: instant.describe("When it was made."),
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
    name: z.string().describe("The data type."),
    resource_id: textOrNull.describe(DOCS.resource),
  })).nullable().describe(DOCS.data_types),
  updated_at: instant.describe("When it was last changed."),
  deleted_at: instant.nullable().describe("When it was deleted."),
  next_at: instant.nullable()
    .describe("When it is due next; null while it rests, and where it never will be."),
}).meta({
  description: "A reflection: questions that are asked at regular times.",
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

/** A reflection: questions that are asked at regular times. */
export interface Reflection extends z.infer<typeof reflection> {}
/** The schema of a reflection. */
export const Reflection: z.ZodType<Reflection, Reflection> = reflection;
