import type { Endpoint } from "../../api/fields/endpoint.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import { openapiErrors } from "./openapiErrors.ts";
import { jsonReference, modelReference } from "./openapiModels.ts";
import type { JsonObject } from "./openapiNames.ts";

/** Headers of every answer with a body. */
const HEADERS = {
  "X-Request-Id": { description: "Identifier of the request.", schema: { type: "string" } },
  "Content-Digest": {
    description: "SHA-256 of the body (RFC 9530).",
    schema: { type: "string" },
  },
} as const;

const BINARY = { type: "string", format: "binary" } as const;

/** Returns all answers of an operation, by status. */
export function openapiAnswers(endpoint: Endpoint): JsonObject {
  if (endpoint.seeOther !== undefined) {
    const headers = {
      Location: { description: "Address of the result.", schema: { type: "string" } },
    };
    return {
      "303": { description: `Read the result at ${endpoint.seeOther}.`, headers },
      ...openapiErrors(endpoint),
    };
  }
  const isNothing = endpoint.returns.kind === "nothing";
  const status = String(endpoint.status ?? (isNothing ? 204 : 200));
  const { description, content } = success(endpoint);
  return {
    [status]: { description, ...(content === undefined ? {} : { headers: HEADERS, content }) },
    ...openapiErrors(endpoint),
  };
}

function success({ query, returns }: Endpoint): { description: string; content?: JsonObject } {
  switch (returns.kind) {
    case "json":
      return {
        description: "JSON.",
        content: { "application/json": { schema: jsonReference(returns) } },
      };
    case "bytes":
      return { description: "The content.", content: { "*/*": { schema: BINARY } } };
    case "nothing":
      return { description: "Done, without a body." };
    case "frame":
      return { description: frameText(returns.schema), content: frameContent(returns.schema) };
    case "records":
    case "lines": {
      const item = modelReference(returns.model);
      const json = returns.kind === "lines"
        ? { "application/x-ndjson": { schema: item } }
        : { "application/json": { schema: { type: "array", items: item } } };
      return {
        description: "Records.",
        content: {
          ...json,
          ...(query !== undefined && "format" in query
            ? { "text/csv": { schema: { type: "string" } } }
            : {}),
        },
      };
    }
  }
}

function frameText(schema: Schema | "series"): string {
  return schema === "series"
    ? "A table in the format of `output`: `time`, and a column per value."
    : "A table in the format of `output`.";
}

/** Returns each of the eight formats by media type; the schema names formats that share one. */
function frameContent(schema: Schema | "series"): JsonObject {
  const row = rowSchema(schema);
  const schemas: Readonly<Record<keyof typeof FORMATS, JsonObject>> = {
    arrow: { ...BINARY, title: "arrow" },
    arrowraw: { ...BINARY, title: "arrowraw" },
    parquet: { ...BINARY, title: "parquet" },
    csv: { type: "string", title: "csv" },
    quotecsv: { type: "string", title: "quotecsv" },
    ndjson: { ...row, title: "ndjson, a line" },
    jstable: { type: "array", title: "jstable", items: row },
    jscolumns: { ...columnsSchema(row), title: "jscolumns" },
  };
  const byType = new Map<string, JsonObject[]>();
  for (const [output, { contentType }] of Object.entries(FORMATS)) {
    const type = contentType.split(";", 1)[0]!;
    byType.set(type, [...byType.get(type) ?? [], schemas[output as keyof typeof FORMATS]]);
  }
  return Object.fromEntries(
    Array.from(
      byType,
      ([type, all]) => [type, { schema: all.length > 1 ? { anyOf: all } : all[0] }],
    ),
  );
}

/** Returns the schema of the same values by column. */
function columnsSchema({ properties, additionalProperties: other, ...row }: RowSchema): JsonObject {
  const listOf = (items: unknown): JsonObject => ({ type: "array", items });
  return {
    ...row,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, items]) => [name, listOf(items)]),
    ),
    ...(other === undefined ? {} : { additionalProperties: listOf(other) }),
  };
}

/** Schema of a value in a series, or of a statistic that is a list. */
const SERIES_VALUE = {
  anyOf: [{ type: ["number", "null"] }, { type: "array", items: { type: "number" } }],
} as const;

type RowSchema = JsonObject & {
  readonly properties: JsonObject;
  readonly additionalProperties?: JsonObject;
};

function rowSchema(schema: Schema | "series"): RowSchema {
  const time = { type: "string", format: "date-time" };
  return schema === "series"
    ? {
      type: "object",
      required: ["time"],
      properties: { time },
      additionalProperties: SERIES_VALUE,
    }
    : { type: "object", properties: fieldSchemas(schema) };
}

function fieldSchemas(schema: Schema): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([name, type]) => [name, columnSchema(type)]),
  );
}

/** Returns the schema of a column's values in text formats. */
function columnSchema(type: ColumnType): JsonObject {
  switch (type) {
    case "time":
      return { type: ["string", "null"], format: "date-time" };
    case "date":
      return { type: ["string", "null"], format: "date" };
    case "float64":
      return { type: ["number", "null"] };
    case "int64":
      return { type: ["integer", "null"] };
    case "bool":
      return { type: ["boolean", "null"] };
    case "text":
      return { type: ["string", "null"] };
    default:
      return "list" in type
        ? { type: ["array", "null"], items: columnSchema(type.list) }
        : { type: ["object", "null"], properties: fieldSchemas(type.struct) };
  }
}
