import { z } from "zod";
import { FileChange } from "./files.ts";
import { instant, integer } from "./parts/parts.ts";

const updates = z.object({
  data_types: z.record(z.string(), integer).describe("Number of records by data type."),
  file_changes: z.array(FileChange).describe("Files."),
  spans: z.record(
    z.string(),
    z.object({
      start_time: instant.describe("The first start."),
      end_time: instant.describe("The last end."),
    }),
  ).exactOptional().describe(
    "From when to when those records are, by data type, where it is told; those that are gone aside.",
  ),
  lists_tag: z.string().exactOptional().describe(
    "Changes whenever something does that is neither record nor file: tags, data types, shares and " +
      "the like; whatever the range. What keeps a copy need not read them again while it is the same.",
  ),
}).meta({
  description: "What changed in a range, by when it was processed.",
  examples: [{ data_types: { HeartRate: 120 }, file_changes: [] }],
});

/** What changed in a range, by when it was processed. */
export interface Updates extends z.infer<typeof updates> {}
/** The schema of what changed in a range. */
export const Updates: z.ZodType<Updates, Updates> = updates;

const availability = z.object({
  data_type: z.string().describe("The data type."),
  count: integer.describe("Number of records."),
  start_time: instant.nullable()
    .describe("The first time that is known; null where none is."),
  end_time: instant.nullable()
    .describe("The last time that is known; null where none is."),
}).meta({
  description: "What data there is of a type.",
  examples: [{
    data_type: "HeartRate",
    count: 120,
    start_time: "2026-03-01T08:00:00Z",
    end_time: "2026-03-01T10:00:00Z",
  }],
});

/** What data there is of a type. */
export interface Availability extends z.infer<typeof availability> {}
/** The schema of what data there is of a type. */
export const Availability: z.ZodType<Availability, Availability> = availability;

const insight = z.object({
  version: z.literal("v0").describe("Version of the report."),
  timestamp: instant.describe("The end of the day."),
  insights: z.array(z.object({
    metric: z.string().describe("The metric."),
    unit: z.string().describe("Its unit."),
    value: z.number().describe(
      "Its value on the day: the sum of a cumulative metric, the mean of a discrete one.",
    ),
    mean: z.number().nullable()
      .describe("The mean of those of the 30 days before that have data; null where none has."),
    difference: z.number().nullable().describe("The value less the mean."),
    days: integer.describe("Number of days before with data."),
  })).describe("One for each metric with data."),
}).meta({
  description: "What a day was like against those before it.",
  examples: [{
    version: "v0",
    timestamp: "2026-03-01T00:00:00Z",
    insights: [{
      metric: "HeartRate",
      unit: "bpm",
      value: 63.5,
      mean: 61.2,
      difference: 2.3,
      days: 30,
    }],
  }],
});

/** What a day was like against those before it. */
export interface Insight extends z.infer<typeof insight> {}
/** The schema of what a day was like. */
export const Insight: z.ZodType<Insight, Insight> = insight;
