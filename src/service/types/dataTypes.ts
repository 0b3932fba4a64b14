import type { DataType } from "../../schema/catalog.ts";
import type { Metric } from "../../schema/metrics.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { CONSUMER_STAGES } from "../../sleep/stages/stageTables.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { ANNOTATION_TYPES, annotationKind, annotationType } from "./annotationTypes.ts";
import { ENTRY_TYPES, type EntryType } from "./entryTypes.ts";
import type { Context } from "../http/handler.ts";
import { ownType } from "./ownTypes.ts";
import { notFound, type Problem } from "../http/problem.ts";
import { plainRecord } from "./plainRecord.ts";
import { DELETED_RECORD, EVENT_RECORD, metricRecord, ownMetric } from "./recordSchemas.ts";
import { recordSchema } from "./recordSchema.ts";
import type { KnownType } from "./knownType.ts";
import { typeEntry } from "./typeEntry.ts";
import { BASE_TYPES } from "../../schema/enums.ts";

/** Options of {@linkcode findType}. */
export interface FindTypeOptions {
  /** Includes types of deleted annotations, whose records are still stored. @default false */
  deleted?: boolean;
}

/** Built-in event types: id, name, category and description. */
const EVENT_TYPES = [
  ["AgentLoop", "Agent loop", "platform", "A run of an agent that works for a person."],
  [
    "Message",
    "Message",
    "platform",
    "A message to another user or a group. It is stored, not delivered.",
  ],
] as const;

/** A metric without unit or scale. */
const ANY_METRIC = { unit: null, scale: null } as const;

/** Built-in metrics by name. */
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
    ...ANNOTATION_TYPES,
    ...BASE_TYPES.map(baseType),
    ...ENTRY_TYPES.map(entryType),
    tombstoneType(),
  ].map((type) => [type.entry.id, type]),
);

/** Returns the built-in and user-defined types, including annotations. */
export async function typesOf(
  { store }: Pick<Context, "store">,
  userid: string,
): Promise<readonly KnownType[]> {
  const own = await store.dataTypes.list(userid),
    annotations = await store.annotations.list(userid);
  const types = Array.from(BUILT_IN.values(), (type) => ownedBy(userid, type)), turn = new Turn();
  for (const document of own) {
    types.push(ownType(document));
    if (turn.isOver()) await turn.next();
  }
  return [
    ...types,
    ...annotations.filter(({ deleted }) => deleted === null).map(annotationType),
  ];
}

/** Finds a type by its id. Returns `undefined` if the user has no such type. */
export async function findType(
  { store }: Pick<Context, "store">,
  userid: string,
  id: string,
  { deleted = false }: FindTypeOptions = {},
): Promise<KnownType | undefined> {
  const [base, uuid] = id.split("/", 2);
  const kind = annotationKind(id);
  if (uuid === undefined) {
    const builtIn = BUILT_IN.get(id);
    const type = builtIn && ownedBy(userid, builtIn);
    if (type === undefined || kind === undefined) return type;
    const all = await store.annotations.list(userid);
    const ofKind = all.filter(({ body, deleted }) =>
      body.annotation_type === kind && deleted === null
    );
    return { ...type, definitions: new Map(ofKind.map((one) => [one.id, annotationType(one)])) };
  }
  if (kind !== undefined) {
    const annotation = await store.annotations.find(userid, uuid);
    const isThere = annotation?.body.annotation_type === kind &&
      (deleted || annotation.deleted === null);
    return isThere ? annotationType(annotation) : undefined;
  }
  const own = await store.dataTypes.find(userid, uuid);
  return own !== undefined && own.body.base === base ? ownType(own) : undefined;
}

/**
 * Returns a built-in type with the user as its owner: clients send the owner of an entry with their
 * queries.
 */
function ownedBy(userid: string, type: KnownType): KnownType {
  return { ...type, entry: { ...type.entry, svc_userid: userid } };
}

/** Returns whether records can be of a type or, if it is a base type, of types defined on it. */
export function isRecordType(id: string): boolean {
  const [base = id] = id.split("/", 1);
  return (BUILT_IN.get(base)?.body ?? null) !== null;
}

/**
 * Describes why a data type cannot be used.
 *
 * @param type The type with that id, if it exists.
 * @param misfit Reason why an existing type does not fit, such as "is not a metric".
 */
export function typeFault(id: string, type?: KnownType, misfit = ""): string {
  return type === undefined
    ? `Unknown data type ${JSON.stringify(id)}`
    : `Data type ${JSON.stringify(id)} ${misfit}`;
}

/** Returns a 404 for a data type that is missing or of the wrong kind. */
export function unknownType(id: string, type?: KnownType, misfit?: string): Problem {
  return notFound(typeFault(id, type, misfit));
}

/** Reason why a type cannot be recorded. */
export const NOT_RECORDABLE = "has no records of its own: define a type based on it";

function metricType(metric: Metric, category: DataType["categories"][number]): KnownType {
  const isStage = metric.name === "SleepStage";
  const body = metricRecord(metric);
  return {
    body,
    plain: plainRecord(metric),
    metric,
    entry: {
      ...typeEntry({
        id: metric.name,
        name: words(metric.name),
        description: metric.description,
        categories: [category],
      }),
      api_version: "v0",
      class: "metric",
      column_name: metric.value_column,
      metric_kind: metric.metric_kind,
      unit: metric.unit,
      record_spec: {
        type: "metric",
        aggregation: metric.metric_kind ?? "discrete",
        scale: isStage ? { min: 0, max: CONSUMER_STAGES.length - 1, step: 1 } : null,
        get schema() {
          return recordSchema(body);
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
      ...typeEntry({ id, name, description, categories: [category] }),
      class: "event",
      record_spec: {
        type: "event",
        get schema() {
          return recordSchema(EVENT_RECORD);
        },
      },
    },
  };
}

function entryType({ id, name, description, category, class: kind, body }: EntryType): KnownType {
  return {
    body,
    metric: null,
    hasOwnTimes: true,
    entry: {
      ...typeEntry({ id, name, description, categories: [category] }),
      class: kind,
      record_spec: {
        type: kind === "location" ? "location" : "event",
        get schema() {
          return recordSchema(body);
        },
      },
    },
  };
}

/** Returns a base type. It has no records itself: users define types based on it. */
function baseType(base: typeof BASE_TYPES[number]): KnownType {
  const body = base === "Metric" ? ownMetric(ANY_METRIC, false) : EVENT_RECORD;
  const description = base === "Metric"
    ? "Base of user-defined metrics."
    : "Base of user-defined events.";
  const schema = () => recordSchema(body);
  return {
    body,
    metric: null,
    schema,
    entry: {
      ...typeEntry({ id: base, name: base, description, categories: ["base_type"] }),
      class: base === "Metric" ? "metric" : "event",
      queryable: false,
      recordable: false,
      metric_kind: base === "Metric" ? "discrete" : null,
      record_spec: base === "Metric"
        ? { type: "metric", aggregation: "discrete", schema: null, value_map: null, ...ANY_METRIC }
        : { type: "event", schema: null },
    },
  };
}

function tombstoneType(): KnownType {
  return {
    body: null,
    metric: null,
    entry: {
      ...typeEntry({
        id: "DeletedRecord",
        name: "Deleted record",
        description: "Deletes the record that it names.",
        categories: ["platform"],
      }),
      class: "tombstone",
      queryable: false,
      record_spec: {
        type: "tombstone",
        get schema() {
          return recordSchema(DELETED_RECORD);
        },
      },
    },
  };
}

/** Splits a name into words: `HeartRate` into `Heart Rate`, `VO2Max` into `VO2 Max`. */
function words(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ");
}
