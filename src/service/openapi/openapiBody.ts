import type { Endpoint } from "../../api/fields/endpoint.ts";
import { jsonReference } from "./openapiModels.ts";
import type { JsonObject } from "./openapiNames.ts";

/** A record, whose schema is not that of a model. */
const RECORD = {
  type: "object",
  additionalProperties: true,
  description: "A record; its schema is that which the catalog gives for the data type.",
} as const;

/** The body of an operation, with the schema that it is checked with. */
export function openapiBody({ body }: Endpoint): JsonObject {
  if (body === undefined) return {};
  const content = body === "records"
    ? {
      "application/json": { schema: RECORD },
      "application/x-jsonl": { schema: RECORD },
      "application/x-ndjson": { schema: RECORD },
    }
    : { "application/json": { schema: jsonReference(body) } };
  return { requestBody: { required: true, content } };
}
