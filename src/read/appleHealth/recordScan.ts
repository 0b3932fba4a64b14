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

/** Texts with entities that are kept: each holds on to the piece of the file that it stood in. */
const MOST_TEXTS = 256;

/**
 * Reads records as phones write them, one space before each attribute, double quotes, nothing but
 * `MetadataEntry` inside, straight from the text. Whatever else it meets it leaves to the XML parser,
 * also what is only rare, so that it never has to say what is wrong with a file.
 */
export class RecordScan {
  /** The attributes of the record found last. */
  attributes: Attributes = {};
  /** The attributes of its `MetadataEntry` elements. */
  entries: readonly Attributes[] = NONE;
  /** Where the text goes on after the record found last. */
  end = 0;
  /** Newlines between the opening tag of the record found last and its end. */
  newlines = 0;
  readonly #record = new TagScan(RECORD_NAMES);
  readonly #entry = new TagScan(ENTRY_NAMES);

  /** Whether a whole record begins at a place in the text. */
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

/** Reads the attributes of a tag, of which each name is known. */
class TagScan {
  /** The attributes of the tag read last. */
  attributes: Attributes = {};
  /** Where the text goes on after the tag read last. */
  end = 0;
  /** Whether the tag read last closes itself. */
  isClosed = false;
  readonly #names: readonly string[];
  /** What stood last in an attribute, as on file, and what it says: most are those of the record before. */
  readonly #raw: string[];
  readonly #said: string[];
  readonly #decoded = new Map<string, string>();

  /** Reads tags of attributes of these names. */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#raw = names.map(() => "");
    this.#said = names.map(() => "");
  }

  /** Whether the rest of a whole tag stands at a place in the text, with nothing unusual in it. */
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

  /** Which name and `="` stand at a place; those that follow the one before are tried first. */
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

  /** Reads a value that is another than that before: where its quote stands, or -1. */
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

  /** A text with the five entities of XML replaced; undefined if it has others. */
  #decode(raw: string): string | undefined {
    const known = this.#decoded.get(raw);
    if (known !== undefined) return known;
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(raw)) return undefined;
    const said = raw.replace(/&(\w+);/g, (_, name) => ENTITIES[name]!);
    if (this.#decoded.size < MOST_TEXTS) this.#decoded.set(raw, said);
    return said;
  }
}
