/** Attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

const TAB = 9, NEWLINE = 10, SPACE = 32, QUOTE = 34, AMPERSAND = 38, SLASH = 47, LESS = 60;
const EQUALS = 61, GREATER = 62, NOT_A_CHARACTER = 0xfffe;
const RECORD = "<Record", ENTRY = "<MetadataEntry", RECORD_END = "</Record>";
const RECORD_NAMES = [
  ..."type sourceName sourceVersion device unit creationDate startDate endDate value".split(" "),
];
const ENTRY_NAMES = ["key", "value"];
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const NONE: readonly Attributes[] = [];

/** Maximum number of cached texts with entities; each keeps its chunk of the file in memory. */
const MOST_TEXTS = 256;

/**
 * Reads records as phones write them straight from the text: one space before each attribute,
 * double quotes, only `MetadataEntry` inside. Everything else, even if it is only rare, goes to the XML
 * parser, so this class never has to report an error.
 */
export class RecordScan {
  /** Attributes of the last record. */
  attributes: Attributes = {};
  /** Attributes of its `MetadataEntry` elements. */
  entries: readonly Attributes[] = NONE;
  /** Index after the last record. */
  end = 0;
  /** Number of newlines between the opening tag of the last record and its end. */
  newlines = 0;
  readonly #record = new TagScan(RECORD_NAMES);
  readonly #entry = new TagScan(ENTRY_NAMES);

  /** Returns whether a complete record begins at an index. */
  scan(text: string, start: number): boolean {
    if (!text.startsWith(RECORD, start)) return false;
    const record = this.#record;
    if (!record.scan(text, start + RECORD.length)) return false;
    this.attributes = record.attributes;
    this.entries = NONE;
    this.end = record.end;
    this.newlines = 0;
    if (record.isClosed) return true;
    const entries: Attributes[] = [];
    while (true) {
      let at = this.end, code = text.charCodeAt(at);
      while (code === SPACE || code === NEWLINE || code === TAB) {
        if (code === NEWLINE) this.newlines++;
        code = text.charCodeAt(++at);
      }
      if (text.startsWith(RECORD_END, at)) {
        this.entries = entries;
        this.end = at + RECORD_END.length;
        return true;
      }
      const entry = this.#entry;
      if (!text.startsWith(ENTRY, at) || !entry.scan(text, at + ENTRY.length) || !entry.isClosed) {
        return false;
      }
      entries.push(entry.attributes);
      this.end = entry.end;
    }
  }
}

/** Reads the attributes of a tag with known names. */
class TagScan {
  /** Attributes of the last tag. */
  attributes: Attributes = {};
  /** Index after the last tag. */
  end = 0;
  /** `true` if the last tag closes itself. */
  isClosed = false;
  readonly #names: readonly string[];
  /** Last raw and decoded value of each attribute: most values repeat from record to record. */
  readonly #raw: string[];
  readonly #said: string[];
  readonly #decoded = new Map<string, string>();

  /** Creates a reader for tags with these attributes. */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#raw = names.map(() => "");
    this.#said = names.map(() => "");
  }

  /** Returns whether the rest of a complete, usual tag is at an index. */
  scan(text: string, start: number): boolean {
    const attributes: Record<string, string> = {};
    let at = start, seen = 0, next = 0;
    while (text.charCodeAt(at) === SPACE) {
      const index = this.#nameAt(text, at + 1, next);
      if (index < 0 || (seen & (1 << index)) !== 0) return false;
      seen |= 1 << index;
      next = index + 1;
      at += this.#names[index]!.length + 3;
      const raw = this.#raw[index]!;
      if (text.charCodeAt(at + raw.length) === QUOTE && text.startsWith(raw, at)) at += raw.length;
      else {
        const end = this.#value(text, at, index);
        if (end < 0) return false;
        at = end;
      }
      attributes[this.#names[index]!] = this.#said[index]!;
      at++;
    }
    this.attributes = attributes;
    const code = text.charCodeAt(at);
    this.isClosed = code === SLASH;
    if (this.isClosed) at++;
    this.end = at + 1;
    return text.charCodeAt(at) === GREATER;
  }

  /** Returns the name before `="` at an index; the names after the previous one are tried first. */
  #nameAt(text: string, at: number, next: number): number {
    const names = this.#names;
    for (let i = 0; i < names.length; i++) {
      const index = (next + i) % names.length, name = names[index]!, end = at + name.length;
      if (
        text.charCodeAt(end) === EQUALS && text.charCodeAt(end + 1) === QUOTE &&
        text.startsWith(name, at)
      ) return index;
    }
    return -1;
  }

  /** Reads a value that differs from the previous one. Returns the index of its closing quote, or -1. */
  #value(text: string, start: number, index: number): number {
    let at = start, hasEntity = false;
    for (;; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === AMPERSAND) hasEntity = true;
      // At the end of the text the code is NaN.
      if (!(code >= SPACE && code < NOT_A_CHARACTER) || code === LESS) return -1;
    }
    const raw = text.slice(start, at);
    const said = hasEntity ? this.#decode(raw) : raw;
    if (said === undefined) return -1;
    this.#raw[index] = raw;
    this.#said[index] = said;
    return at;
  }

  /** Decodes the five entities of XML; returns undefined if the text has others. */
  #decode(raw: string): string | undefined {
    const known = this.#decoded.get(raw);
    if (known !== undefined) return known;
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(raw)) return undefined;
    const said = raw.replace(/&(\w+);/g, (_, name) => ENTITIES[name]!);
    if (this.#decoded.size < MOST_TEXTS) this.#decoded.set(raw, said);
    return said;
  }
}
