import type { z } from "zod";
import { jsonBody } from "../http/jsonBody.ts";
import { noteValue } from "../http/problemJson.ts";

/**
 * The JSON body of a request about files, whose problems name the values that are wrong.
 *
 * @throws {Problem} as `jsonBody()` does
 */
export function fileBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return jsonBody(request, schema, {
    onInvalid: (issues, json) => issues.forEach((issue) => noteValue(issue, json)),
  });
}
