/** What a walk over Arrow IPC bytes found. */
export interface ArrowFacts {
  /** The bytes that hold the messages, in stream format; of a file, those between its magic and its footer. */
  readonly stream: Uint8Array;
  /** Number of record batches. */
  readonly batches: number;
  /** Number of rows in all batches. */
  readonly rows: number;
  /** Whether any buffer is compressed. */
  readonly compressed: boolean;
}

const FILE_MAGIC = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]; // ARROW1
const CONTINUATION = -1;
/** The most bytes that one compressed buffer may claim to unpack to. */
const MAX_UNPACKED = 1n << 30n;

/** Kinds of message in the Arrow format's Message.fbs. */
const DICTIONARY_BATCH = 2, RECORD_BATCH = 3;

/**
 * Walks Arrow IPC bytes message by message to the end-of-stream marker (of a file: to its footer)
 * without decoding a value, and checks every length on the way.
 *
 * Format: the Arrow columnar format's "Serialization and Interprocess Communication" chapter.
 *
 * @throws {TypeError} if the bytes are no Arrow IPC, end too early, or claim an impossible length
 */
export function checkArrow(bytes: Uint8Array): ArrowFacts {
  const isFile = bytes.length >= 6 && FILE_MAGIC.every((byte, i) => bytes[i] === byte);
  if (
    !isFile &&
    !(bytes.length >= 8 &&
      new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true) === CONTINUATION)
  ) {
    throw new TypeError(
      `Cannot read Arrow data: ${bytes.length} bytes begin with neither an Arrow file's nor a stream's mark`,
    );
  }
  try {
    return isFile ? walkFile(bytes) : walk(bytes, bytes.length);
  } catch (error) {
    const reason = error instanceof RangeError
      ? "a length points outside of it"
      : (error as Error).message;
    throw new TypeError(`Cannot read Arrow data of ${bytes.length} bytes: ${reason}`, {
      cause: error,
    });
  }
}

function walkFile(bytes: Uint8Array): ArrowFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tail = bytes.length - FILE_MAGIC.length;
  if (tail < 12 || !FILE_MAGIC.every((byte, i) => bytes[tail + i] === byte)) {
    throw new Error("it is cut short: the file's closing mark is missing");
  }
  const footer = tail - 4 - view.getInt32(tail - 4, true);
  if (footer < 8 || footer > tail - 4) throw new Error("its footer has an impossible length");
  return walk(bytes.subarray(8, footer), footer - 8, true);
}

function walk(bytes: Uint8Array, limit: number, mayEndWithoutMark = false): ArrowFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, limit);
  let at = 0, batches = 0, rows = 0, compressed = false;
  for (;;) {
    if (mayEndWithoutMark && at === limit) break;
    if (at + 8 > limit) throw new Error("it is cut short: the end-of-stream mark is missing");
    if (view.getInt32(at, true) !== CONTINUATION) {
      throw new Error("a message does not begin with its mark");
    }
    const length = view.getInt32(at + 4, true);
    at += 8;
    if (length === 0) break;
    if (length < 0 || at + length > limit) {
      throw new Error("it is cut short inside a message's head");
    }
    const message = new Message(new DataView(bytes.buffer, bytes.byteOffset + at, length));
    at += length;
    const body = bytes.subarray(at, at + message.bodyLength);
    if (message.bodyLength < 0 || body.length < message.bodyLength) {
      throw new Error("it is cut short inside a message's body");
    }
    const batch = message.batch();
    if (batch !== undefined) {
      if (batch.rows < 0) throw new Error("a batch has a negative length");
      if (message.kind === RECORD_BATCH) {
        batches++;
        rows += batch.rows;
      }
      if (batch.compressed) {
        compressed = true;
        checkUnpackedLengths(batch.buffers, body);
      }
    }
    at += message.bodyLength;
  }
  return { stream: bytes.subarray(0, at), batches, rows, compressed };
}

/** Each compressed buffer begins with the length that it unpacks to; a wrong one exhausts memory. */
function checkUnpackedLengths(
  buffers: { offset: bigint; length: bigint }[],
  body: Uint8Array,
): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (const { offset, length } of buffers) {
    if (length === 0n) continue;
    if (offset < 0n || length < 8n || offset + length > BigInt(body.length)) {
      throw new Error("a compressed buffer lies outside its body");
    }
    const unpacked = view.getBigInt64(Number(offset), true);
    if (unpacked < -1n || unpacked > MAX_UNPACKED) {
      throw new Error(`a compressed buffer claims to unpack to ${unpacked} bytes`);
    }
  }
}

/** The few members of Message.fbs and its batches that the walk needs, read as FlatBuffers. */
class Message {
  readonly kind: number;
  readonly bodyLength: number;
  readonly #view: DataView;
  readonly #table: number;

  constructor(view: DataView) {
    this.#view = view;
    this.#table = view.getUint32(0, true);
    const kind = this.#field(this.#table, 1);
    const body = this.#field(this.#table, 3);
    this.kind = kind === 0 ? 0 : view.getUint8(kind);
    this.bodyLength = body === 0 ? 0 : Number(view.getBigInt64(body, true));
  }

  /** The record batch of the message, or that inside its dictionary batch. */
  batch():
    | { rows: number; compressed: boolean; buffers: { offset: bigint; length: bigint }[] }
    | undefined {
    if (this.kind !== DICTIONARY_BATCH && this.kind !== RECORD_BATCH) return undefined;
    let batch = this.#target(this.#field(this.#table, 2));
    if (this.kind === DICTIONARY_BATCH) {
      const delta = this.#field(batch, 2);
      if (delta !== 0 && this.#view.getUint8(delta) !== 0) {
        throw new Error("delta dictionaries are not supported");
      }
      batch = this.#target(this.#field(batch, 1));
    }
    const length = this.#field(batch, 0);
    return {
      rows: length === 0 ? 0 : Number(this.#view.getBigInt64(length, true)),
      compressed: this.#field(batch, 3) !== 0,
      buffers: this.#buffers(this.#field(batch, 2)),
    };
  }

  #buffers(field: number): { offset: bigint; length: bigint }[] {
    if (field === 0) return [];
    const vector = this.#target(field);
    const count = this.#view.getUint32(vector, true);
    if (count * 16 > this.#view.byteLength) {
      throw new Error("a batch has an impossible number of buffers");
    }
    return Array.from({ length: count }, (_, i) => ({
      offset: this.#view.getBigInt64(vector + 4 + i * 16, true),
      length: this.#view.getBigInt64(vector + 12 + i * 16, true),
    }));
  }

  #target(field: number): number {
    return field + this.#view.getUint32(field, true);
  }

  /** Where the i-th field of a table lies, or 0 if it is absent. */
  #field(table: number, index: number): number {
    const vtable = table - this.#view.getInt32(table, true);
    const slot = 4 + 2 * index;
    if (slot + 2 > this.#view.getUint16(vtable, true)) return 0;
    const offset = this.#view.getUint16(vtable + slot, true);
    return offset === 0 ? 0 : table + offset;
  }
}
