/** What a walk over Arrow IPC bytes found. */
export interface ArrowFacts {
  /** The bytes that hold the messages, in stream format; of a file, those between its magic and its footer. */
  readonly stream: Uint8Array;
  /** Whether the bytes are a file, whose schema may be in its footer alone. */
  readonly isFile: boolean;
  /** Number of record batches. */
  readonly batches: number;
  /** Number of rows in all batches. */
  readonly rows: number;
  /** Whether any buffer is compressed. */
  readonly compressed: boolean;
}

const FILE_MAGIC = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]; // ARROW1
const CONTINUATION = -1;
/** The most bytes that one compressed buffer, and that all of them together, may claim to unpack to. */
const MAX_UNPACKED = 1n << 30n, MAX_UNPACKED_IN_ALL = 1n << 33n;

/** Kinds of message in the Arrow format's Message.fbs. */
const DICTIONARY_BATCH = 2, RECORD_BATCH = 3;

/**
 * Walks Arrow IPC bytes message by message to the end-of-stream marker (of a file: to its footer)
 * without decoding a value, and checks every length on the way: nothing may follow the end, and a
 * file must hold as many batches as its footer names.
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
    return isFile ? walkFile(bytes) : walk(bytes, false);
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
  const facts = walk(bytes.subarray(8, footer), true);
  const named = batchesInFooter(bytes.subarray(footer, tail - 4));
  if (named !== facts.batches) {
    throw new Error(`it has ${facts.batches} batches, its footer names ${named}`);
  }
  return facts;
}

function batchesInFooter(bytes: Uint8Array): number {
  const footer = new FlatTable(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const batches = footer.field(footer.root, FOOTER.recordBatches);
  return batches === 0 ? 0 : footer.view.getUint32(footer.target(batches), true);
}

/** The messages of a stream, or of a file, which may end without a mark. */
function walk(bytes: Uint8Array, isFile: boolean): ArrowFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const limit = bytes.length;
  let at = 0, batches = 0, rows = 0, unpacked = 0n, compressed = false;
  for (;;) {
    if (isFile && at === limit) break;
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
    const message = readMessage(new DataView(bytes.buffer, bytes.byteOffset + at, length));
    at += length;
    if (message.bodyLength < 0) throw new Error("a message has a negative length");
    if (at + message.bodyLength > limit) throw new Error("it is cut short inside a message's body");
    if (message.rows < 0) throw new Error("a batch has a negative length");
    if (message.kind === RECORD_BATCH) {
      batches++;
      rows += message.rows;
    }
    if (message.compressed !== undefined) {
      compressed = true;
      unpacked += unpackedLength(
        message.compressed,
        bytes.subarray(at, at + message.bodyLength),
      );
      if (unpacked > MAX_UNPACKED_IN_ALL) {
        throw new Error(`its compressed buffers claim to unpack to more than ${unpacked} bytes`);
      }
    }
    at += message.bodyLength;
  }
  if (at < limit) throw new Error(`${limit - at} bytes follow its end-of-stream mark`);
  return { stream: bytes, isFile, batches, rows, compressed };
}

/** Each compressed buffer begins with the length that it unpacks to; a wrong one exhausts memory. */
function unpackedLength(buffers: readonly BufferPlace[], body: Uint8Array): bigint {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let sum = 0n;
  for (const { offset, length } of buffers) {
    if (length === 0n) continue;
    if (offset < 0n || length < 8n || offset + length > BigInt(body.length)) {
      throw new Error("a compressed buffer lies outside its body");
    }
    const unpacked = view.getBigInt64(Number(offset), true);
    if (unpacked < -1n || unpacked > MAX_UNPACKED) {
      throw new Error(`a compressed buffer claims to unpack to ${unpacked} bytes`);
    }
    if (unpacked > 0n) sum += unpacked;
  }
  return sum;
}

/** Where a buffer lies in the body of its message. */
interface BufferPlace {
  readonly offset: bigint;
  readonly length: bigint;
}

/** What the walk needs of a message. */
interface MessageHead {
  readonly kind: number;
  readonly bodyLength: number;
  /** Rows of a batch; 0 of other messages. */
  readonly rows: number;
  /** The buffers of a batch if they are compressed. */
  readonly compressed: readonly BufferPlace[] | undefined;
}

/** The places of the fields that the walk reads in the tables of Message.fbs and File.fbs. */
const MESSAGE = { kind: 1, header: 2, bodyLength: 3 } as const;
const BATCH = { length: 0, buffers: 2, compression: 3 } as const;
const DICTIONARY = { batch: 1, isDelta: 2 } as const;
const FOOTER = { recordBatches: 3 } as const;

function readMessage(view: DataView): MessageHead {
  const flat = new FlatTable(view);
  const kindAt = flat.field(flat.root, MESSAGE.kind);
  const bodyAt = flat.field(flat.root, MESSAGE.bodyLength);
  const kind = kindAt === 0 ? 0 : view.getUint8(kindAt);
  const bodyLength = bodyAt === 0 ? 0 : Number(view.getBigInt64(bodyAt, true));
  if (kind !== DICTIONARY_BATCH && kind !== RECORD_BATCH) {
    return { kind, bodyLength, rows: 0, compressed: undefined };
  }
  let batch = flat.target(flat.field(flat.root, MESSAGE.header));
  if (kind === DICTIONARY_BATCH) {
    const delta = flat.field(batch, DICTIONARY.isDelta);
    if (delta !== 0 && view.getUint8(delta) !== 0) {
      throw new Error("delta dictionaries are not supported");
    }
    batch = flat.target(flat.field(batch, DICTIONARY.batch));
  }
  const lengthAt = flat.field(batch, BATCH.length);
  return {
    kind,
    bodyLength,
    rows: lengthAt === 0 ? 0 : Number(view.getBigInt64(lengthAt, true)),
    compressed: flat.field(batch, BATCH.compression) === 0
      ? undefined
      : buffersAt(flat, flat.field(batch, BATCH.buffers)),
  };
}

function buffersAt(flat: FlatTable, field: number): BufferPlace[] {
  if (field === 0) return [];
  const vector = flat.target(field);
  const count = flat.view.getUint32(vector, true);
  if (count * 16 > flat.view.byteLength) {
    throw new Error("a batch has an impossible number of buffers");
  }
  return Array.from({ length: count }, (_, i) => ({
    offset: flat.view.getBigInt64(vector + 4 + i * 16, true),
    length: flat.view.getBigInt64(vector + 12 + i * 16, true),
  }));
}

/** Tables of a FlatBuffer. */
class FlatTable {
  readonly view: DataView;
  /** Where the root table lies. */
  readonly root: number;

  constructor(view: DataView) {
    this.view = view;
    this.root = view.getUint32(0, true);
  }

  /** What a field points to. */
  target(field: number): number {
    return field + this.view.getUint32(field, true);
  }

  /** Where the i-th field of a table lies, or 0 if it is absent. */
  field(table: number, index: number): number {
    const vtable = table - this.view.getInt32(table, true);
    const slot = 4 + 2 * index;
    if (slot + 2 > this.view.getUint16(vtable, true)) return 0;
    const offset = this.view.getUint16(vtable + slot, true);
    return offset === 0 ? 0 : table + offset;
  }
}
