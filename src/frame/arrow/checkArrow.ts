import { type ArrowLimits, checkSize } from "./arrowLimits.ts";
import {
  DICTIONARY_BATCH,
  type Message,
  readBatch,
  readMessage,
  RECORD_BATCH,
  SCHEMA,
} from "./arrowMessage.ts";
import { type ArrowField, dictionariesOf, type Patch, readSchema } from "./arrowSchema.ts";
import { checkBatch } from "./checkBatch.ts";
import type { FlatTable } from "./flatTable.ts";
import { type Block, FILE_MAGIC, isFile, readFooter } from "./readFooter.ts";
import { LIMITS } from "../../options/limits.ts";

export type { ArrowLimits };

/** Findings about Arrow IPC bytes. */
export interface ArrowFacts {
  /** `true` for a file, `false` for a stream. */
  readonly isFile: boolean;
  readonly fields: readonly ArrowField[];
  /** Bytes of the schema to replace so that Polars can read the columns; usually empty. */
  readonly patches: readonly Patch[];
  /** Metadata entry with the range that the frame was requested for, unchecked. */
  readonly range: string | undefined;
  /** Number of record batches. */
  readonly batches: number;
  /** Number of rows in all batches. */
  readonly rows: number;
  /** `true` if any buffer is compressed. */
  readonly compressed: boolean;
  /**
   * Bytes of a stream to leave out: compressed batches without rows. Polars panics on those with
   * text (Spark 4.1.4 writes them).
   */
  readonly gaps: readonly (readonly [from: number, to: number])[];
}

const CONTINUATION = -1;
/** Number of bytes before the head of a message: the marker and the length of the head. */
const PREFIX = 8;

/**
 * Checks Arrow IPC bytes message by message, without decoding values. It checks everything that a
 * decoder would trust:
 * - The bytes are complete: a stream up to its end marker, a file as its footer describes it.
 * - Each buffer is within its message and is large enough for the rows of its column.
 * - Columns and batches agree on their length.
 * - Few bytes do not claim a large size.
 *
 * Format: the Arrow columnar format's "Serialization and Interprocess Communication" chapter.
 *
 * @param limits Maximum size that the bytes may claim.
 * @throws {TypeError} if the bytes are not Arrow IPC, are cut short, have an impossible length, or
 * claim more than the limits allow
 */
export function checkArrow(bytes: Uint8Array, limits: ArrowLimits = {}): ArrowFacts {
  const file = isFile(bytes);
  if (!file && !(bytes.length >= PREFIX && viewOf(bytes).getInt32(0, true) === CONTINUATION)) {
    throw new TypeError(
      `Cannot read Arrow data: ${bytes.length} bytes do not start like an Arrow file or stream`,
    );
  }
  try {
    const walk = new Walk(bytes, file, limits);
    if (file) walkFile(bytes, walk);
    else walkStream(bytes, walk);
    const { fields = [], patches, range, batches, rows, compressed, gaps } = walk;
    return { isFile: file, fields, patches, range, batches, rows, compressed, gaps };
  } catch (error) {
    const reason = error instanceof RangeError
      ? "a length points outside of it"
      : (error as Error).message;
    throw new TypeError(`Cannot read Arrow data of ${bytes.length} bytes: ${reason}`, {
      cause: error,
    });
  }
}

/** Contents of the messages so far. */
class Walk {
  fields: readonly ArrowField[] | undefined;
  patches: readonly Patch[] = [];
  range: string | undefined;
  batches = 0;
  rows = 0;
  compressed = false;
  readonly gaps: [number, number][] = [];
  #dictionaries: ReadonlyMap<bigint, ArrowField> = new Map();
  /** Dictionaries since the last batch of rows. */
  readonly #waiting = new Set<bigint>();
  #unpacked = 0;
  #items = 0;
  readonly #bytes: Uint8Array;
  readonly #isFile: boolean;
  readonly #limits: ArrowLimits;

  constructor(bytes: Uint8Array, isFile: boolean, limits: ArrowLimits) {
    this.#bytes = bytes;
    this.#isFile = isFile;
    this.#limits = limits;
  }

  schema(flat: FlatTable, table: number): void {
    if (this.fields !== undefined) throw new Error("it has two schemas");
    const start = flat.view.byteOffset - this.#bytes.byteOffset;
    const { fields, patches, range } = readSchema(flat, table, start);
    [this.fields, this.patches, this.range] = [fields, patches, range];
    this.#dictionaries = dictionariesOf(fields);
  }

  /** Checks a batch; returns `true` if it is compressed and has no rows. */
  batch(message: Message, body: Uint8Array): boolean {
    if (this.fields === undefined) throw new Error("a batch comes before the schema");
    if (message.kind === RECORD_BATCH) this.#waiting.clear();
    else this.#wait(message.dictionary!);
    const batch = readBatch(message);
    const { unpacked, items } = checkBatch(batch, this.#fieldsOf(message), body);
    this.compressed ||= batch.compressed;
    this.#unpacked += unpacked;
    this.#items += items;
    if (message.kind === RECORD_BATCH) {
      this.batches++;
      this.rows += batch.rows;
    }
    const size = { packed: this.#bytes.length, unpacked: this.#unpacked, rows: this.#items };
    checkSize(size, this.#limits);
    return batch.compressed && batch.rows === 0 && message.kind === RECORD_BATCH;
  }

  /**
   * Counts a dictionary. In a stream, Polars recurses for each until the next batch of rows. In a
   * file, it searches all of them for each.
   */
  #wait(dictionary: bigint): void {
    if (this.#waiting.has(dictionary)) {
      throw new Error(`dictionary ${dictionary} occurs twice before a batch of rows`);
    }
    this.#waiting.add(dictionary);
    const { most, error } = this.#isFile ? LIMITS.arrowFileDictionaries : LIMITS.arrowDictionaries;
    if (this.#waiting.size <= most) return;
    throw new Error(
      `it has more than ${most} ${error}${
        this.#isFile ? "" : "; write an Arrow file instead of a stream"
      }`,
    );
  }

  /** Returns the columns of a batch; the column of its values for a dictionary batch. */
  #fieldsOf({ dictionary }: Message): readonly ArrowField[] {
    if (dictionary === undefined) return this.fields!;
    const field = this.#dictionaries.get(dictionary);
    if (field === undefined) throw new Error(`no column has dictionary ${dictionary}`);
    return [{ ...field, dictionary: undefined }];
  }
}

function walkStream(bytes: Uint8Array, walk: Walk): void {
  for (let at = 0;;) {
    if (at + PREFIX > bytes.length) {
      throw new Error("it is cut short: the end-of-stream mark is missing");
    }
    const start = at, head = headAt(bytes, at, bytes.length);
    at += PREFIX;
    if (head.length === 0) {
      if (walk.fields === undefined) throw new Error("it has no schema");
      if (at === bytes.length) return;
      throw new Error(`${bytes.length - at} bytes follow its end-of-stream mark`);
    }
    const message = readMessage(head);
    at += head.length;
    if (at + message.bodyLength > bytes.length) {
      throw new Error("it is cut short inside a message's body");
    }
    const body = bytes.subarray(at, at + message.bodyLength);
    at += message.bodyLength;
    if (message.kind === SCHEMA) walk.schema(message.flat, message.header);
    else if (walk.batch(message, body)) walk.gaps.push([start, at]);
  }
}

/** Reads the messages in the footer. They must be contiguous from the schema to the footer. */
function walkFile(bytes: Uint8Array, walk: Walk): void {
  const { start: footer, flat, schema, dictionaries, batches } = readFooter(bytes);
  walk.schema(flat, schema);
  const blocks = [
    ...dictionaries.map((block) => ({ ...block, kind: DICTIONARY_BATCH })),
    ...batches.map((block) => ({ ...block, kind: RECORD_BATCH })),
  ];
  const inOrder = blocks.toSorted((a, b) => a.offset - b.offset);
  checkGaps(bytes, inOrder, footer);
  for (const { offset, headLength, bodyLength, kind } of inOrder) {
    const head = headAt(bytes, offset, footer), message = readMessage(head);
    if (message.kind !== kind) throw new Error("its footer names a message of another kind");
    if (PREFIX + head.length !== headLength || message.bodyLength !== bodyLength) {
      throw new Error("its footer and a message differ in length");
    }
    const start = offset + headLength;
    walk.batch(message, bytes.subarray(start, start + bodyLength));
  }
}

/** Throws if blocks overlap, or if anything but padding is between them and the footer. */
function checkGaps(bytes: Uint8Array, blocks: readonly Block[], footer: number): void {
  // Before the first block are the magic bytes and a copy of the schema, which writers encode
  // differently.
  let end = blocks.length === 0 ? schemaEnd(bytes, footer) : blocks[0]!.offset;
  if (end < FILE_MAGIC.length) {
    throw new Error("its footer lists a message that starts before the marker");
  }
  checkFront(bytes, Math.min(end, footer));
  for (const { offset, headLength, bodyLength } of blocks) {
    if (offset < end) throw new Error("its footer names messages that overlap");
    checkPadding(bytes, end, offset);
    end = offset + headLength + bodyLength;
    if (end > footer) throw new Error("its footer names a message that reaches beyond it");
  }
  const marked = end + 4 <= footer && viewOf(bytes).getInt32(end, true) === CONTINUATION;
  checkPadding(bytes, marked ? end + 4 : end, footer); // the end marker: a length of zero
}

function checkPadding(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0) throw new Error("it holds messages that its footer does not name");
  }
}

/** Throws if there is a batch before the first one in the footer. */
function checkFront(bytes: Uint8Array, end: number): void {
  const view = viewOf(bytes);
  for (let at = PREFIX; at + PREFIX < end; at += PREFIX) {
    if (view.getInt32(at, true) !== CONTINUATION) continue;
    const length = view.getInt32(at + 4, true);
    if (
      length > 0 && at + PREFIX + length <= end &&
      isBatch(bytes.subarray(at + PREFIX, at + PREFIX + length))
    ) {
      throw new Error("it holds messages that its footer does not name");
    }
  }
}

function isBatch(head: Uint8Array): boolean {
  try {
    return readMessage(head).kind !== SCHEMA;
  } catch {
    return false;
  }
}

/** Returns the end of the schema at the start of a file without batches. */
function schemaEnd(bytes: Uint8Array, footer: number): number {
  const at = PREFIX;
  if (at + PREFIX > footer || viewOf(bytes).getInt32(at, true) !== CONTINUATION) return footer;
  const { length } = headAt(bytes, at, footer);
  return at + (length === 0 ? 0 : PREFIX + length);
}

/** Returns the head of the message at a position, without its prefix. */
function headAt(bytes: Uint8Array, at: number, limit: number): Uint8Array {
  const view = viewOf(bytes);
  if (view.getInt32(at, true) !== CONTINUATION) {
    throw new Error("a message does not begin with its marker");
  }
  const length = view.getInt32(at + 4, true), start = at + PREFIX;
  if (length < 0 || start + length > limit) {
    throw new Error("it is cut short inside a message's head");
  }
  return bytes.subarray(start, start + length);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
