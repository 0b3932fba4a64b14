import { pause } from "../store/pause.ts";
import { invalid } from "./problem.ts";

/** A record's body as JSON, and where it stands. */
export interface JsonRecord {
  /** The line, counted from 1; undefined where the body is one record. */
  readonly line: number | undefined;
  /** The parsed JSON; undefined where the text is none. */
  readonly json: unknown;
}

/** Bytes that are read before other work may run: about 20 ms. */
const SLICE = 1024 * 1024;

const LINES = ["application/x-jsonl", "application/x-ndjson"];

/**
 * The records in a body, in pages that are read once and in turn: one (`application/json`), or one on each line that is not blank.
 *
 * @throws {Problem} 422 if the media type is another or the bytes are no UTF-8
 */
export async function* jsonRecords(
  bytes: Uint8Array,
  contentType: string | null,
): AsyncGenerator<Iterable<JsonRecord>, void, void> {
  const type = (contentType ?? "application/json").split(";")[0]!.trim().toLowerCase();
  if (type !== "application/json" && !LINES.includes(type)) {
    const accepted = ["application/json", ...LINES].join(", ");
    throw invalid(["header", "content-type"], `content-type must be one of ${accepted}`, "enum");
  }
  const texts = decoded(bytes);
  if (type === "application/json") {
    yield [{ line: undefined, json: parsed([...texts].join("")) }];
    return;
  }
  let line = 0, rest = "";
  for (const text of texts) {
    rest += text;
    if (!text.includes("\n")) continue;
    const lines = rest.split("\n");
    rest = lines.pop()!;
    yield recordsOn(lines, line);
    line += lines.length;
    await pause();
  }
  yield recordsOn([rest], line);
}

/** The records on lines, parsed one by one, so that those that are read already need no memory. */
function* recordsOn(lines: readonly string[], before: number): Generator<JsonRecord, void, void> {
  for (const [i, content] of lines.entries()) {
    if (content.trim() !== "") yield { line: before + i + 1, json: parsed(content) };
  }
}

/** The text of the bytes, in pieces. */
function* decoded(bytes: Uint8Array): Generator<string, void, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let from = 0; from < bytes.length; from += SLICE) {
      yield decoder.decode(bytes.subarray(from, from + SLICE), { stream: true });
    }
    yield decoder.decode();
  } catch {
    throw invalid(["body"], "The body is not UTF-8 text", "encoding");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
