import { z } from "zod";
import type { Json, ModelName } from "../../api/fields/endpoint.ts";
import * as schemas from "../../schema/models.ts";
import { TIME_ZONES } from "../../api/fields/timeZones.ts";
import { ANNOTATION as ANNOTATION_BODY } from "../types/annotationSchemas.ts";
import * as calendars from "./answerCalendarSchemas.ts";
import * as catalog from "./answerCatalogSchemas.ts";
import * as files from "./answerFileSchemas.ts";
import * as records from "./answerRecordSchemas.ts";
import * as users from "./answerUserSchemas.ts";
import { withoutDefaults } from "./openapiBody.ts";
import type { JsonObject } from "./openapiNames.ts";

/** The models that operations answer, by the names that programs made of the document give them. */
const ANSWERED = {
  Annotation: users.ANNOTATION,
  Availability: catalog.AVAILABILITY,
  Calendar: calendars.CALENDAR,
  CalendarEvent: calendars.CALENDAR_EVENT,
  CustomInput: users.CUSTOM_INPUT,
  DataSource: catalog.DATA_SOURCE,
  Dataset: users.DATASET,
  DataType: catalog.DATA_TYPE,
  EventRecord: records.EVENT,
  EventWindow: records.EVENT_WINDOW,
  FileChange: files.FILE_CHANGE,
  FileList: files.FILE_LIST,
  FileVersion: files.FILE,
  Group: users.GROUP,
  IngestResult: users.INGESTED,
  Insight: catalog.INSIGHT,
  LocationAtTime: records.PLACE,
  LocationSlice: records.SLICE,
  LocationUpdate: records.UPDATE,
  Metric: catalog.METRIC,
  MetricRecord: records.METRIC_RECORD,
  MetricSample: records.SAMPLE,
  MetricWindow: records.METRIC_WINDOW,
  OldDataType: catalog.OLD_DATA_TYPE,
  Participant: users.PARTICIPANT,
  Preferences: users.PREFERENCES,
  Reflection: users.REFLECTION,
  ServiceStatus: users.SERVICE_STATUS,
  Session: users.SESSION,
  Share: users.SHARE,
  SleepStage: catalog.SLEEP_STAGE,
  SourcedLocationUpdate: records.SOURCED_UPDATE,
  Updates: catalog.UPDATES,
  UserInfo: users.USER_INFO,
  UserTotals: users.TOTALS,
  Visit: records.VISIT,
  Workout: records.WORKOUT,
} as const satisfies { [name: string]: z.ZodType };

/** The models that operations take. */
const TAKEN = {
  AnnotationBody: ANNOTATION_BODY,
} as const satisfies { [name: string]: z.ZodType };

/** The schemas of the models by name, each naming the others that it holds. */
export function modelSchemas(): { readonly [name: string]: JsonObject } {
  const all = models();
  const named = Object.entries(all).map(([name, schema]) => {
    const { [name]: _, ...others } = all;
    return [name, withNames(schema, others)];
  });
  return {
    TimeZone: { type: "string", enum: TIME_ZONES, description: "An IANA time zone." },
    ...Object.fromEntries(named),
  };
}

/** A description in which each model stands by its name. */
export function withModels(given: JsonObject): JsonObject {
  return withNames(given, models()) as JsonObject;
}

let made: { readonly [name: string]: JsonObject } | undefined;

/** The schemas of the models as they are, made when they are first asked for. */
function models(): { readonly [name: string]: JsonObject } {
  return made ??= {
    ...jsonOf(ANSWERED, "output"),
    ...jsonOf({ Tag: schemas.Tag }, "output"),
    ...jsonOf({ ...TAKEN, TagBody: schemas.TagBody }, "input"),
  };
}

function withNames(given: unknown, models: { readonly [name: string]: JsonObject }): unknown {
  const byText = new Map(
    Object.entries(models).map(([name, json]) => [JSON.stringify(json), name]),
  );
  const replace = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(replace);
    const name = byText.get(JSON.stringify(value));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one)]));
  };
  return replace(given);
}

function jsonOf(
  schemas: { readonly [name: string]: z.ZodType },
  io: "input" | "output",
): { [name: string]: JsonObject } {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = z.toJSONSchema(schema, {
        io,
        reused: "inline",
        unrepresentable: "any",
      });
      return [name, (io === "input" ? withoutDefaults(json) : json) as JsonObject];
    }),
  );
}

/** The schemas of the models, of which each is named in `/openapi.json`. */
const MODELS: ReadonlyMap<ModelName, z.ZodType> = new Map(
  Object.entries(schemas).flatMap(([name, schema]): [ModelName, z.ZodType][] =>
    schema instanceof z.ZodType ? [[name as ModelName, schema]] : []
  ),
);

/** The JSON Schema of what is sent or answered, with all models written out. */
export function jsonSchema({ model, isList }: Json, io: "input" | "output"): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(MODELS.get(model)!, {
    io,
    reused: "inline",
    unrepresentable: "any",
  });
  const schema = (io === "input" ? withoutDefaults(json) : json) as JsonObject;
  return isList ? { type: "array", items: schema } : schema;
}
