import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;

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
 * Decodes foreign UTF-8.
 *
 * @throws {TypeError} if it is not UTF-8, or is too long for a string
 */
export function decodeText(bytes: Uint8Array): string {
  const { most, error } = LIMITS.textBytes;
  if (bytes.length > most) {
    throw new TypeError(`it has ${bytes.length} ${error}, more than ${most}`);
  }
  return UTF8.decode(bytes);
}

function checkNesting(text: string): void {
  const { jsonDepth, jsonParts } = LIMITS;
  let depth = 0, parts = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = textEnd(text, at);
        break;
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
  }
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
