import type { z } from "zod";
import { bodyIssues } from "./bodyIssues.ts";
import { invalid, type Issue, Problem } from "./problem.ts";

/** How a JSON body is read. */
export interface JsonBodyOptions {
  /** The most bytes that it may have. @default 1 MiB */
  limit?: number;
  /** Told of what the schema refuses in which JSON. @default nobody */
  onRefused?: (issues: readonly Issue[], json: unknown) => void;
}

/** The most bytes of a body that is no data: 1 MiB. */
const LIMIT = 1024 * 1024;

/**
 * The JSON body of a request as its schema reads it; the media type is not looked at.
 *
 * @throws {Problem} 422 if it is missing, no JSON, or refused by the schema, 413 if it is too large
 */
export async function jsonBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  { limit = LIMIT, onRefused }: JsonBodyOptions = {},
): Promise<T> {
  const bytes = await bytesOf(request, limit);
  if (bytes.length === 0) throw invalid(["body"], "The body is missing", "missing");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid(["body"], "The body is not JSON", "json_invalid");
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issues = bodyIssues(result.error);
  onRefused?.(issues, json);
  throw new Problem(422, issues);
}

async function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem(413, `The body is too large: the most is ${limit} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new Problem(400, "The body was cut off");
  }
  if (bytes.length > limit) throw tooLarge();
  return bytes;
}
