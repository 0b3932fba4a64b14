import { LIMITS } from "../../options/limits.ts";
import { LimitError, limitSteps, parseSteps, textEnd } from "../../options/parseJson.ts";
import { inSteps, type Pause } from "../../options/pause.ts";

/** JSON that was partly read. */
export interface DamagedJson {
  /** Value without the entries that could not be read. */
  readonly value: unknown;
  /** Entries that could not be read, in order. */
  readonly problems: readonly { readonly where: string; readonly reason: string }[];
}

/**
 * Parses a JSON text in turns, and reports entries of its lists that are not intact.
 *
 * @throws {TypeError} as {@linkcode readDamagedJson}
 */
export async function parseInTurns(
  text: string,
  pause: Pause,
  onProblem: (where: string, reason: string) => void,
): Promise<unknown> {
  try {
    return await inSteps(parseSteps(text), pause);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    if (cause instanceof LimitError) throw new TypeError(cause.message, { cause });
    const { value, problems } = await inSteps(readDamagedJson(text, cause), pause);
    for (const { where, reason } of problems) onProblem(where, reason);
    return value;
  }
}

/**
 * Reads the intact entries of lists in a JSON text, entry by entry.
 *
 * @param cause Error of the text as a whole.
 * @throws {TypeError} if no entry of a list is intact, or the text exceeds a limit
 */
export function* readDamagedJson(text: string, cause: Error): Generator<void, DamagedJson> {
  const reader = new DamagedReader(text), { problems } = reader;
  let value: unknown;
  try {
    yield* limitSteps(text); // parsing ended at the first fault
    value = yield* reader.read();
  } catch (cause) {
    throw cause instanceof LimitError ? new TypeError(cause.message, { cause }) : cause;
  }
  if (reader.entries === 0) throw new TypeError("it is not JSON, or cut short", { cause });
  if (problems.length === 0) reader.reportEnd();
  return { value, problems };
}

const CUT = "the file is cut short here";

/** Number of characters that are read in one step. */
const STEP = 1 << 16;

/**
 * Reads JSON as far as possible: objects down to their first lists, and each entry of these
 * separately.
 */
class DamagedReader {
  readonly problems: { readonly where: string; readonly reason: string }[] = [];
  /** Number of intact entries. */
  entries = 0;
  readonly #text: string;
  #at = 0;
  #entry = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *read(): Generator<void, unknown> {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === "[") return yield* this.#list();
    return first === "{" ? yield* this.#object() : undefined;
  }

  /** Reports what follows the entries, if all are intact. */
  reportEnd(): void {
    const reason = this.#at < this.#text.length ? "the rest is cut short, or not JSON" : CUT;
    this.problems.push({ where: `after entry ${this.#entry}`, reason });
  }

  *#list(): Generator<void, unknown[]> {
    const found: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === "]") {
        this.#at++;
        return found;
      }
      const start = this.#at, end = yield* this.#endOfValue("]");
      const where = `entry ${++this.#entry}`;
      if (end === undefined) {
        const last = yield* this.#lastEntry(start);
        if (last !== undefined) found.push(last);
        this.problems.push({ where: last === undefined ? where : `after ${where}`, reason: CUT });
        this.#at = this.#text.length;
        return found;
      }
      try {
        found.push(yield* parseSteps(this.#text.slice(start, end)));
        this.entries++;
      } catch (cause) {
        if (cause instanceof LimitError) throw cause;
        this.problems.push({ where, reason: "the entry is not JSON" });
        const { most, error } = LIMITS.jsonProblems;
        if (this.problems.length > most) throw new TypeError(`it has more than ${most} ${error}`);
      }
      this.#at = end + (this.#text[end] === "," ? 1 : 0);
      yield;
    }
  }

  /** Returns an object or a list at the end of the text, `undefined` if it is not intact. */
  *#lastEntry(start: number): Generator<void, unknown> {
    const text = this.#text.slice(start).trimEnd();
    if (!/[}\]]$/.test(text)) return undefined;
    try {
      const value = yield* parseSteps(text);
      this.entries++;
      return value;
    } catch (cause) {
      if (cause instanceof LimitError) throw cause;
      return undefined;
    }
  }

  *#object(): Generator<void, Record<string, unknown>> {
    const found: Record<string, unknown> = {}, { most, error } = LIMITS.jsonMembers;
    this.#at++;
    for (let count = 1;; count++) {
      yield;
      this.#skipSpace();
      const key = this.#name();
      if (key === undefined) return found;
      if (count > most) throw new LimitError(`it has more than ${most} ${error}`);
      this.#skipSpace();
      const start = this.#at;
      let value = yield* this.read();
      if (value === undefined) {
        const end = yield* this.#endOfValue("}");
        if (end === undefined) return found;
        try {
          value = yield* parseSteps(this.#text.slice(start, end));
        } catch (cause) {
          if (cause instanceof LimitError) throw cause;
          return found;
        }
        this.#at = end;
      }
      Object.defineProperty(found, key, { value, enumerable: true });
      this.#skipSpace();
      if (this.#text[this.#at] !== ",") {
        this.#at++; // the brace that closes it
        return found;
      }
      this.#at++;
    }
  }

  /** Returns the name of a member and moves past its colon; `undefined` if no member follows. */
  #name(): string | undefined {
    const text = this.#text, start = this.#at;
    const end = text[start] === '"' ? textEnd(text, start, LIMITS.jsonName.most) : -1;
    if (end < 0) return undefined;
    this.#at = end + 1;
    this.#skipSpace();
    try {
      if (text[this.#at++] === ":") return JSON.parse(text.slice(start, end + 1));
    } catch { /* with a control character */ }
    this.#at = start;
    return undefined;
  }

  /**
   * Returns the index of the comma or closing bracket after a value, or `undefined` if the text
   * ends first. A bracket that closes something else belongs to the value, which is then not JSON.
   */
  *#endOfValue(closing: "]" | "}"): Generator<void, number | undefined> {
    const text = this.#text;
    let depth = 0, isText = false, next = this.#at + STEP;
    for (let at = this.#at; at < text.length; at++) {
      if (at >= next) {
        next = at + STEP;
        yield;
      }
      const letter = text[at]!;
      if (letter === '"') isText = !isText;
      else if (isText) at += letter === "\\" ? 1 : 0;
      else if (letter === "[" || letter === "{") depth++;
      else if (depth === 0 && (letter === "," || letter === closing)) return at;
      else if (depth > 0 && (letter === "]" || letter === "}")) depth--;
    }
    return undefined;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }
}
