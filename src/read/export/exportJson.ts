import { parseJson } from "../../options/parseJson.ts";
import type { ExportCollector } from "./exportCollector.ts";
import type { ExportFile } from "./exportFiles.ts";

/**
 * Reads a file of JSON. If it is damaged or cut short, the entries of its lists that are whole are
 * read, and the others reported.
 *
 * @throws {TypeError} if it is not UTF-8, or not JSON and no entry of a list is whole
 */
export async function readExportJson(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
): Promise<unknown> {
  const text = await file.text();
  try {
    return parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    if (message.startsWith("it ")) throw new TypeError(message, { cause }); // a limit
    const damaged = new DamagedJson(text), value = damaged.read();
    if (damaged.entries === 0) throw new TypeError("it is not JSON, or cut short", { cause });
    for (const { where, reason } of damaged.problems) collector.skip(reason, where);
    return value;
  }
}

/** Reads JSON as far as it goes: objects down to their first lists, of these each entry by itself. */
class DamagedJson {
  readonly problems: { readonly where: string; readonly reason: string }[] = [];
  /** Number of whole entries. */
  entries = 0;
  readonly #text: string;
  #at = 0;
  #entry = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    this.#skipSpace();
    const first = this.#text[this.#at];
    return first === "[" ? this.#list() : first === "{" ? this.#object() : undefined;
  }

  #list(): unknown[] {
    const found: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === "]") {
        this.#at++;
        return found;
      }
      const start = this.#at, end = this.#endOfValue();
      const where = `entry ${++this.#entry}`;
      if (end === undefined) {
        this.problems.push({ where, reason: "the file is cut short here" });
        this.#at = this.#text.length;
        return found;
      }
      try {
        found.push(parseJson(this.#text.slice(start, end)));
        this.entries++;
      } catch {
        this.problems.push({ where, reason: "the entry is not JSON" });
      }
      this.#at = end + (this.#text[end] === "," ? 1 : 0);
    }
  }

  #object(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    this.#at++;
    for (;;) {
      this.#skipSpace();
      const key = /"(?:[^"\\]|\\.)*"\s*:/y;
      key.lastIndex = this.#at;
      const name = key.exec(this.#text)?.[0];
      if (name === undefined) return found;
      this.#at += name.length;
      this.#skipSpace();
      const start = this.#at;
      let value = this.read();
      if (value === undefined) {
        const end = this.#endOfValue();
        if (end === undefined) return found;
        try {
          value = parseJson(this.#text.slice(start, end));
        } catch {
          return found;
        }
        this.#at = end;
      }
      Object.defineProperty(found, JSON.parse(name.replace(/\s*:$/, "")), {
        value,
        enumerable: true,
      });
      this.#skipSpace();
      if (this.#text[this.#at] !== ",") {
        this.#at++; // the brace that closes it
        return found;
      }
      this.#at++;
    }
  }

  /** The place behind a value: of the comma or bracket that follows; `undefined` if the text ends before. */
  #endOfValue(): number | undefined {
    let depth = 0;
    for (let at = this.#at; at < this.#text.length; at++) {
      const letter = this.#text[at]!;
      if (letter === '"') {
        while (++at < this.#text.length && this.#text[at] !== '"') {
          if (this.#text[at] === "\\") at++;
        }
      } else if (letter === "[" || letter === "{") depth++;
      else if (depth === 0 && (letter === "," || letter === "]" || letter === "}")) return at;
      else if (letter === "]" || letter === "}") depth--;
    }
    return undefined;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && /\s/.test(this.#text[this.#at]!)) this.#at++;
  }
}
