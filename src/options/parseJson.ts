import { LIMITS } from "./limits.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;
const ZERO = 0x30,
  NINE = 0x39,
  COMMA = 0x2c,
  WHITE: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Bytes of a list that are parsed at once, at least. */
const CHUNK = 1 << 22;
/** Characters that are parsed in one step, at least. */
const STEP = 1 << 16;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** JSON exceeds a limit. */
export class LimitError extends SyntaxError {}

/**
 * Parses foreign JSON.
 *
 * @throws {SyntaxError} if it is not JSON, is nested too deep, or has too many lists and objects:
 * one byte of text can become thirty bytes of memory
 */
export function parseJson(text: string): unknown {
  checkNesting(text);
  return parse(text);
}

/**
 * Parses a line of foreign JSON Lines.
 *
 * @param number Number of the line, for the error.
 * @throws {SyntaxError} as {@linkcode parseJson}
 */
export function parseJsonLine(line: string, number: number): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    throw new SyntaxError(`line ${number}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Parses JSON, and reports in our words where it is damaged. The runtime's message quotes the text.
 */
function parse(text: string): unknown {
  checkRuns(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error, at = /at position (\d+)/.exec(message)?.[1];
    if (/end of JSON|Unterminated/.test(message) || Number(at) === text.length) {
      throw new SyntaxError("its JSON has no end", { cause });
    }
    const before = text.slice(0, Number(at)), start = before.lastIndexOf("\n") + 1;
    const line = start === 0 ? "" : ` of line ${before.split("\n").length}`;
    const place = at === undefined ? "a character" : `character ${Number(at) - start + 1}${line}`;
    throw new SyntaxError(`${place} is not JSON`, { cause });
  }
}

/**
 * Rejects endless runs of digits or blanks: the runtime is slow for each digit, and reads all
 * blanks at once.
 *
 * @throws {SyntaxError} if there are too many in a row
 */
function checkRuns(text: string): void {
  const { most, error } = LIMITS.jsonRun;
  for (let at = most; at < text.length; at += most) {
    for (const isOne of [isDigit, isWhite]) {
      let from = at, to = at;
      while (isOne(text.charCodeAt(from - 1))) from--;
      while (isOne(text.charCodeAt(to))) to++;
      if (to - from > most) throw new LimitError(`it has more than ${most} ${error}`);
    }
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isWhite(code: number): boolean {
  return WHITE.has(code);
}

/**
 * Parses foreign JSON in steps of about a millisecond, between which others can run.
 *
 * @param size Characters of a step, at least.
 * @throws {SyntaxError} as {@linkcode parseJson}
 */
export function* parseSteps(text: string, size = STEP): Generator<void, unknown> {
  checkRuns(text);
  const start = text.search(/[^ \t\n\r]/);
  if (text.length <= size || !/[[{]/.test(text.charAt(start))) return parseJson(text);
  const parser = new StepParser(text, start, size), value = yield* parser.members();
  if (!isBlank(text.slice(parser.at + 1))) throw new SyntaxError("text follows the value");
  return value;
}

/**
 * Parses lists and objects member by member, and a member longer than a step by its own members.
 */
class StepParser {
  /** Index of the character being read. */
  at: number;
  readonly #text: string;
  readonly #size: number;
  readonly #nesting = countNesting();
  /** Number of characters whose nesting is counted. */
  #counted = 0;
  /** Index of the character with which the next step begins. */
  #next = 0;

  constructor(text: string, at: number, size: number) {
    this.#text = text;
    this.at = at;
    this.#size = size;
  }

  /** Parses from an opening bracket to the bracket that closes it. */
  *members(): Generator<void, unknown> {
    const text = this.#text, open = this.at, closing = text[open] === "[" ? "]" : "}";
    const all: Members = closing === "]" ? { items: [], count: 0 } : { items: {}, count: 0 };
    this.#count(text.charCodeAt(open));
    // Members from `from` on are not added yet. The last one starts at `start`, its first list or
    // object at `inner`, and once that is added, nothing may follow it.
    let from = open + 1, start = from, inner = from, depth = 0, isAdded = false;
    for (this.at = from; this.at < text.length; this.at++) {
      if (this.at >= this.#next) {
        this.#next = this.at + this.#size;
        yield;
      }
      const code = text.charCodeAt(this.at);
      let isLong = false; // a text that is longer than a step
      if (code === QUOTE) {
        const end = textEnd(text, this.at, this.#size);
        isLong = end < 0;
        if (!isLong) this.at = end;
      } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        this.#count(code);
        if (depth++ === 0) inner = this.at;
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        this.#count(code);
        depth--;
      } else if (code !== COMMA) continue;
      if (isLong || (depth > 0 && this.at - inner >= this.#size)) {
        yield;
        if (isAdded) throw new SyntaxError("a comma is missing");
        if (start > from) addMembers(all, text.slice(from, start - 1));
        [from, this.at] = [start, depth > 0 ? inner : this.at];
        const before = text.slice(start, this.at);
        if (depth === 0 && closing === "}" && isBlank(before)) {
          this.at = nameEnd(text, this.at);
          continue;
        }
        addMember(all, before, depth > 0 ? yield* this.members() : yield* this.#longText());
        [from, start, depth, isAdded] = [this.at + 1, this.at + 1, 0, true];
      } else if (depth < 0 || (depth === 0 && code === COMMA)) {
        start = this.at + 1;
        if (depth === 0 && !isAdded && this.at - from < this.#size) continue;
        const members = text.slice(from, this.at), isEmpty = isBlank(members);
        if (isAdded !== isEmpty && !(depth < 0 && from === open + 1)) {
          throw new SyntaxError("a comma or a member is missing");
        }
        if (!isEmpty) addMembers(all, members);
        if (depth < 0 && text[this.at] === closing) return all.items;
        if (depth < 0) throw new SyntaxError("a bracket closes another one");
        [from, isAdded] = [start, false];
        yield;
      }
    }
    throw new SyntaxError("the text is cut short");
  }

  /** Parses a text that is longer than a step, by parts of it. */
  *#longText(): Generator<void, string> {
    const text = this.#text;
    let whole = "", at = this.at + 1, from = at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE || at - from >= this.#size) {
        whole += JSON.parse(`"${text.slice(from, at)}"`);
        from = this.at = at;
        if (code === QUOTE) return whole;
        yield;
      }
      at += code !== BACKSLASH ? 1 : text[at + 1] === "u" ? 6 : 2;
    }
    throw new SyntaxError("the text is cut short");
  }

  #count(code: number): void {
    if (this.at < this.#counted) return;
    this.#nesting.add(code);
    this.#counted = this.at + 1;
  }
}

/** Items of a list, or members of an object. */
interface Members {
  readonly items: object;
  /** Number of members. */
  count: number;
}

function addMembers(all: Members, members: string): void {
  const { items } = all;
  if (Array.isArray(items)) {
    for (const item of JSON.parse(`[${members}]`)) items.push(item);
    return;
  }
  for (const [name, value] of Object.entries(JSON.parse(`{${members}}`))) setOwn(all, name, value);
}

/** Adds a member. The text before its value is blank in a list, and its name in an object. */
function addMember(all: Members, before: string, value: unknown): void {
  const { items } = all;
  if (Array.isArray(items)) {
    if (!isBlank(before)) throw new SyntaxError("a comma is missing");
    items.push(value);
  } else for (const name of Object.keys(JSON.parse(`{${before}0}`))) setOwn(all, name, value);
}

/** Sets a member as `JSON.parse` does, including `__proto__`. */
function setOwn(all: Members, name: string, value: unknown): void {
  const { most, error } = LIMITS.jsonMembers;
  if (++all.count > most) throw new LimitError(`it has more than ${most} ${error}`);
  const own = { value, enumerable: true, writable: true, configurable: true };
  Object.defineProperty(all.items, name, own);
}

/** Returns the index of the quote that closes a name. */
function nameEnd(text: string, start: number): number {
  const { most, error } = LIMITS.jsonName, end = textEnd(text, start, most);
  if (end < 0) throw new LimitError(`it has more than ${most} ${error}`);
  return end;
}

function isBlank(text: string): boolean {
  return !/[^ \t\n\r]/.test(text);
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
    const list: unknown = parse(inUtf8(chunk));
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
  return inUtf8(bytes);
}

function inUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new TypeError("it is not UTF-8", { cause });
  }
}

function checkLength({ length }: Uint8Array): void {
  const { most, error } = LIMITS.textBytes;
  if (length > most) throw new TypeError(`it has ${length} ${error}, more than ${most}`);
}

function checkNesting(text: string): void {
  const { add } = countNesting();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = textEnd(text, at);
    else add(code);
  }
}

/**
 * Checks the limits of a text, whether or not it is JSON, in steps between which others can run.
 *
 * @throws {LimitError} if it is nested too deep, has too many lists and objects, or has too many
 * consecutive digits or blanks
 */
export function* limitSteps(text: string): Generator<void> {
  checkRuns(text);
  const { add } = countNesting();
  let next = STEP, isText = false;
  for (let at = 0; at < text.length; at++) {
    if (at >= next) {
      next = at + STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (!isText) add(code);
    else if (code === BACKSLASH) at++;
  }
}

interface Nesting {
  readonly add: (code: number) => void;
  readonly depth: () => number;
}

/** Counts the lists and objects of JSON by its characters outside texts. */
function countNesting(): Nesting {
  const { jsonDepth, jsonParts } = LIMITS;
  let depth = 0, parts = 0;
  const add = (code: number): void => {
    switch (code) {
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > jsonDepth.most) {
          throw new LimitError(`it is ${jsonDepth.error} more than ${jsonDepth.most} deep`);
        }
        if (++parts > jsonParts.most) {
          throw new LimitError(`it has more than ${jsonParts.most} ${jsonParts.error}`);
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
    }
  };
  return { add, depth: () => depth };
}

/**
 * Returns the index of the quote that closes the string starting at an index.
 *
 * @param most Maximum length of the string; the index of a longer one is -1. @default no limit
 */
export function textEnd(text: string, start: number, most = Infinity): number {
  for (let at = start;;) {
    const found = text.indexOf('"', at + 1);
    at = found < 0 ? text.length : found;
    if (at - start > most) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0 || found < 0) return at;
  }
}
