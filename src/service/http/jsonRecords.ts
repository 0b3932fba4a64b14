import { decodedTexts, lineTexts, type Parts, wholeText } from "./bodyTexts.ts";
import { invalid } from "./problem.ts";

/** A record's body as JSON, and where it stands. */
export interface JsonRecord {
  /** The line, counted from 1; undefined where the body is one record. */
  readonly line: number | undefined;
  /** The parsed JSON; undefined where the text is not JSON. */
  readonly json: unknown;
}

const LINES = ["application/x-jsonl", "application/x-ndjson"];

/** The media type of a body, in lower case and without parameters; that of JSON where none is named. */
export function mediaType(request: Request): string {
  const type = request.headers.get("content-type") ?? "application/json";
  return type.split(";")[0]!.trim().toLowerCase();
}

/** Whether a media type is that of JSON lines. */
export function isLines(type: string): boolean {
  return LINES.includes(type);
}

/**
 * The records in a body, in pages that are read once and in turn: one record (`application/json`), or
 * one on each line that is not blank. They are parsed one by one, so that those that are read already
 * need no memory.
 *
 * @throws {Problem} 422 if the media type is another or the bytes are not UTF-8
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

/** The most values in a record, those inside others included: what is wrong with each is looked for. */
export const MAX_VALUES = 30_000;

/**
 * The value of a record's JSON; undefined where the text is not JSON.
 *
 * @throws {Problem} 422 if it holds too many values
 */
export function parseRecord(text: string): unknown {
  const json = parseJson(text);
  // A value takes two characters, so that only long texts need be counted.
  if (text.length > 2 * MAX_VALUES && hasMoreValues(json, MAX_VALUES)) {
    throw invalid(["body"], `A record holds more than ${MAX_VALUES} values`, "too_long");
  }
  return json;
}

/** Whether there are more values in a value than so many. */
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

/** The value of JSON; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
