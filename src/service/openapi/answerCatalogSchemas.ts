import { z } from "zod";
import type { DataType, JsonSchema, OldDataType } from "../../api/catalog.ts";
import type { Availability, Insight, Updates } from "../../api/changes.ts";
import type { Metric } from "../../api/metrics.ts";
import type { SleepStage } from "../../api/sleep.ts";
import type { DataSource } from "../../api/sources.ts";
import { FILE_CHANGE } from "./answerFileSchemas.ts";
import { anything, count, id, moment } from "./answerParts.ts";
import { API_VERSIONS, CATEGORIES, METRIC_KINDS, RECORD_TYPES } from "../../schema/enums.ts";

const kind = z.enum(METRIC_KINDS);
const text = z.string().nullable();

/** A JSON Schema. */
export const JSON_SCHEMA: z.ZodType<JsonSchema> = anything.meta({
  description: "A JSON Schema (2020-12).",
});

/** An entry of the metrics catalog (interface 2.2). */
export const METRIC: z.ZodType<Metric> = z.object({
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  value_column: z.string(),
  is_time_series: z.boolean(),
  metric_kind: kind.nullable(),
});

const spec = z.union([
  z.object({
    type: z.literal("metric"),
    aggregation: kind,
    scale: z.object({ min: count, max: count, step: count.exactOptional() }).nullable(),
    schema: JSON_SCHEMA.nullable(),
    unit: text,
    value_map: z.record(z.string(), z.string()).nullable(),
  }),
  z.object({
    type: z.enum(["event", "location", "tombstone"]),
    schema: JSON_SCHEMA.nullable(),
  }),
]);

/** An entry of the catalog of data types (interface 2.3). */
export const DATA_TYPE: z.ZodType<DataType> = z.object({
  id: z.string().meta({ description: "Of a user-defined type `<base_type>/<uuid>`." }),
  name: z.string(),
  description: z.string(),
  api_version: z.enum(API_VERSIONS),
  categories: z.array(z.enum(CATEGORIES)),
  class: z.enum(RECORD_TYPES),
  column_name: z.string(),
  deprecated: z.boolean(),
  icon: text,
  metric_kind: kind.nullable(),
  unit: text,
  queryable: z.boolean(),
  recordable: z.boolean(),
  svc_userid: id,
  record_spec: spec,
});

/** An entry of the old list of data types (interface 2.4). */
export const OLD_DATA_TYPE: z.ZodType<OldDataType> = z.object({
  name: z.string(),
  description: z.string(),
  category: z.array(z.string()),
  class: text,
});

/** How a stage of sleep is read and shown. */
export const SLEEP_STAGE: z.ZodType<SleepStage> = z.object({
  stage: count,
  name: z.string(),
  label: z.string(),
  depth: count.nullable(),
  asleep: z.boolean(),
  priority: count,
  color: z.string(),
});

/** A source of data (interface 2.5). */
export const DATA_SOURCE: z.ZodType<DataSource> = z.object({
  id,
  vendor_id: z.string(),
  name: text,
  parent_id: id.nullable(),
  metadata: anything.nullable(),
});

/** What changed. */
export const UPDATES: z.ZodType<Updates> = z.object({
  data_types: z.record(z.string(), count).meta({ description: "Records by data type." }),
  file_changes: z.array(FILE_CHANGE),
});

/** What there is of a type. */
export const AVAILABILITY: z.ZodType<Availability> = z.object({
  data_type: z.string(),
  count,
  start_time: moment.nullable(),
  end_time: moment.nullable(),
});

/** What a day was like. */
export const INSIGHT: z.ZodType<Insight> = z.object({
  version: z.literal("v0"),
  timestamp: moment,
  insights: z.array(z.object({
    metric: z.string(),
    unit: z.string(),
    value: z.number(),
    mean: z.number().nullable(),
    difference: z.number().nullable(),
    days: count,
  })),
});
