import { z } from "zod";
import type { DataType, JsonSchema } from "../api/catalog.ts";
import type { Metric } from "../api/metrics.ts";
import { METRIC_TABLE } from "../api/metricTable.ts";
import { CONSUMER_STAGES } from "../sleep/stageTables.ts";
import { notFound, type Problem } from "./problem.ts";
import { DELETED_RECORD, EVENT_RECORD, metricRecord, type RecordBody } from "./recordSchemas.ts";

/** A type of records, with what it takes to accept one. */
export interface KnownType {
  /** Its entry in the catalog. */
  readonly entry: DataType;
  /** The body of its records; null of the tombstone, which keeps none. */
  readonly body: z.ZodType<RecordBody> | null;
  /** Its entry in the metrics catalog, if it is a metric. */
  readonly metric: Metric | null;
}

/** Who owns the built-in types: the platform, which is nobody. */
const PLATFORM = "00000000-0000-0000-0000-000000000000";

/** The event types that are built in: id, name, category, description. */
const EVENT_TYPES = [
  [
    "Annotation",
    "Annotation",
    "annotations",
    "A moment or a span that a person marked; its source_id says with which annotation.",
  ],
  ["AgentLoop", "Agent loop", "platform", "When an agent that works for a person ran."],
  ["Message", "Message", "platform", "A message to another user or a group."],
] as const;

/** The metrics that are built in, by name. */
export const METRICS: ReadonlyMap<string, Metric> = new Map(
  METRIC_TABLE.map(([name, unit, value_column, metric_kind, , description]) => [
    name,
    { name, description, unit, value_column, is_time_series: true, metric_kind },
  ]),
);

const BUILT_IN: ReadonlyMap<string, KnownType> = new Map(
  [
    ...METRIC_TABLE.map(([name, , , , category]) => metricType(METRICS.get(name)!, category)),
    ...EVENT_TYPES.map(eventType),
    tombstoneType(),
  ].map((type) => [type.entry.id, type]),
);

/** The types that a user may read or record. */
export function typesOf(_userid: string): Promise<readonly KnownType[]> {
  return Promise.resolve([...BUILT_IN.values()]);
}

/** A type by its id; undefined where the user has no such type. */
export function findType(_userid: string, id: string): Promise<KnownType | undefined> {
  return Promise.resolve(BUILT_IN.get(id));
}

/** The 404 of a type that is not there. */
export function unknownType(id: string): Problem {
  return notFound(`There is no data type ${JSON.stringify(id)}`);
}

function metricType(metric: Metric, category: DataType["categories"][number]): KnownType {
  const isStage = metric.name === "SleepStage";
  const body = metricRecord(metric);
  return {
    body,
    metric,
    entry: {
      ...entry(metric.name, words(metric.name), metric.description, category),
      class: "metric",
      column_name: metric.value_column,
      metric_kind: metric.metric_kind,
      unit: metric.unit,
      record_spec: {
        type: "metric",
        aggregation: metric.metric_kind ?? "discrete",
        scale: isStage ? { min: 0, max: CONSUMER_STAGES.length - 1, step: 1 } : null,
        get schema() {
          return schemaOf(body);
        },
        unit: metric.unit,
        value_map: isStage
          ? Object.fromEntries(CONSUMER_STAGES.map(({ stage, label }) => [stage, label]))
          : null,
      },
    },
  };
}

function eventType([id, name, category, description]: typeof EVENT_TYPES[number]): KnownType {
  return {
    body: EVENT_RECORD,
    metric: null,
    entry: {
      ...entry(id, name, description, category),
      class: "event",
      record_spec: {
        type: "event",
        get schema() {
          return schemaOf(EVENT_RECORD);
        },
      },
    },
  };
}

function tombstoneType(): KnownType {
  return {
    body: null,
    metric: null,
    entry: {
      ...entry("DeletedRecord", "Deleted record", "Deletes the record that it names.", "platform"),
      class: "tombstone",
      queryable: false,
      record_spec: {
        type: "tombstone",
        get schema() {
          return schemaOf(DELETED_RECORD);
        },
      },
    },
  };
}

function entry(
  id: string,
  name: string,
  description: string,
  category: DataType["categories"][number],
): Omit<DataType, "class" | "record_spec"> {
  return {
    id,
    name,
    description,
    api_version: "v1",
    categories: [category],
    column_name: id.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase(),
    deprecated: false,
    icon: null,
    metric_kind: null,
    unit: null,
    queryable: true,
    recordable: true,
    svc_userid: PLATFORM,
  };
}

/** `HeartRate` as `Heart Rate`, `AFibBurden` as `AFib Burden`, `VO2Max` as `VO2 Max`. */
function words(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ");
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a body, made when it is first asked for. */
function schemaOf(body: z.ZodType): JsonSchema {
  let schema = schemas.get(body);
  if (schema === undefined) {
    schema = z.toJSONSchema(body, { io: "input" }) as JsonSchema;
    schemas.set(body, schema);
  }
  return schema;
}
