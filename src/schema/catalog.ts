import { z } from "zod";
import { recordCheck } from "./checks/recordCheck.ts";
import {
  API_VERSIONS,
  type BASE_TYPES,
  CATEGORIES,
  METRIC_KINDS,
  RECORD_TYPES,
  UNNAMED_FIELDS,
} from "./enums.ts";
import { anything, id, integer, textOrNull } from "./parts/parts.ts";

/** A JSON Schema (2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };
/** Schema of a JSON Schema. */
export const JsonSchema: z.ZodType<JsonSchema, JsonSchema> = anything.meta({
  description: "A JSON Schema (2020-12).",
  examples: [{ type: "object" }],
});

const kind = z.enum(METRIC_KINDS).describe("Aggregation of values: cumulative or discrete.");
const schemaOrNull = JsonSchema.nullable().describe("JSON Schema of a record.");

const metricSpec = z.object({
  type: z.literal("metric").describe("Record with a value."),
  aggregation: kind,
  scale: z.object({
    min: integer.describe("Minimum value."),
    max: integer.describe("Maximum value."),
    step: integer.exactOptional().describe("Step between values."),
  }).nullable().describe("Bounds of the values."),
  schema: schemaOrNull,
  unit: textOrNull.describe("Unit of the values."),
  value_map: z.record(z.string(), z.string()).nullable().describe("Labels of the values."),
});

const plainSpec = z.object({
  type: z.enum(["event", "location", "tombstone"]).describe("Record without a value."),
  schema: schemaOrNull,
});

/** Shape of a record of a data type. */
export type RecordSpec = z.infer<typeof metricSpec> | z.infer<typeof plainSpec>;
/** Schema of the shape of a record. */
export const RecordSpec: z.ZodType<RecordSpec, RecordSpec> = z.union([metricSpec, plainSpec])
  .meta({
    description: "Shape of a record of a data type.",
    examples: [{ type: "event", schema: null }],
  });

const dataType = z.object({
  id: z.string().describe("Identifier; user-defined types have `<base_type>/<uuid>`."),
  name: z.string().describe("Display name."),
  description: z.string().describe("Description of the recorded data."),
  api_version: z.enum(API_VERSIONS).describe("Version of the interface."),
  categories: z.array(z.enum(CATEGORIES)).describe("Categories."),
  class: z.enum(RECORD_TYPES).describe("Class of the records."),
  column_name: z.string().describe("Column name in query results."),
  deprecated: z.boolean().describe("`true` if it is archived."),
  icon: textOrNull.describe("An icon."),
  metric_kind: kind.nullable(),
  unit: textOrNull.describe("Unit of the values."),
  queryable: z.boolean().describe("`true` if it can be queried."),
  recordable: z.boolean().describe("`true` if it can be recorded."),
  svc_userid: id.describe("User who owns it."),
  record_spec: RecordSpec.describe("Shape of the records."),
}).meta({
  description: "Entry in the catalog of data types.",
  examples: [{
    id: "MomentAnnotation",
    name: "Moment annotation",
    description: "Moment that a person marked.",
    api_version: "v1alpha1",
    categories: ["annotations", "base_type"],
    class: "event",
    column_name: "moment_annotation",
    deprecated: false,
    icon: null,
    metric_kind: null,
    unit: null,
    queryable: true,
    recordable: true,
    svc_userid: "00000000-0000-0000-0000-000000000000",
    record_spec: { type: "event", schema: null },
  }],
});

/** Entry in the catalog of data types. */
export interface DataType extends z.infer<typeof dataType> {}
/** Schema of an entry in the catalog of data types. */
export const DataType: z.ZodType<DataType, DataType> = dataType;

const oldDataType = z.object({
  name: z.string().describe("Its name."),
  description: z.string().describe("Description of the recorded data."),
  category: z.array(z.string()).describe("Categories."),
  class: textOrNull.describe("Class of the records."),
}).meta({
  description: "Entry in the old list of data types.",
  examples: [{
    name: "HeartRate",
    description: "Heartbeats per minute.",
    category: ["health_sdk"],
    class: "metric",
  }],
});

/** Entry in the old list of data types. */
export interface OldDataType extends z.infer<typeof oldDataType> {}
/** Schema of an entry in the old list of data types. */
export const OldDataType: z.ZodType<OldDataType, OldDataType> = oldDataType;

const schemaText = z.union([z.string(), anything]).transform((given) =>
  typeof given === "string" ? given : JSON.stringify(given)
).superRefine((text, issues) => {
  try {
    recordCheck(text, UNNAMED_FIELDS);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
  }
}).nullish().describe(
  "JSON Schema of the records, as text or as an object from the catalog.",
) as unknown as z.ZodType<string | null | undefined, string | null | undefined>;

/** Returns whether a text is a number as JSON writes it, so that a value has at most one label. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

const head = {
  name: z.string().min(1).describe("Display name."),
  description: z.string().describe("Description of the recorded data."),
};

/** Returns a schema for the tag of a record's shape; the catalog has it, and a definition may repeat it. */
function literal(tag: string): z.ZodType<string, string> {
  return z.literal(tag);
}

const eventTypeBody = z.strictObject({
  ...head,
  record_spec: z.strictObject({
    type: literal("event").describe("Class of the type, as in the catalog.").exactOptional(),
    schema: schemaText.optional(),
  })
    .optional()
    .describe("Shape of the records."),
}).meta({
  description: "Contents of a user-defined event type.",
  examples: [{ name: "Coffee", description: "Cups of coffee." }],
});

/** Contents of a user-defined event type. */
export interface EventTypeBody extends z.infer<typeof eventTypeBody> {}
/** Schema of a user-defined event type. */
export const EventTypeBody: z.ZodType<EventTypeBody, EventTypeBody> = eventTypeBody;

const metricTypeBody = z.strictObject({
  ...head,
  record_spec: z.strictObject({
    type: literal("metric").describe("Class of the type, as in the catalog.").exactOptional(),
    unit: z.string().min(1).nullish().describe("Unit of the values."),
    aggregation: kind.optional(),
    scale: z.strictObject({
      min: z.int().describe("Minimum value."),
      max: z.int().describe("Maximum value."),
      step: z.int().min(1).exactOptional().describe("Step between values."),
    })
      .refine(({ min, max }) => min <= max, { path: ["max"], message: "max is below min" })
      .nullish().describe("Bounds of the values."),
    value_map: z.record(z.string().refine(isNumber, "is not a number"), z.string()).nullish()
      .describe("Labels of the values; other values remain valid."),
    schema: schemaText.optional(),
  }).optional().describe("Shape of the records."),
}).meta({
  description: "Contents of a user-defined metric type.",
  examples: [{
    name: "Mood",
    description: "How the day was.",
    record_spec: { scale: { min: 1, max: 5 } },
  }],
});

/** Contents of a user-defined metric type. */
export interface MetricTypeBody extends z.infer<typeof metricTypeBody> {}
/** Schema of a user-defined metric type. */
export const MetricTypeBody: z.ZodType<MetricTypeBody, MetricTypeBody> = metricTypeBody;

/** Contents of a user-defined data type. */
export type DataTypeBody = EventTypeBody | MetricTypeBody;
/** Schema of a user-defined data type. */
export const DataTypeBody: z.ZodType<DataTypeBody, DataTypeBody> = z.union([
  EventTypeBody,
  MetricTypeBody,
]).meta({
  description: "Contents of a user-defined data type.",
  examples: [{ name: "Coffee", description: "Cups of coffee." }],
});

const dataTypeChange = z.strictObject({
  deprecated: z.boolean().describe("`true` if it is archived."),
  name: z.string().min(1).describe("Display name."),
  description: z.string().describe("Description of the recorded data."),
  record_spec: z.strictObject({
    schema: z.union([z.string(), anything]).nullable()
      .describe("JSON Schema of the records, as text or as an object from the catalog."),
    type: z.string().describe("Class of the type; it cannot change."),
    unit: textOrNull.describe("Unit of the values; it cannot change."),
    aggregation: kind,
    scale: anything.nullable().describe("Bounds of the values; they cannot change."),
    value_map: anything.nullable().describe("Labels of the values; they cannot change."),
  }).partial().describe(
    "Replaces the fields of the type. New fields must be optional; common fields are dropped.",
  ),
}).partial().refine((change) => Object.keys(change).length > 0, "must have at least one field")
  .meta({
    description: "Changed fields of a user-defined data type.",
    examples: [{ deprecated: true }],
  });

/** Changed fields of a user-defined data type. */
export interface DataTypeChange extends z.infer<typeof dataTypeChange> {}
/** Schema of the changed fields of a user-defined data type. */
export const DataTypeChange: z.ZodType<DataTypeChange, DataTypeChange> = dataTypeChange;

/** Stored user-defined data type. */
export interface OwnType extends MetricTypeBody {
  /** Base type. */
  base: typeof BASE_TYPES[number];
  /** `true` if it is archived. */
  deprecated: boolean;
}
