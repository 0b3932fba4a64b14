import { parseJson as parseForeign } from "../../options/parseJson.ts";
import { decodedTexts, lineBlocks, type Parts, wholeText } from "./bodyTexts.ts";
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
  const count = { lines: 0 };
  for await (const block of lineBlocks(decodedTexts(parts))) yield recordsOn(block, count);
}

/** Yields the records of a block of lines, and counts its lines. */
function* recordsOn(block: string, count: { lines: number }): Generator<JsonRecord, void, void> {
  let from = 0, { lines } = count;
  for (let at = 0; at <= block.length; at++) {
    const code = at === block.length ? LINE_END : block.charCodeAt(at);
    if (code === LINE_END) {
      lines++;
      from = at + 1;
      continue;
    }
    if (isBlank(code)) continue;
    const next = block.indexOf("\n", at), content = block.slice(from, next < 0 ? undefined : next);
    lines++;
    if (content.trim() !== "") yield { line: lines, json: parseRecord(content) };
    at = from + content.length;
    from = at + 1;
  }
  count.lines = lines;
}

const LINE_END = 0x0a;

/** Returns whether a character code is a blank within a line; a body may have millions of them. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0d || code === 0x09;
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
