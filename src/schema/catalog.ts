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
/** The schema of a JSON Schema. */
export const JsonSchema: z.ZodType<JsonSchema, JsonSchema> = anything.meta({
  description: "A JSON Schema (2020-12).",
  examples: [{ type: "object" }],
});

const kind = z.enum(METRIC_KINDS).describe("How values add up.");
const schemaOrNull = JsonSchema.nullable().describe("Schema of the record.");

const metricSpec = z.object({
  type: z.literal("metric").describe("A record with a value."),
  aggregation: kind,
  scale: z.object({
    min: integer.describe("The least value."),
    max: integer.describe("The greatest value."),
    step: integer.exactOptional().describe("The distance of values."),
  }).nullable().describe("Bounds of the values."),
  schema: schemaOrNull,
  unit: textOrNull.describe("Unit of the values."),
  value_map: z.record(z.string(), z.string()).nullable().describe("Labels of the values."),
});

const plainSpec = z.object({
  type: z.enum(["event", "location", "tombstone"]).describe("A record without a value."),
  schema: schemaOrNull,
});

/** What a record of a data type looks like. */
export type RecordSpec = z.infer<typeof metricSpec> | z.infer<typeof plainSpec>;
/** The schema of what a record of a data type looks like. */
export const RecordSpec: z.ZodType<RecordSpec, RecordSpec> = z.union([metricSpec, plainSpec])
  .meta({
    description: "What a record of a data type looks like.",
    examples: [{ type: "event", schema: null }],
  });

const dataType = z.object({
  id: z.string().describe("Identifier; that of a user-defined type is `<base_type>/<uuid>`."),
  name: z.string().describe("Name for people."),
  description: z.string().describe("What it records."),
  api_version: z.enum(API_VERSIONS).describe("Version of the interface that it belongs to."),
  categories: z.array(z.enum(CATEGORIES)).describe("Categories."),
  class: z.enum(RECORD_TYPES).describe("What a record of it is."),
  column_name: z.string().describe("Column name in query answers."),
  deprecated: z.boolean().describe("Whether it is archived."),
  icon: textOrNull.describe("An icon."),
  metric_kind: kind.nullable(),
  unit: textOrNull.describe("Unit of the values."),
  queryable: z.boolean().describe("Whether it can be queried."),
  recordable: z.boolean().describe("Whether it can be recorded."),
  svc_userid: id.describe("Who owns it."),
  record_spec: RecordSpec.describe("What its records look like."),
}).meta({
  description: "An entry of the catalog of data types.",
  examples: [{
    id: "MomentAnnotation",
    name: "Moment annotation",
    description: "A moment that a person marked.",
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

/** An entry of the catalog of data types. */
export interface DataType extends z.infer<typeof dataType> {}
/** The schema of an entry of the catalog of data types. */
export const DataType: z.ZodType<DataType, DataType> = dataType;

const oldDataType = z.object({
  name: z.string().describe("Its name."),
  description: z.string().describe("What it records."),
  category: z.array(z.string()).describe("Categories."),
  class: textOrNull.describe("What a record of it is."),
}).meta({
  description: "An entry of the old list of data types.",
  examples: [{
    name: "HeartRate",
    description: "Beats of the heart in a minute.",
    category: ["health_sdk"],
    class: "metric",
  }],
});

/** An entry of the old list of data types. */
export interface OldDataType extends z.infer<typeof oldDataType> {}
/** The schema of an entry of the old list of data types. */
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
  "A JSON Schema of the records, as text or as the catalog gives it.",
) as unknown as z.ZodType<string | null | undefined, string | null | undefined>;

/** A number as JSON writes it, so that a value has one label at most. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

const head = {
  name: z.string().min(1).describe("Name for people."),
  description: z.string().describe("What it records."),
};

/** The tag of a record's form, which the catalog gives and a definition may repeat. */
function literal(tag: string): z.ZodType<string, string> {
  return z.literal(tag);
}

const eventTypeBody = z.strictObject({
  ...head,
  record_spec: z.strictObject({
    type: literal("event").describe("Class of the type, as the catalog gives it.").exactOptional(),
    schema: schemaText.optional(),
  })
    .optional()
    .describe("What its records look like."),
}).meta({
  description: "What an event type of your own is made of.",
  examples: [{ name: "Coffee", description: "Cups of coffee." }],
});

/** What an event type of your own is made of. */
export interface EventTypeBody extends z.infer<typeof eventTypeBody> {}
/** The schema of what an event type of your own is made of. */
export const EventTypeBody: z.ZodType<EventTypeBody, EventTypeBody> = eventTypeBody;

const metricTypeBody = z.strictObject({
  ...head,
  record_spec: z.strictObject({
    type: literal("metric").describe("Class of the type, as the catalog gives it.").exactOptional(),
    unit: z.string().min(1).nullish().describe("Unit of the values."),
    aggregation: kind.optional(),
    scale: z.strictObject({
      min: z.int().describe("The least value."),
      max: z.int().describe("The greatest value."),
      step: z.int().min(1).exactOptional().describe("The distance of values."),
    })
      .refine(({ min, max }) => min <= max, { path: ["max"], message: "max is below min" })
      .nullish().describe("Bounds of the values."),
    value_map: z.record(z.string().refine(isNumber, "is not a number"), z.string()).nullish()
      .describe("Labels of the values; they restrict nothing."),
    schema: schemaText.optional(),
  }).optional().describe("What its records look like."),
}).meta({
  description: "What a metric type of your own is made of.",
  examples: [{
    name: "Mood",
    description: "How the day was.",
    record_spec: { scale: { min: 1, max: 5 } },
  }],
});

/** What a metric type of your own is made of. */
export interface MetricTypeBody extends z.infer<typeof metricTypeBody> {}
/** The schema of what a metric type of your own is made of. */
export const MetricTypeBody: z.ZodType<MetricTypeBody, MetricTypeBody> = metricTypeBody;

/** What a data type of your own is made of. */
export type DataTypeBody = EventTypeBody | MetricTypeBody;
/** The schema of what a data type of your own is made of. */
export const DataTypeBody: z.ZodType<DataTypeBody, DataTypeBody> = z.union([
  EventTypeBody,
  MetricTypeBody,
]).meta({
  description: "What a data type of your own is made of.",
  examples: [{ name: "Coffee", description: "Cups of coffee." }],
});

const dataTypeChange = z.strictObject({
  deprecated: z.boolean().describe("Whether it is archived."),
  name: z.string().min(1).describe("Name for people."),
  description: z.string().describe("What it records."),
  record_spec: z.strictObject({
    schema: z.union([z.string(), anything]).nullable()
      .describe("A JSON Schema of the records, as text or as the catalog gives it."),
    type: z.string().describe("Class of the type; it cannot change."),
    unit: textOrNull.describe("Unit of the values; it cannot change."),
    aggregation: kind,
    scale: anything.nullable().describe("Bounds of the values; they cannot change."),
    value_map: anything.nullable().describe("Labels of the values; they cannot change."),
  }).partial().describe(
    "Replaces the type's own fields: fields can be added, as optional ones; common fields are dropped.",
  ),
}).partial().refine((change) => Object.keys(change).length > 0, "must name what changes").meta({
  description: "Fields of a data type of your own that change.",
  examples: [{ deprecated: true }],
});

/** Fields of a data type of your own that change. */
export interface DataTypeChange extends z.infer<typeof dataTypeChange> {}
/** The schema of the fields of a data type of your own that change. */
export const DataTypeChange: z.ZodType<DataTypeChange, DataTypeChange> = dataTypeChange;

/** A data type of a user's own, as it is kept. */
export interface OwnType extends MetricTypeBody {
  /** Its base type. */
  base: typeof BASE_TYPES[number];
  /** Whether it is archived. */
  deprecated: boolean;
}
