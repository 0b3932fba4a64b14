import { parseJson as parseForeign } from "../../options/parseJson.ts";
import { decodedTexts, lineTexts, type Parts, wholeText } from "./bodyTexts.ts";
import { invalid } from "./problem.ts";

/** A record's JSON, with its line. */
export interface JsonRecord {
  /** Line number from 1; `undefined` if the body is one record. */
  readonly line: number | undefined;
  /** Parsed JSON; `undefined` if the text is not JSON. */
  readonly json: unknown;
}

const LINES = ["application/x-jsonl", "application/x-ndjson"];

/** Returns the media type of a body, in lowercase and without parameters; JSON by default. */
export function mediaType(request: Request): string {
  const type = request.headers.get("content-type") ?? "application/json";
  return type.split(";")[0]!.trim().toLowerCase();
}

/** Returns whether a media type is JSON lines. */
export function isLines(type: string): boolean {
  return LINES.includes(type);
}

/**
 * Yields the records of a body, in pages to read once and in order: one record
 * (`application/json`), or one per line that is not blank. Each is parsed when it is read, so that
 * earlier records need no memory.
 *
 * @throws {Problem} 422 for another media type, or if the bytes are not UTF-8
 */
export async function* jsonRecords(
  parts: Parts,
  type: string,
): AsyncGenerator<Iterable<JsonRecord>, void, void> {
  if (type === "application/json") {
    yield [{ line: undefined, json: parseRecord(await wholeText(parts)) }];
    return;
  }
  if (!isLines(type)) {
    const accepted = ["application/json", ...LINES].join(", ");
    throw invalid(["header", "content-type"], `content-type must be one of ${accepted}`, "enum");
  }
  let line = 0;
  for await (const lines of lineTexts(decodedTexts(parts))) {
    yield recordsOn(lines, line);
    line += lines.length;
  }
}

function* recordsOn(lines: readonly string[], before: number): Generator<JsonRecord, void, void> {
  for (const [i, content] of lines.entries()) {
    if (content.trim() !== "") yield { line: before + i + 1, json: parseRecord(content) };
  }
}

/** Maximum number of values in a record, nested ones included, because each is checked. */
export const MAX_VALUES = 30_000;

/**
 * Parses a record. Returns `undefined` if the text is not JSON.
 *
 * @throws {Problem} 422 if it has too many values
 */
export function parseRecord(text: string): unknown {
  const json = parseJson(text);
  // A value takes at least two characters, so only long texts need counting.
  if (text.length > 2 * MAX_VALUES && hasMoreValues(json, MAX_VALUES)) {
    throw invalid(["body"], `A record holds more than ${MAX_VALUES} values`, "too_long");
  }
  return json;
}

/** Returns whether a value contains more values than a limit. */
export function hasMoreValues(json: unknown, most: number): boolean {
  const stack = [json];
  for (let count = 0; stack.length > 0; count++) {
    if (count + stack.length > most) return true;
    const value = stack.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const item of Array.isArray(value) ? value : Object.values(value)) {
      stack.push(item);
      if (count + stack.length > most) return true;
    }
  }
  return false;
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseForeign(text);
  } catch {
    return undefined;
  }
}
