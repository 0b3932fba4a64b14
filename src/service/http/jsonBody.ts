import type { z } from "zod";
import { decodeText, parseJson } from "../../options/parseJson.ts";
import { bodyBytes } from "./bodyParts.ts";
import { bodyIssues } from "./bodyIssues.ts";
import { notJson } from "./bodyTexts.ts";
import { hasMoreValues, MAX_VALUES } from "./jsonRecords.ts";
import { invalid, Problem } from "./problem.ts";
import { noteValue } from "./problemJson.ts";

/** Maximum size of a body without records: 1 MiB. */
const LIMIT = 1024 * 1024;

/**
 * Parses the JSON body of a request by a schema, whatever its media type.
 *
 * @throws {Problem} 422 if it is missing, not JSON, or rejected by the schema, 413 if it is too large
 */
export async function jsonBody<T>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<T> {
  const bytes = await bodyBytes(request, { limit: LIMIT });
  if (bytes.length === 0) throw invalid(["body"], "The body is missing", "missing");
  let json: unknown;
  try {
    json = parseJson(decodeText(bytes));
  } catch {
    throw notJson();
  }
  if (bytes.length > 2 * MAX_VALUES && hasMoreValues(json, MAX_VALUES)) {
    throw invalid(["body"], `The body holds more than ${MAX_VALUES} values`, "too_long");
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issues = bodyIssues(result.error);
  for (const issue of issues) noteValue(issue, json);
  throw new Problem(422, issues);
}
