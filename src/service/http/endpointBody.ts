import type { z } from "zod";
import type { Endpoint } from "../../api/fields/endpoint.ts";
import * as models from "../../schema/models.ts";
import { jsonBody } from "./jsonBody.ts";

/**
 * The JSON body of a request as the schema of its operation's row reads it.
 *
 * @throws {Problem} as `jsonBody()` does
 */
export function endpointBody({ body }: Endpoint, request: Request): Promise<unknown> {
  if (typeof body !== "object") {
    throw new TypeError("Cannot read the body: the operation has no JSON body");
  }
  const schema: z.ZodType = models[body.model];
  return jsonBody(request, body.isList ? schema.array() : schema);
}
