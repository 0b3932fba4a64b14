import { z } from "zod";
import { FileChange } from "./files.ts";
import { instant, integer } from "./parts/parts.ts";

const updates = z.object({
  data_types: z.record(z.string(), integer).describe("Number of records by data type."),
  file_changes: z.array(FileChange).describe("Files."),
  spans: z.record(
    z.string(),
    z.object({
      start_time: instant.describe("Earliest start."),
      end_time: instant.describe("Latest end."),
    }),
  ).exactOptional().describe(
    "Time span of these records by data type, without deleted records; may be missing.",
  ),
  lists_tag: z.string().exactOptional().describe(
    "Changes whenever data other than records and files changes: tags, data types, shares and so " +
      "on, whatever the range. A copy need not read these again while it stays the same.",
  ),
}).meta({
  description: "Changes processed in a range.",
  examples: [{ data_types: { HeartRate: 120 }, file_changes: [] }],
});

/** Changes processed in a range. */
export interface Updates extends z.infer<typeof updates> {}
/** Schema of the changes processed in a range. */
export const Updates: z.ZodType<Updates, Updates> = updates;

const availability = z.object({
  data_type: z.string().describe("Data type."),
  count: integer.describe("Number of records."),
  start_time: instant.nullable()
    .describe("First known time; null if no time is known."),
  end_time: instant.nullable()
    .describe("Last known time; null if no time is known."),
}).meta({
  description: "Available data of a type.",
  examples: [{
    data_type: "HeartRate",
    count: 120,
    start_time: "2026-03-01T08:00:00Z",
    end_time: "2026-03-01T10:00:00Z",
  }],
});

/** Available data of a type. */
export interface Availability extends z.infer<typeof availability> {}
/** Schema of the available data of a type. */
export const Availability: z.ZodType<Availability, Availability> = availability;

const insight = z.object({
  version: z.literal("v0").describe("Version of the report."),
  timestamp: instant.describe("End of the day."),
  insights: z.array(z.object({
    metric: z.string().describe("The metric."),
    unit: z.string().describe("Its unit."),
    value: z.number().describe(
      "Value on the day: the sum of a cumulative metric, the mean of a discrete metric.",
    ),
    mean: z.number().nullable()
      .describe("Mean over the days with data among the 30 days before; null without such a day."),
    difference: z.number().nullable().describe("Value minus the mean."),
    days: integer.describe("Number of earlier days with data."),
  })).describe("One entry per metric with data."),
}).meta({
  description: "A day compared with the 30 days before it.",
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

/** A day compared with the 30 days before it. */
export interface Insight extends z.infer<typeof insight> {}
/** Schema of a day compared with the days before it. */
export const Insight: z.ZodType<Insight, Insight> = insight;
