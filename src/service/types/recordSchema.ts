import { z } from "zod";
import { TIME_FORM } from "../../schema/checks/timeForm.ts";
import type { JsonSchema } from "../../schema/catalog.ts";

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/**
 * Returns the JSON Schema of a body, as ingestion accepts it, computed on first use. A record
 * without a time gets the current time. A record with an end needs a start.
 */
export function recordSchema(body: z.ZodType): JsonSchema {
  let schema = schemas.get(body);
  if (schema === undefined) {
    schema = withTimeOnce(baseSchema(body));
    schemas.set(body, schema);
  }
  return schema;
}

/** Returns the schema with each time written out, for use in another schema. */
export function baseSchema(body: z.ZodType): JsonSchema {
  return withoutTime(z.toJSONSchema(body, { io: "input" }) as JsonSchema);
}

/** Keywords with values that are data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples"]);

/** Moves the schema of times, with its long pattern, to one definition that all times refer to. */
export function withTimeOnce(schema: JsonSchema): JsonSchema {
  const own = (schema["$defs"] ?? {}) as JsonSchema;
  let name = "record_time", time: unknown;
  while (Object.hasOwn(own, name)) name += "_";
  const refer = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(refer);
    if (typeof part !== "object" || part === null) return part;
    if (isRecordTime(part)) {
      time = part;
      return { $ref: `#/$defs/${name}` };
    }
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, DATA.has(key) ? value : refer(value)]),
    );
  };
  const referring = refer(schema) as JsonSchema;
  return time === undefined ? schema : { ...referring, $defs: { ...own, [name]: time } };
}

/** Returns whether part of a schema describes a record's time. */
export function isRecordTime(part: unknown): boolean {
  return typeof part === "object" && part !== null && "pattern" in part &&
    part.pattern === TIME_FORM;
}

/** Matches a record with an end. */
const HAS_END = { properties: { end_time: { type: "string" } }, required: ["end_time"] };

/** Matches a record with a start, under either name. */
const HAS_START = {
  anyOf: [
    { properties: { start_time: { type: "string" } }, required: ["start_time"] },
    { properties: { recorded_at: { not: { type: "null" } } }, required: ["recorded_at"] },
  ],
};

function withoutTime(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { start_time: start, recorded_at } = properties;
  if (start === undefined || recorded_at === undefined) return schema; // it has times of its own
  const needed = required.filter((name) => name !== "start_time");
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, start_time: { anyOf: [start, { type: "null" }] } },
    ...(needed.length > 0 ? { required: needed } : {}),
    if: HAS_END,
    then: HAS_START,
  };
}
