import { z } from "zod";
import { anything, EXAMPLE_ID, id, instant, integer, textOrNull } from "./parts/parts.ts";

const OWN = "the fields of a user-defined type stand beside these, as its schema names them.";

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
  recorded_at: instant.describe("When it was recorded: its start."),
  start_time: instant.exactOptional().describe("Inclusive start, of a record with a duration."),
  end_time: instant.exactOptional().describe("Exclusive end, of a record with a duration."),
  source_name: textOrNull.describe("Name of where it comes from."),
  source_id: textOrNull.describe("Identifier of where it comes from."),
  sources: z.array(z.string()).describe("The way it came; the last may be an annotation."),
  note: textOrNull.describe("A note."),
  tags: z.array(id).describe("Tags."),
  metadata: anything.describe("Of an annotation's record, the annotation."),
  name: z.string().exactOptional().describe("Its name."),
};

const eventRecord = z.looseObject(FIELDS)
  .meta({ description: `A record of an event; ${OWN}`, examples: [EVENT] });

/** A record of an event; the fields of a user-defined type stand beside these. */
export interface EventRecord extends z.infer<typeof eventRecord> {}
/** The schema of a record of an event. */
export const EventRecord: z.ZodType<EventRecord, EventRecord> = eventRecord;

const metricRecord = z.looseObject({
  ...FIELDS,
  value: z.number().nullable().describe("The value in its unit."),
  unit: textOrNull.describe("The unit of the value."),
}).meta({
  description: `A record of a metric; ${OWN}`,
  examples: [{ ...EVENT, value: 3, unit: null }],
});

/** A record of a metric; the fields of a user-defined type stand beside these. */
export interface MetricRecord extends z.infer<typeof metricRecord> {}
/** The schema of a record of a metric. */
export const MetricRecord: z.ZodType<MetricRecord, MetricRecord> = metricRecord;

const eventWindow = z.looseObject({
  time: instant.describe("Start of the window."),
  count: integer.describe("Number of events."),
}).meta({
  description:
    "A window of events, or of a group of them; the fields that are grouped by stand beside.",
  examples: [{ time: "2026-03-01T00:00:00Z", count: 3 }],
});

/** A window of events, or of a group of them. */
export interface EventWindow extends z.infer<typeof eventWindow> {}
/** The schema of a window of events. */
export const EventWindow: z.ZodType<EventWindow, EventWindow> = eventWindow;

const eventSummary = z.object({
  data_type: z.string().describe("The data type."),
  count: integer.describe("Number of events."),
  start_time: instant.nullable().describe("The first start; null where there is none."),
  end_time: instant.nullable().describe("The last end; null where there is none."),
}).meta({
  description: "How many events of a type there are.",
  examples: [{ data_type: "MomentAnnotation", count: 0, start_time: null, end_time: null }],
});

/** How many events of a type there are. */
export interface EventSummary extends z.infer<typeof eventSummary> {}
/** The schema of how many events of a type there are. */
export const EventSummary: z.ZodType<EventSummary, EventSummary> = eventSummary;
