import { z } from "zod";
import { type Api, api } from "../../api/api.ts";
import type { Endpoint, Json, OldJson } from "../../api/fields/endpoint.ts";
import * as calendars from "./answerCalendarSchemas.ts";
import * as catalog from "./answerCatalogSchemas.ts";
import * as files from "./answerFileSchemas.ts";
import { moment } from "./answerParts.ts";
import * as records from "./answerRecordSchemas.ts";
import { jsonSchema } from "./openapiModels.ts";
import * as users from "./answerUserSchemas.ts";
import type { JsonObject } from "./openapiNames.ts";

/** The schema of an operation's JSON: of all of it, or of each record; none of frames and bytes. */
type AnswerSchema<E> = E extends { returns: Json } ? never
  : E extends { returns: OldJson<infer T> } ? z.ZodType<T>
  : E extends { returns: { kind: "records" | "lines" } } ? z.ZodType
  : never;

/** A schema for each operation that answers JSON or records: a missing one does not compile. */
type AnswerSchemas = {
  readonly [N in keyof Api]: {
    readonly [O in keyof Api[N] as [AnswerSchema<Api[N][O]>] extends [never] ? never : O]:
      AnswerSchema<Api[N][O]>;
  };
};

const pool = z.object({ pool: users.GROUP });
const fileChanges = z.object({ files: z.array(files.FILE_CHANGE).nullable() });

/** What each operation answers. */
const ANSWERS: AnswerSchemas = {
  metrics: {
    catalog: z.array(catalog.METRIC),
    samples: records.SAMPLE,
    records: records.METRIC_RECORD,
    aggregate: records.METRIC_WINDOW,
  },
  sleep: { stageMetadata: z.array(catalog.SLEEP_STAGE) },
  events: {
    list: records.EVENT,
    aggregate: records.EVENT_WINDOW,
    latest: records.EVENT,
    summary: z.object({
      data_type: z.string(),
      count: z.int(),
      start_time: moment.nullable(),
      end_time: moment.nullable(),
    }),
  },
  workouts: { list: records.WORKOUT },
  locations: {
    mobileUpdates: records.UPDATE,
    mobileVisits: records.VISIT,
    mapUpdates: records.UPDATE,
    mapBounds: z.object({ start_date: moment.nullable(), end_date: moment.nullable() }),
    atTime: records.PLACE,
    timeSeries: records.SLICE,
    updates: records.SOURCED_UPDATE,
  },
  calendars: { list: calendars.CALENDAR, events: calendars.CALENDAR_EVENT },
  sources: { list: z.array(catalog.DATA_SOURCE) },
  records: {
    query: z.union([
      records.METRIC_RECORD,
      records.EVENT,
      records.UPDATE,
      records.VISIT,
      records.WORKOUT,
      calendars.CALENDAR,
      calendars.CALENDAR_EVENT,
    ]),
  },
  changes: {
    updates: catalog.UPDATES,
    available: z.array(catalog.AVAILABILITY),
    insight: catalog.INSIGHT,
  },
  catalog: {
    list: z.array(catalog.DATA_TYPE),
    get: catalog.DATA_TYPE,
    schema: catalog.JSON_SCHEMA,
    types: z.array(catalog.OLD_DATA_TYPE),
    define: catalog.DATA_TYPE,
    archive: catalog.DATA_TYPE,
  },
  ingest: { record: users.INGESTED, legacyRecord: users.INGESTED, legacyBatch: users.INGESTED },
  files: {
    list: files.FILE_LIST,
    create: files.ANNOUNCED,
    recentChanges: fileChanges,
    get: files.FILE,
    restore: files.FILE,
    identify: files.FILE,
    updateDataType: files.FILE,
  },
  fileUploads: {
    list: files.FILE_LIST,
    create: files.ANNOUNCED,
    recentChanges: fileChanges,
    get: files.FILE,
    restore: files.FILE,
  },
  annotations: {
    list: z.array(users.ANNOTATION),
    create: users.ANNOTATION,
    get: users.ANNOTATION,
    update: users.ANNOTATION,
    delete: users.ANNOTATION,
    cancelDeletion: users.ANNOTATION,
    schema: catalog.JSON_SCHEMA,
    measurementSchema: catalog.JSON_SCHEMA,
  },
  tags: {},
  user: {
    info: users.USER_INFO,
    preferences: users.PREFERENCES,
    setPreferences: users.PREFERENCES,
    totals: users.TOTALS,
    grantService: users.SERVICE_STATUS,
  },
  sessions: { list: z.array(users.SESSION), create: z.object({ token: z.string() }) },
  reflections: {
    list: z.array(users.REFLECTION),
    create: users.REFLECTION,
    reschedule: z.array(users.REFLECTION),
    get: users.REFLECTION,
    update: users.REFLECTION,
  },
  customInputs: {
    list: z.array(users.CUSTOM_INPUT),
    create: users.CUSTOM_INPUT,
    get: users.CUSTOM_INPUT,
    update: users.CUSTOM_INPUT,
    record: users.INGESTED,
  },
  shares: {
    list: z.array(users.SHARE),
    create: z.object({ datashare: users.SHARE }),
    get: users.SHARE,
    update: users.SHARE,
    reads: z.array(users.SHARE_READ),
    datasets: z.array(users.DATASET),
    access: z.array(z.string()),
  },
  groups: {
    list: z.array(users.GROUP),
    create: pool,
    get: pool,
    update: pool,
    join: users.PARTICIPANT,
    participants: z.array(users.PARTICIPANT),
  },
  storage: {},
};

/** The JSON Schema of an operation's JSON, or of each of its records. */
export function answerSchema(operation: string): JsonObject {
  const [noun, name] = operation.split(".") as [keyof Api, string];
  const returns = (api[noun] as { readonly [name: string]: Endpoint })[name]!.returns;
  if ("model" in returns) return jsonSchema(returns, "output");
  const schema = (ANSWERS[noun] as { readonly [name: string]: z.ZodType })[name]!;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "output", reused: "inline" });
  return json;
}
