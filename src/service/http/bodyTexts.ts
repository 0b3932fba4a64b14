import { invalid, Problem } from "./problem.ts";
import { MAX_JSON } from "./requestBody.ts";

/** Bytes that are decoded at a time. */
const SLICE = 256 * 1024;

/** Bytes as they come. */
export type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Text as it comes. */
type Texts = AsyncGenerator<string, void, void>;

/**
 * The text of a body, piece by piece.
 *
 * @throws {Problem} 422 if the bytes are not UTF-8
 */
export async function* decodedTexts(parts: Parts): Texts {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw invalid(["body"], "The body is not UTF-8 text", "encoding");
    }
  };
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += SLICE) {
      yield decode(part.subarray(from, from + SLICE));
    }
  }
  yield decode();
}

/** The text of a body as a whole. */
export async function wholeText(parts: Parts): Promise<string> {
  let whole = "";
  for await (const text of decodedTexts(parts)) whole += text;
  return whole;
}

/**
 * The lines of a text, in pages.
 *
 * @throws {Problem} 413 if one is longer than a record may be
 */
export async function* lineTexts(texts: Texts): AsyncGenerator<string[], void, void> {
  let rest = "";
  for await (const text of texts) {
    if (!text.includes("\n")) {
      rest = checkLength(rest + text);
      continue;
    }
    const lines = (rest + text).split("\n");
    checkLength(lines[0]!);
    rest = checkLength(lines.pop()!);
    yield lines;
  }
  yield [rest];
}

/** Where the scan of an array's text stands. */
type Place = "before" | "inside" | "after";

/**
 * The texts of the elements of a JSON array, in pages, without reading it as a whole; what is inside an
 * element is not looked at beyond where it ends.
 *
 * @throws {Problem} 422 if the text is not an array, 413 if an element is longer than a record may be
 */
export async function* elementTexts(texts: Texts): AsyncGenerator<string[], void, void> {
  let place = "before" as Place;
  let rest = "", depth = 0, isString = false, isEscaped = false, count = 0;
  for await (const text of texts) {
    const page: string[] = [];
    let from = 0;
    const take = (to: number): void => {
      page.push(checkLength(rest + text.slice(from, to)));
      rest = "";
      from = to + 1;
      count++;
    };
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (place !== "inside") {
        if (c === 0x20 || (c >= 0x09 && c <= 0x0d)) continue;
        if (place === "after" || c !== 0x5b) throw notArray(place);
        [place, from] = ["inside", i + 1];
      } else if (isString) {
        if (isEscaped) isEscaped = false;
        else if (c === 0x5c) isEscaped = true;
        else if (c === 0x22) isString = false;
      } else if (c === 0x22) isString = true;
      else if (c === 0x5b || c === 0x7b) depth++;
      else if (depth > 0) {
        if (c === 0x5d || c === 0x7d) depth--;
      } else if (c === 0x2c) take(i);
      else if (c === 0x5d) {
        if (count > 0 || (rest + text.slice(from, i)).trim() !== "") take(i);
        [place, rest] = ["after", ""];
      }
    }
    if (place === "inside") rest = checkLength(rest + text.slice(from));
    yield page;
  }
  if (place !== "after") throw notJson();
}

/** What a body that is not JSON is answered with. */
export function notJson(): Problem {
  return invalid(["body"], "The body is not JSON", "json_invalid");
}

function notArray(place: Place): Problem {
  return place === "after"
    ? notJson()
    : invalid(["body"], "The body is not a list", "invalid_type");
}

function checkLength(text: string): string {
  if (text.length <= MAX_JSON) return text;
  throw new Problem(413, `A record is longer than ${MAX_JSON} characters`);
}
