import { z } from "zod";
import type { Endpoint } from "../api/endpoint.ts";
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
  const schema = BODIES[operation];
  if (schema === undefined) return {};
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
  });
  return json;
}

function body(content: JsonObject): JsonObject {
  return { required: true, content };
}
