import { LIMITS } from "../../options/limits.ts";
import { nestingSteps, parseJson, parseSteps, textEnd } from "../../options/parseJson.ts";
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
  try {
    yield* nestingSteps(text); // parsing ended at the first fault
  } catch (limit) {
    throw new TypeError((limit as Error).message, { cause: limit });
  }
  const reader = new DamagedReader(text), value = yield* reader.read(), { problems } = reader;
  if (reader.entries === 0) throw new TypeError("it is not JSON, or cut short", { cause });
  if (problems.length === 0) reader.reportEnd();
  return { value, problems };
}

const CUT = "the file is cut short here";

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
      const start = this.#at, end = this.#endOfValue("]");
      const where = `entry ${++this.#entry}`;
      if (end === undefined) {
        const last = this.#lastEntry(start);
        if (last !== undefined) found.push(last);
        this.problems.push({ where: last === undefined ? where : `after ${where}`, reason: CUT });
        this.#at = this.#text.length;
        return found;
      }
      try {
        found.push(parseJson(this.#text.slice(start, end)));
        this.entries++;
      } catch {
        this.problems.push({ where, reason: "the entry is not JSON" });
        const { most, error } = LIMITS.jsonProblems;
        if (this.problems.length > most) throw new TypeError(`it has more than ${most} ${error}`);
      }
      this.#at = end + (this.#text[end] === "," ? 1 : 0);
      yield;
    }
  }

  /** Returns an object or a list at the end of the text, `undefined` if it is not intact. */
  #lastEntry(start: number): unknown {
    const text = this.#text.slice(start).trimEnd();
    if (!/[}\]]$/.test(text)) return undefined;
    try {
      const value = parseJson(text);
      this.entries++;
      return value;
    } catch {
      return undefined;
    }
  }

  *#object(): Generator<void, Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const pattern = /"(?:[^"\\]|\\.)*"\s*:/y;
      pattern.lastIndex = this.#at;
      const name = pattern.exec(this.#text)?.[0];
      if (name === undefined) return found;
      this.#at += name.length;
      this.#skipSpace();
      const start = this.#at;
      let key: string;
      try {
        key = JSON.parse(name.replace(/\s*:$/, ""));
      } catch {
        return found; // with a control character
      }
      let value = yield* this.read();
      if (value === undefined) {
        const end = this.#endOfValue("}");
        if (end === undefined) return found;
        try {
          value = parseJson(this.#text.slice(start, end));
        } catch {
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

  /**
   * Returns the index of the comma or closing bracket after a value, or `undefined` if the text
   * ends first. A bracket that closes something else belongs to the value, which is then not JSON.
   */
  #endOfValue(closing: "]" | "}"): number | undefined {
    let depth = 0;
    for (let at = this.#at; at < this.#text.length; at++) {
      const letter = this.#text[at]!;
      if (letter === '"') at = textEnd(this.#text, at);
      else if (letter === "[" || letter === "{") depth++;
      else if (depth === 0 && (letter === "," || letter === closing)) return at;
      else if (depth > 0 && (letter === "]" || letter === "}")) depth--;
    }
    return undefined;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at]!)) this.#at++;
  }
}
