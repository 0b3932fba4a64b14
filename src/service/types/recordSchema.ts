import { z } from "zod";
import type { JsonSchema } from "../../schema/catalog.ts";

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The JSON Schema of what ingest takes for a body, made when it is first asked for. A record needs no
 * time, for one that has none is of now; one that has an end says its start too.
 */
export function recordSchema(body: z.ZodType): JsonSchema {
  let schema = schemas.get(body);
  if (schema === undefined) {
    schema = withoutTime(z.toJSONSchema(body, { io: "input" }) as JsonSchema);
    schemas.set(body, schema);
  }
  return schema;
}

/** A record that has an end that is not null. */
const HAS_END = { properties: { end_time: { type: "string" } }, required: ["end_time"] };

/** One that says when it starts, by either name. */
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
  if (start === undefined || recorded_at === undefined) return schema; // it has a time of its own
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
