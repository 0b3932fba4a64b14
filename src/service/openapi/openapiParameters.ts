import type { Endpoint, Field, Kind } from "../../api/fields/endpoint.ts";
import { pathFields } from "../../api/fields/pathFields.ts";
import type { JsonObject } from "./openapiNames.ts";

const KIND_SCHEMAS: Readonly<Record<Kind, JsonObject>> = {
  text: { type: "string" },
  metric: { type: "string" },
  time: { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
  zone: { $ref: "#/components/schemas/TimeZone" },
  number: { type: "number" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  duration: { type: "string", format: "duration" },
};

/** Returns the schema of a parameter. */
function fieldSchema(field: Field): JsonObject {
  const { kind, list, oneOf, default: value, min, above, max, pattern } = field;
  const one = {
    ...(oneOf === undefined ? KIND_SCHEMAS[kind] : { type: "string", enum: oneOf }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(pattern === undefined ? {} : { pattern }),
  };
  const schema = list === true ? { type: "array", items: one } : one;
  return value === undefined ? schema : { ...schema, default: value };
}

/** Returns an operation's parameters, path parameters first. */
export function openapiParameters(endpoint: Endpoint): JsonObject[] {
  const inPath = Object.entries(pathFields(endpoint.route)).map(([name, field]) => ({
    name,
    in: "path",
    required: true,
    description: field.doc,
    schema: fieldSchema(field),
  }));
  const inQuery = Object.entries(endpoint.query ?? {}).map(([name, field]) => ({
    name,
    in: "query",
    ...(field.required === true ? { required: true } : {}),
    description: field.doc,
    ...(field.list === true ? { style: "form", explode: true } : {}),
    schema: fieldSchema(field),
  }));
  const length = endpoint.body === "records"
    ? [{
      name: "content-length",
      in: "header",
      required: true,
      description: "Length of the body in bytes.",
      schema: { type: "integer" },
    }]
    : [];
  return [...inPath, ...inQuery, ...length];
}
