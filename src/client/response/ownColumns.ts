import type { DataType, JsonSchema } from "../../schema/catalog.ts";
import type { Endpoint, RecordColumn, RecordColumns } from "../../api/fields/endpoint.ts";
import { ownFields } from "../../api/ownFields.ts";
import type { ColumnType } from "../../frame/columns/schema.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Column types by the type in a field's schema; all other fields are text. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  number: "float64",
  integer: "int64",
  boolean: "bool",
  string: "text",
};

const OWN_TYPE = /\b(?:Event|Metric|Annotation)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/**
 * Returns the user-defined type of the records that a call reads; its fields become columns, else
 * `undefined`.
 */
export function ownTypeOf({ returns }: Endpoint, args: ArgumentValues): string | undefined {
  const isRecords = (returns.kind === "records" || returns.kind === "lines") &&
    "recorded_at" in returns.columns;
  if (!isRecords) return undefined;
  const id = OWN_TYPE.exec(String(args["data_type"] ?? args["q"] ?? ""))?.[0];
  return id?.replace(/\/.*/, (uuid) => uuid.toLowerCase());
}

/**
 * Returns columns for the fields that only a user-defined type has, according to its entry in the
 * catalog. Numbers, integers, booleans and strings keep their type. Anything else becomes text:
 * JSON, unless it is already text.
 */
export function ownColumns({ id, record_spec }: DataType): RecordColumns {
  const schema = schemaOf(record_spec?.schema); // some services leave it out
  const fields = ownFields(id.slice(0, id.indexOf("/")), schema);
  const properties = (schema?.["properties"] ?? {}) as JsonSchema;
  return Object.fromEntries(fields.map((name) => [name, columnOf(name, properties[name])]));
}

/** Returns a schema, which some services send as JSON text. */
function schemaOf(schema: unknown): JsonSchema | null {
  try {
    const value: unknown = typeof schema === "string" ? JSON.parse(schema) : schema;
    return typeof value === "object" && value !== null ? value as JsonSchema : null;
  } catch {
    return null;
  }
}

function columnOf(name: string, schema: unknown): RecordColumn {
  const types = [Object(schema).type].flat().filter((type) => type !== "null");
  const [type] = types;
  return (types.length === 1 && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ??
    { path: name };
}
