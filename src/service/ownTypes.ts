import { z } from "zod";
import type { AnnotationBody } from "../api/annotations.ts";
import type { DataType, JsonSchema, OwnType } from "../api/catalog.ts";
import { COMMON_FIELDS, METRIC_FIELDS, ownFields } from "../api/ownFields.ts";
import type { Document } from "../store/documents.ts";
import { annotationSource } from "./annotationSource.ts";
import type { KnownType } from "./dataTypes.ts";
import { type RecordCheck, recordCheck } from "./recordCheck.ts";
import { ANNOTATION_RECORD, ownEvent, ownMetric } from "./recordSchemas.ts";

/** Fields that a user's schema need not name. */
export const UNNAMED_FIELDS: readonly string[] = [...COMMON_FIELDS, ...METRIC_FIELDS];

/** A data type of a user's own, with what it takes to accept its records. */
export function ownType(document: Document<OwnType>): KnownType {
  const { body: own } = document;
  const spec = own.record_spec ?? {};
  const { unit = null, scale = null, value_map = null, aggregation = "discrete" } = spec;
  const open = typeof spec.schema === "string";
  const schema = open ? JSON.parse(spec.schema!) as JsonSchema : null;
  const id = `${own.base}/${document.id}`;
  const isMetric = own.base === "Metric";
  const body = isMetric ? ownMetric({ unit, scale, value_map }, open) : ownEvent(open);
  const entry = entryOf(document, { id, categories: ["user_configured"] });
  return {
    body,
    own: ownFields(own.base, schema),
    ...(open ? { check: checkOf(spec.schema!) } : {}),
    metric: isMetric
      ? {
        name: id,
        description: own.description,
        unit: unit ?? "",
        value_column: entry.column_name,
        is_time_series: true,
        metric_kind: aggregation,
      }
      : null,
    entry: {
      ...entry,
      deprecated: own.deprecated,
      ...(isMetric ? { metric_kind: aggregation, unit } : {}),
      class: isMetric ? "metric" : "event",
      record_spec: isMetric
        ? { type: "metric", aggregation, scale, schema, unit, value_map }
        : { type: "event", schema },
    },
    schema: () => schema ?? z.toJSONSchema(body, { io: "input" }) as JsonSchema,
  };
}

/**
 * The check of a schema that is kept. One that was accepted by an earlier version and can no longer be
 * used refuses every new record and says why; what is stored already can be read.
 */
function checkOf(schema: string): RecordCheck {
  try {
    return recordCheck(schema, UNNAMED_FIELDS);
  } catch (error) {
    const msg = `The data type takes no records: ${(error as Error).message}`;
    return () => [{ path: [], msg, type: "schema" }];
  }
}

/** An annotation as a type of events of its own. */
export function annotationType(document: Document<AnnotationBody>): KnownType {
  const id = `Annotation/${document.id}`;
  const { name, tags } = document.body;
  const entry = entryOf(document, { id, categories: ["annotations", "user_configured"] });
  const schema = () => z.toJSONSchema(ANNOTATION_RECORD, { io: "input" }) as JsonSchema;
  return {
    body: ANNOTATION_RECORD,
    own: METRIC_FIELDS,
    metric: null,
    source: { name: sourceName(name), sourceBundleIdentifier: annotationSource(document.id) },
    tags,
    entry: {
      ...entry,
      class: "event",
      record_spec: {
        type: "event",
        get schema() {
          return schema();
        },
      },
    },
    schema,
  };
}

function entryOf(
  { userid, body }: Document<{ name: string; description: string }>,
  { id, categories }: Pick<DataType, "id" | "categories">,
): Omit<DataType, "class" | "record_spec"> {
  const column = body.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
  return {
    id,
    name: body.name,
    description: body.description,
    api_version: "v1",
    categories,
    column_name: column === "time" ? "time_value" : column || "value",
    deprecated: false,
    icon: null,
    metric_kind: null,
    unit: null,
    queryable: true,
    recordable: true,
    svc_userid: userid,
  };
}

/** A name as sources may have it. */
function sourceName(name: string): string | null {
  return name.replaceAll("\0", "").toWellFormed().slice(0, 1000).toWellFormed() || null;
}
