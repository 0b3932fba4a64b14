import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c, WHITE: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Bytes of a list that are parsed at once, at least. */
const CHUNK = 1 << 22;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses foreign JSON.
 *
 * @throws {SyntaxError} if it is not JSON, is nested too deep, or has too many lists and objects:
 * one byte of text can become thirty bytes of memory
 */
export function parseJson(text: string): unknown {
  checkNesting(text);
  return JSON.parse(text);
}

/**
 * Parses foreign JSON. The items of a long list come in chunks, because the objects of a list take
 * many times the memory of its text; any other value is one chunk.
 *
 * @param size Bytes of a chunk, at least.
 * @throws {SyntaxError} as {@linkcode parseJson}
 * @throws {TypeError} as {@linkcode decodeText}
 */
export function* parseChunks(bytes: Uint8Array, size = CHUNK): Generator<unknown> {
  let from = 0, at = 0;
  while (WHITE.has(bytes[at])) at++;
  if (bytes.length - at <= size || bytes[at] !== OPEN_LIST) {
    yield parseJson(decodeText(bytes));
    return;
  }
  checkLength(bytes);
  const nesting = countNesting();
  const items = (end: number): unknown => {
    const chunk = bytes.slice(from, end + 1);
    if (from > 0) chunk[0] = OPEN_LIST; // in place of the commas
    if (end < bytes.length) chunk[end - from] = CLOSE_LIST;
    const list: unknown = JSON.parse(UTF8.decode(chunk));
    if ((from > 0 || end < bytes.length) && (list as unknown[]).length === 0) {
      throw new SyntaxError("an item is missing");
    }
    return list;
  };
  for (; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) {
          if (bytes[at] === BACKSLASH) at++;
        }
        break;
      case COMMA:
        if (at - from < size || nesting.depth() !== 1) break;
        yield items(at);
        from = at;
        break;
      default:
        nesting.add(bytes[at]!);
    }
  }
  yield items(bytes.length);
}

/**
 * Decodes foreign UTF-8.
 *
 * @throws {TypeError} if it is not UTF-8, or is too long for a string
 */
export function decodeText(bytes: Uint8Array): string {
  checkLength(bytes);
  return UTF8.decode(bytes);
}

function checkLength({ length }: Uint8Array): void {
  const { most, error } = LIMITS.textBytes;
  if (length > most) throw new TypeError(`it has ${length} ${error}, more than ${most}`);
}

function checkNesting(text: string): void {
  const nesting = countNesting();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = textEnd(text, at);
    else nesting.add(code);
  }
}

/** Counts the lists and objects of JSON by its characters outside of texts. */
function countNesting(): { add: (code: number) => void; depth: () => number } {
  const { jsonDepth, jsonParts } = LIMITS;
  let depth = 0, parts = 0;
  const add = (code: number): void => {
    switch (code) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > jsonDepth.most) {
          throw new SyntaxError(`it is ${jsonDepth.error} more than ${jsonDepth.most} deep`);
        }
        if (++parts > jsonParts.most) {
          throw new SyntaxError(`it has more than ${jsonParts.most} ${jsonParts.error}`);
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
    }
  };
  return { add, depth: () => depth };
}

/** Returns the index of the quote that closes the string starting at an index. */
function textEnd(text: string, start: number): number {
  for (let at = start;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}
