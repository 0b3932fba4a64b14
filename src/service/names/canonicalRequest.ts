import type { Endpoint } from "../../api/fields/endpoint.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { bodyParts } from "../http/bodyParts.ts";
import { decodedTexts, elementTexts, lineBlocks, wholeText } from "../http/bodyTexts.ts";
import { isLines, mediaType, parseJson } from "../http/jsonRecords.ts";
import { type Issue, MAX_ISSUES, Problem } from "../http/problem.ts";
import { MAX_BODY, MAX_JSON } from "../http/requestBody.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Returns a request whose JSON body has canonical names. Returns the request itself if there is
 * nothing to rename or the body is not JSON, which others reject. Long bodies are lists of records;
 * each record is renamed separately.
 *
 * @throws {Problem} 422 if the body contains canonical names where the deployment has its own, 413
 * if it is too large, 400 if it is incomplete
 */
export async function canonicalRequest(
  endpoint: Endpoint,
  request: Request,
  vocabulary: Vocabulary,
): Promise<Request> {
  if (endpoint.body === undefined || request.body === null) return request;
  const form = formOf(endpoint, request);
  const limit = form === "whole" ? MAX_JSON : MAX_BODY;
  // Reject a body that is too large without reading it.
  if (Number(request.headers.get("content-length") ?? 0) > limit) return request;
  const parts: Uint8Array[] = [];
  for await (const part of bodyParts(request, { limit })) parts.push(part);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // A wrong length stays wrong.
  const isWhole = request.headers.get("content-length") === String(length);
  try {
    const renamed = await RENAMED[form](parts, vocabulary);
    return withBody(request, renamed, isWhole);
  } catch (error) {
    if (error instanceof Problem && isReadLater(error)) {
      return withBody(request, parts, false);
    }
    throw error;
  }
}

/** Structure of a body: one value, a value per line, or a list of values. */
type Form = "whole" | "lines" | "list";

function formOf({ route }: Endpoint, request: Request): Form {
  if (route.endsWith("/ingest/v1/record/batch")) return "list";
  return isLines(mediaType(request)) ? "lines" : "whole";
}

/** Returns whether the reader of the body finds the same problem and reports it itself. */
function isReadLater({ detail }: Problem): boolean {
  return typeof detail !== "string" && detail.some(({ type }) => READ_LATER.has(type));
}

const READ_LATER = new Set(["json_invalid", "encoding", "invalid_type"]);

type Rename = (parts: readonly Uint8Array[], vocabulary: Vocabulary) => Promise<Uint8Array[]>;

const RENAMED: Readonly<Record<Form, Rename>> = {
  whole: async (parts, vocabulary) => renameAll([[await wholeText(parts)]], vocabulary, ""),
  lines: (parts, vocabulary) =>
    renameAll(linesOf(lineBlocks(decodedTexts(parts))), vocabulary, "\n"),
  list: async (parts, vocabulary) => [
    encoder.encode("["),
    ...await renameAll(elementTexts(decodedTexts(parts)), vocabulary, ","),
    encoder.encode("]"),
  ],
};

const encoder = new TextEncoder();

async function* linesOf(blocks: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  for await (const block of blocks) yield block.split("\n");
}

async function renameAll(
  pages: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  vocabulary: Vocabulary,
  between: string,
): Promise<Uint8Array[]> {
  const renamed: Uint8Array[] = [], issues: Issue[] = [], turn = new Turn();
  const first = between === "\n" ? 1 : 0;
  let count = 0;
  for await (const page of pages) {
    const texts: string[] = [];
    for (const text of page) {
      const place = between === "" ? ["body"] : ["body", first + count];
      texts.push((count++ === 0 ? "" : between) + rename(text, place, vocabulary, issues));
      if (issues.length >= MAX_ISSUES) throw new Problem(422, issues);
      if (turn.isOver()) await turn.next();
    }
    if (texts.length > 0) renamed.push(encoder.encode(texts.join("")));
  }
  if (issues.length > 0) throw new Problem(422, issues);
  return renamed;
}

function rename(
  text: string,
  place: Issue["loc"],
  vocabulary: Vocabulary,
  issues: Issue[],
): string {
  const value = vocabulary.mayHold.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : JSON.stringify(canonical(value, place, vocabulary, issues));
}

/** Returns a value with canonical names, and adds an issue if it would not survive a round trip. */
function canonical(
  given: unknown,
  place: Issue["loc"],
  vocabulary: Vocabulary,
  issues: Issue[],
): unknown {
  const inside = vocabulary.fromWire.json(given);
  const loc = difference(given, vocabulary.toWire.json(inside), place);
  if (loc !== undefined) {
    issues.push({ loc, msg: `Unknown field ${loc.at(-1)}`, type: "extra_forbidden" });
  }
  return inside;
}

/** Returns the place where two values first differ. */
function difference(a: unknown, b: unknown, place: Issue["loc"]): Issue["loc"] | undefined {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Object.is(a, b) ? undefined : place;
  }
  const others = Object.entries(b);
  for (const [i, [key, value]] of Object.entries(a).entries()) {
    const at = [...place, Array.isArray(a) ? i : key];
    const other = others[i];
    if (other === undefined || other[0] !== key) return at;
    const found = difference(value, other[1], at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withBody(request: Request, parts: readonly Uint8Array[], hasLength: boolean): Request {
  const headers = new Headers(request.headers);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (hasLength) headers.set("content-length", String(length));
  const rest = parts.values();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else if (value.length > 0) controller.enqueue(value as Uint8Array<ArrayBuffer>);
      else this.pull!(controller);
    },
  });
  return new Request(request.url, { method: request.method, headers, body });
}
