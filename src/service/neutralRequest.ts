import type { Endpoint } from "../api/endpoint.ts";
import { pause } from "../store/pause.ts";
import { type Issue, Problem } from "./problem.ts";
import { MAX_BODY } from "./requestBody.ts";
import type { Words } from "./words.ts";

/** Lines that are renamed before other work may run: about 20 ms. */
const SLICE = 5_000;

/**
 * A request whose JSON body is in neutral words; the same one where there is nothing to rename, or
 * where the body is no JSON, which is for others to refuse.
 *
 * @throws {Problem} 422 if the body holds neutral words where the deployment has its own, 400 if it
 * was cut off
 */
export async function neutralRequest(
  endpoint: Endpoint,
  request: Request,
  words: Words,
): Promise<Request> {
  if (endpoint.body === undefined || request.body === null) return request;
  // What is too large is refused without being read.
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) return request;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new Problem(400, "The body was cut off");
  }
  const text = textOf(bytes);
  if (text === undefined || !words.mayHold.test(text)) return withBody(request, bytes);
  const issues: Issue[] = [];
  const whole = parsed(text);
  const renamed = whole !== undefined
    ? JSON.stringify(neutral(whole, ["body"], words, issues))
    : await neutralLines(text, words, issues);
  if (issues.length > 0) throw new Problem(422, issues);
  // A length that was wrong stays wrong.
  const isWhole = request.headers.get("content-length") === String(bytes.length);
  return withBody(request, new TextEncoder().encode(renamed), isWhole);
}

async function neutralLines(text: string, words: Words, issues: Issue[]): Promise<string> {
  const lines = text.split("\n");
  for (const [i, line] of lines.entries()) {
    if (i % SLICE === SLICE - 1) await pause();
    const record = words.mayHold.test(line) ? parsed(line) : undefined;
    if (record === undefined) continue;
    lines[i] = JSON.stringify(neutral(record, ["body", i + 1], words, issues));
  }
  return lines.join("\n");
}

/** A value in neutral words; what would not come back as it was given is an issue. */
function neutral(given: unknown, place: Issue["loc"], words: Words, issues: Issue[]): unknown {
  const inside = words.inward.json(given);
  const loc = difference(given, words.outward.json(inside), place);
  if (loc !== undefined) {
    issues.push({ loc, msg: `There is no field ${loc.at(-1)}`, type: "extra_forbidden" });
  }
  return inside;
}

/** Where two values first differ. */
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function withBody(request: Request, body: Uint8Array<ArrayBuffer>, hasLength = false): Request {
  const headers = new Headers(request.headers);
  if (hasLength) headers.set("content-length", String(body.length));
  return new Request(request.url, { method: request.method, headers, body });
}
