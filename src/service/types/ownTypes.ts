import type { JsonSchema, OwnType } from "../../schema/catalog.ts";
import { ownFields } from "../../api/ownFields.ts";
import type { Document } from "../../store/documents.ts";
import { columnName } from "../../api/fields/columnName.ts";
import { type RecordCheck, recordCheck } from "../../schema/checks/recordCheck.ts";
import { ownEvent, ownMetric } from "./recordSchemas.ts";
import { baseSchema, recordSchema, withTimeOnce } from "./recordSchema.ts";
import { typeEntry } from "./typeEntry.ts";
import type { KnownType } from "./knownType.ts";
import { COMMON_FIELDS, METRIC_FIELDS, UNNAMED_FIELDS } from "../../schema/enums.ts";

/** Returns a user-defined type, with everything needed to accept its records. */
export function ownType(document: Document<OwnType>): KnownType {
  const { body: own } = document;
  const spec = own.record_spec ?? {};
  const { unit = null, scale = null, value_map = null, aggregation = "discrete" } = spec;
  const open = typeof spec.schema === "string";
  const schema = open ? JSON.parse(spec.schema!) as JsonSchema : null;
  const id = `${own.base}/${document.id}`;
  const isMetric = own.base === "Metric";
  const body = isMetric ? ownMetric({ unit, scale }, open) : ownEvent(open);
  const entry = typeEntry({
    id,
    name: own.name,
    description: own.description,
    categories: ["user_configured"],
    column_name: columnName(own.name),
    svc_userid: document.userid,
  });
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
    schema: () =>
      schema === null
        ? recordSchema(body)
        : withTimeOnce(ownRecordSchema(baseSchema(body), schema)),
  };
}

/**
 * Returns the check of a stored schema, compiled for the first record. If the schema is no longer
 * supported, it rejects new records with the reason. Stored records stay readable.
 */
function checkOf(schema: string): RecordCheck {
  let check: RecordCheck | undefined;
  return (record) => {
    try {
      check ??= recordCheck(schema, UNNAMED_FIELDS);
    } catch (error) {
      const msg = `The data type takes no records: ${(error as Error).message}`;
      check = () => [{ path: [], msg, type: "schema" }];
    }
    return check(record);
  };
}

/** Keywords whose result depends on the common fields of a record. */
const WHOLE = ["const", "enum", "if", "maxProperties", "minProperties", "not", "propertyNames"];

/** Fields that a user's schema may omit. */
const COMMON: readonly string[] = [...COMMON_FIELDS, ...METRIC_FIELDS];

/**
 * Combines the schema of a base type with a user's schema. The user's schema may omit the common
 * fields, even if it forbids additional ones. A schema that requires common fields or counts fields
 * applies to the whole record.
 */
function ownRecordSchema(base: JsonSchema, own: JsonSchema): JsonSchema {
  const { required = [], properties = {}, ...rest } = own as JsonSchema & {
    required?: readonly string[];
    properties?: { readonly [name: string]: unknown };
  };
  const isWhole = required.some((name) => COMMON.includes(name)) ||
    WHOLE.some((keyword) => keyword in own);
  if (isWhole) return { ...own, allOf: [...(own["allOf"] as unknown[] | undefined) ?? [], base] };
  const { required: needed = [], properties: common } = base as JsonSchema & {
    required?: readonly string[];
    properties: { readonly [name: string]: unknown };
  };
  const all = [...required, ...needed];
  return {
    ...rest,
    type: "object",
    properties: { ...properties, ...common },
    ...(all.length > 0 ? { required: all } : {}),
    if: base["if"],
    then: base["then"],
  };
}
