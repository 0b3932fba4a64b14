import { invalid, Problem } from "./problem.ts";
import { MAX_JSON } from "./requestBody.ts";

/** Bytes to decode at a time. */
const SLICE = 256 * 1024;

export type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type Texts = AsyncGenerator<string, void, void>;

/**
 * Yields the text of a body in chunks.
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

/** Reads the whole text of a body. */
export async function wholeText(parts: Parts): Promise<string> {
  let whole = "";
  for await (const text of decodedTexts(parts)) whole += text;
  return whole;
}

/**
 * Yields a text in blocks of whole lines, without the line end that follows each block.
 *
 * @throws {Problem} 413 if a line is longer than a record may be
 */
export async function* lineBlocks(texts: Texts): Texts {
  let rest = "";
  for await (const text of texts) {
    const last = text.lastIndexOf("\n");
    if (last < 0) {
      rest = checkLength(rest + text);
      continue;
    }
    const block = rest + text.slice(0, last);
    const first = block.indexOf("\n");
    if (block.length > MAX_JSON) checkLength(first < 0 ? block : block.slice(0, first));
    rest = checkLength(text.slice(last + 1));
    yield block;
  }
  yield rest;
}

/** State of the scan of an array's text. */
type Place = "before" | "inside" | "after";

/**
 * Yields the texts of the elements of a JSON array, in pages, without parsing the array as a whole.
 * It only looks for the end of each element.
 *
 * @throws {Problem} 422 if the text is not an array, 413 if an element is longer than a record may
 * be
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

/** Returns a 422 for a body that is not JSON. */
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
