import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, integer, textOrNull } from "./parts/parts.ts";

const OWN = "the fields of a user-defined type follow, as in its schema.";

const EVENT = {
  id: EXAMPLE_ID,
  recorded_at: "2026-03-01T08:00:00Z",
  source_name: "Annotation",
  source_id: `com.svc.annotation.${EXAMPLE_ID}`,
  sources: [`com.svc.annotation.${EXAMPLE_ID}`],
  note: "with milk",
  tags: [],
  metadata: { name: "Coffee" },
};

const FIELDS = {
  id: id.describe("Identifier."),
  recorded_at: instant.describe("Start of the record."),
  start_time: instant.exactOptional().describe(
    "Inclusive start of a record with a duration; of every record in `/data/v1/records`.",
  ),
  end_time: instant.exactOptional().describe("Exclusive end of a record with a duration."),
  source_name: textOrNull.describe("Name of the source."),
  source_id: textOrNull.describe("Identifier of the source."),
  sources: z.array(z.string()).describe(
    "Sources that the record passed through; the last may be an annotation.",
  ),
  source_properties: anything.exactOptional().describe(
    "Properties of the app, if the record has more than its name and identifier.",
  ),
  device_properties: anything.exactOptional().describe("Properties of the device, if it has any."),
  note: textOrNull.describe("A note."),
  tags: z.array(id).describe("Tags."),
  metadata: anything.describe("The annotation, for a record of one."),
  name: z.string().exactOptional().describe("Its name."),
};

const eventRecord = z.looseObject(FIELDS)
  .meta({ description: `Record of an event; ${OWN}`, examples: [EVENT] });

/** Record of an event, including the fields of a user-defined type. */
export interface EventRecord extends z.infer<typeof eventRecord> {}
/** Schema of a record of an event. */
export const EventRecord: z.ZodType<EventRecord, EventRecord> = eventRecord;

const metricRecord = z.looseObject({
  ...FIELDS,
  value: z.number().nullable().describe("Value in its unit."),
  unit: textOrNull.describe("Unit of the value."),
}).meta({
  description: `Record of a metric; ${OWN}`,
  examples: [{ ...EVENT, value: 3, unit: null }],
});

/** Record of a metric, including the fields of a user-defined type. */
export interface MetricRecord extends z.infer<typeof metricRecord> {}
/** Schema of a record of a metric. */
export const MetricRecord: z.ZodType<MetricRecord, MetricRecord> = metricRecord;

const eventWindow = z.looseObject({
  time: instant.describe("Start of the window."),
  count: integer.describe("Number of events."),
}).meta({
  description: "Window of events, or of a group of them, with the fields that are grouped by.",
  examples: [{ time: "2026-03-01T00:00:00Z", count: 3 }],
});

/** Window of events, or of a group of them. */
export interface EventWindow extends z.infer<typeof eventWindow> {}
/** Schema of a window of events. */
export const EventWindow: z.ZodType<EventWindow, EventWindow> = eventWindow;

const eventSummary = z.object({
  data_type: z.string().describe("Data type."),
  count: integer.describe("Number of events."),
  start_time: instant.nullable().describe("Earliest start; null without events."),
  end_time: instant.nullable().describe("Latest end; null without events."),
}).meta({
  description: "Number of events of a type.",
  examples: [{ data_type: "MomentAnnotation", count: 0, start_time: null, end_time: null }],
});

/** Number of events of a type. */
export interface EventSummary extends z.infer<typeof eventSummary> {}
/** Schema of the number of events of a type. */
export const EventSummary: z.ZodType<EventSummary, EventSummary> = eventSummary;
