import { z } from "zod";
import type { Endpoint } from "../../api/fields/endpoint.ts";
import { api } from "../../api/api.ts";
import { jsonSchema } from "./openapiModels.ts";
import { BODIES } from "./openapiBodies.ts";
import type { JsonObject } from "./openapiNames.ts";

/** The body of an operation, with the schema that it is checked with. */
export function openapiBody(operation: string, endpoint: Endpoint): JsonObject {
  if (endpoint.body === undefined) return {};
  if (endpoint.body !== "records") {
    return { requestBody: body({ "application/json": { schema: bodySchema(operation) } }) };
  }
  const record = {
    type: "object",
    additionalProperties: true,
    description: "A record; its schema is that which the catalog gives for the data type.",
  };
  return {
    requestBody: body({
      "application/json": { schema: record },
      "application/x-jsonl": { schema: record },
      "application/x-ndjson": { schema: record },
    }),
  };
}

/** The JSON Schema of an operation's body. */
export function bodySchema(operation: string): JsonObject {
  const [noun, name] = operation.split(".") as [keyof typeof api, string];
  const { body } = (api[noun] as { readonly [name: string]: Endpoint })[name]!;
  if (typeof body === "object" && "model" in body) return jsonSchema(body, "input");
  const schema = BODIES[operation];
  if (schema === undefined) return {};
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  });
  return withoutDefaults(json) as JsonObject;
}

/**
 * A schema in which what stands where nothing is given is told in words: makers of clients take a
 * `default` to mean that there is always a value, and would ask for it.
 */
export function withoutDefaults(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutDefaults);
  if (typeof given !== "object" || given === null) return given;
  const { default: value, ...rest } = given as JsonObject;
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, withoutDefaults(inner)]),
  );
  const isKeyword = value === null || typeof value !== "object" || Array.isArray(value);
  if (value === undefined || !isKeyword) {
    return value === undefined ? plain : { ...plain, default: withoutDefaults(value) };
  }
  const words = `Without it: ${JSON.stringify(value)}.`;
  const { description } = plain as { description?: string };
  return { ...plain, description: description === undefined ? words : `${description} ${words}` };
}

function body(content: JsonObject): JsonObject {
  return { required: true, content };
}
