import { type HealthStamp, stampIn } from "./healthStamp.ts";
import { numberIn } from "./numberIn.ts";

/** Attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

const TAB = 9, NEWLINE = 10, SPACE = 32, QUOTE = 34, AMPERSAND = 38, SLASH = 47;
const ZERO = 48, COLON = 58, LESS = 60, GREATER = 62, ASCII = 0x80;
const encoder = new TextEncoder(),
  utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const RECORD_NAMES = [
  ..."type sourceName sourceVersion device unit creationDate startDate endDate value".split(" "),
];
const ENTRY_NAMES = ["key", "value"];
/** Attributes that differ from record to record. Their texts are only decoded on request. */
const CHANGING = ["creationDate", "startDate", "endDate", "value"];
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Bytes to compare with, four at a time: a file consists of repeated ones. */
class Literal {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #rest: Uint8Array;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.length = bytes.length;
    this.#words = Int32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getInt32(4 * i));
    this.#rest = bytes.slice(4 * this.#words.length);
  }

  /** Returns whether it is at an index. */
  isAt(view: DataView, start: number): boolean {
    if (start + this.length > view.byteLength) return false;
    const words = this.#words, rest = this.#rest;
    for (let i = 0; i < words.length; i++) {
      if (view.getInt32(start + 4 * i) !== words[i]) return false;
    }
    const at = start + 4 * words.length;
    for (let i = 0; i < rest.length; i++) if (view.getUint8(at + i) !== rest[i]) return false;
    return true;
  }
}

const RECORD = new Literal(encoder.encode("<Record"));
const RECORD_END = new Literal(encoder.encode("</Record>"));
const ENTRY = new Literal(encoder.encode("<MetadataEntry"));

/**
 * Reads records as phones write them straight from the bytes: one space before each attribute,
 * double quotes, only `MetadataEntry` inside. Everything else, even if it is merely rare, goes to
 * the XML parser, so this class never has to report an error.
 */
export class RecordScan {
  /** The last record, valid until the next scan. */
  readonly record = new TagScan(RECORD_NAMES);
  /** Value of its `MetadataEntry` with the key `HKTimeZone`, if any. */
  zone: string | undefined;
  /** Index after the last record. */
  end = 0;
  /** Number of newlines between the opening tag of the last record and its end. */
  newlines = 0;
  readonly #entry = new TagScan(ENTRY_NAMES);
  #bytes: Uint8Array | undefined;
  #view: DataView = new DataView(new ArrayBuffer());

  /** Returns whether a complete record begins at an index. */
  scan(bytes: Uint8Array, start: number): boolean {
    if (this.#bytes !== bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const view = this.#view;
    if (!RECORD.isAt(view, start)) return false;
    const { record } = this;
    if (!record.scan(bytes, view, start + RECORD.length)) return false;
    this.zone = undefined;
    this.end = record.end;
    this.newlines = 0;
    if (record.isClosed) return true;
    while (true) {
      let at = this.end, code = bytes[at];
      while (code === SPACE || code === NEWLINE || code === TAB) {
        if (code === NEWLINE) this.newlines++;
        code = bytes[++at];
      }
      if (RECORD_END.isAt(view, at)) {
        this.end = at + RECORD_END.length;
        return true;
      }
      const entry = this.#entry;
      if (!ENTRY.isAt(view, at) || !entry.scan(bytes, view, at + ENTRY.length) || !entry.isClosed) {
        return false;
      }
      if (entry.text("key") === "HKTimeZone") this.zone = entry.text("value");
      this.end = entry.end;
    }
  }
}

/** A tag without the values of its changing attributes. */
interface TagForm {
  readonly fixed: Attributes;
  /** Bytes before each changing value, and its index in `CHANGING`. */
  readonly values: readonly { readonly before: Literal; readonly which: number }[];
  /** Bytes from the last changing value to the end of the tag. */
  readonly rest: Literal;
  readonly isClosed: boolean;
}

const MOST_FORMS = 8;

/** Reads the attributes of a tag with known names. */
export class TagScan {
  /** Index after the last tag. */
  end = 0;
  /** `true` if the last tag closes itself. */
  isClosed = false;
  readonly #names: readonly string[];
  readonly #literals: readonly Literal[];
  #bytes = new Uint8Array();
  #fixed: Attributes = {};
  /** Layouts of recent tags, the last one first: several devices take turns. */
  readonly #forms: TagForm[] = [];
  /** Start and end of each changing value; -1 if the tag does not have it. */
  readonly #from = CHANGING.map(() => -1);
  readonly #to = CHANGING.map(() => -1);

  /** Creates a reader for tags with these attributes. */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#literals = names.map((name) => new Literal(encoder.encode(`${name}="`)));
  }

  /** Attributes except the changing ones. */
  get fixed(): Attributes {
    return this.#fixed;
  }

  /** Returns the text of an attribute; undefined if the last tag does not have it. */
  text(name: string): string | undefined {
    const which = CHANGING.indexOf(name), from = this.#from[which];
    if (from === undefined) return this.#fixed[name];
    return from < 0 ? undefined : utf8.decode(this.#bytes.subarray(from, this.#to[which]));
  }

  /** Returns the time of `startDate` or `endDate`; undefined if it is missing or invalid. */
  stamp(name: "startDate" | "endDate"): HealthStamp | undefined {
    const which = CHANGING.indexOf(name), from = this.#from[which]!;
    return from < 0 ? undefined : stampIn(this.#bytes, from, this.#to[which]!);
  }

  /** Returns `value` as a number; `undefined` if it is missing or not a number. */
  number(): number | undefined {
    const from = this.#from[3]!;
    return from < 0 ? undefined : numberIn(this.#bytes, from, this.#to[3]!);
  }

  /** Returns whether the rest of a complete, usual tag is at an index. */
  scan(bytes: Uint8Array, view: DataView, start: number): boolean {
    this.#bytes = bytes as Uint8Array<ArrayBuffer>;
    const forms = this.#forms;
    for (let i = 0; i < forms.length; i++) {
      const form = forms[i]!;
      if (!this.#scanForm(bytes, view, start, form)) continue;
      if (i > 0) forms.unshift(...forms.splice(i, 1));
      this.#fixed = form.fixed;
      this.isClosed = form.isClosed;
      return true;
    }
    return this.#scanAny(bytes, view, start);
  }

  /** Reads a tag that differs from another only in the changing attributes. */
  #scanForm(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    { values, rest }: TagForm,
  ): boolean {
    let at = start;
    this.#from.fill(-1);
    for (let i = 0; i < values.length; i++) {
      const { before, which } = values[i]!;
      if (!before.isAt(view, at)) return false;
      const from = at + before.length;
      at = plainEnd(bytes, from);
      if (at < 0) return false;
      this.#from[which] = from;
      this.#to[which] = at;
    }
    if (!rest.isAt(view, at)) return false;
    this.end = at + rest.length;
    return true;
  }

  #scanAny(bytes: Uint8Array, view: DataView, start: number): boolean {
    const fixed: Record<string, string> = {}, values: { before: Literal; which: number }[] = [];
    let at = start, seen = 0, next = 0, read = start;
    this.#from.fill(-1);
    while (bytes[at] === SPACE) {
      const index = this.#nameAt(view, at + 1, next);
      if (index < 0 || (seen & (1 << index)) !== 0) return false;
      seen |= 1 << index;
      next = index + 1;
      at += this.#literals[index]!.length + 1;
      const name = this.#names[index]!, which = CHANGING.indexOf(name), from = at;
      if (which < 0) {
        at = bytes.indexOf(QUOTE, from);
        const said = at < 0 ? undefined : valueOf(bytes.subarray(from, at));
        if (said === undefined) return false;
        fixed[name] = said;
      } else {
        at = plainEnd(bytes, from);
        if (at < 0) return false;
        values.push({ before: new Literal(bytes.subarray(read, from)), which });
        this.#from[which] = from;
        this.#to[which] = read = at;
      }
      at++;
    }
    this.isClosed = bytes[at] === SLASH;
    if (this.isClosed) at++;
    this.end = at + 1;
    if (bytes[at] !== GREATER) return false;
    this.#fixed = fixed;
    const { isClosed } = this;
    this.#forms.unshift({
      fixed,
      values,
      rest: new Literal(bytes.subarray(read, this.end)),
      isClosed,
    });
    this.#forms.length = Math.min(this.#forms.length, MOST_FORMS);
    return true;
  }

  /** Returns the name before `="` at an index; the names after the previous one are tried first. */
  #nameAt(view: DataView, at: number, next: number): number {
    const names = this.#literals;
    for (let i = 0; i < names.length; i++) {
      const index = (next + i) % names.length;
      if (names[index]!.isAt(view, at)) return index;
    }
    return -1;
  }
}

/**
 * Returns the index of the quote after a value; -1 if the value has an entity or anything that the
 * XML parser should see, or is cut.
 */
function plainEnd(bytes: Uint8Array, start: number): number {
  let isAscii = true;
  for (let at = start; at < bytes.length; at++) {
    const code = bytes[at]!;
    if (code >= ZERO && code <= COLON) continue; // most are digits
    if (code === QUOTE) {
      return isAscii || valueOf(bytes.subarray(start, at)) !== undefined ? at : -1;
    }
    if (code < SPACE || code === LESS || code === AMPERSAND) return -1;
    if (code >= ASCII) isAscii = false;
  }
  return -1;
}

/**
 * Decodes a value with the five entities of XML; returns undefined if it has others, or is anything that
 * the XML parser should see.
 */
function valueOf(bytes: Uint8Array): string | undefined {
  let raw: string;
  try {
    raw = utf8.decode(bytes);
  } catch {
    return undefined;
  }
  // deno-lint-ignore no-control-regex -- XML forbids them; U+FFFD is reported as damage
  if (/[\0-\x1f<\ufffd-\uffff]|&(?!(?:amp|lt|gt|quot|apos);)/.test(raw)) return undefined;
  return raw.replace(/&(\w+);/g, (_, name) => ENTITIES[name]!);
}
