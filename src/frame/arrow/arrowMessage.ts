import { FlatTable } from "./flatTable.ts";

/** Kinds of message in the Arrow format's Message.fbs. */
export const SCHEMA = 1, DICTIONARY_BATCH = 2, RECORD_BATCH = 3;

/** Head of a message: everything before its body. */
export interface Message {
  readonly flat: FlatTable;
  readonly kind: number;
  readonly bodyLength: number;
  /** Position of the schema or of the batch. */
  readonly header: number;
  /** Id of the dictionary, in a dictionary batch. */
  readonly dictionary: bigint | undefined;
}

/** Description of a batch's body. */
export interface Batch {
  /** Number of rows. */
  readonly rows: number;
  /** Length of each column and of each nested column, in the schema's order. */
  readonly nodes: Float64Array;
  /** Offset of each buffer in the message's body, in the schema's order. */
  readonly offsets: Float64Array;
  /** Length of each buffer. */
  readonly lengths: Float64Array;
  /** `true` if the buffers are compressed. */
  readonly compressed: boolean;
  /** Number of data buffers of each view column. */
  readonly viewBuffers: Float64Array;
}

/** Indexes of the fields in the tables of Message.fbs. */
const MESSAGE = { kind: 1, header: 2, bodyLength: 3 } as const;
const BATCH = { length: 0, nodes: 1, buffers: 2, compression: 3, viewBuffers: 4 } as const;
const DICTIONARY = { id: 0, batch: 1, isDelta: 2 } as const;

/**
 * Reads the head of a message.
 *
 * @throws {Error} if its kind is not supported, or its length is negative
 */
export function readMessage(bytes: Uint8Array): Message {
  const flat = new FlatTable(bytes);
  const kind = flat.byte(flat.root, MESSAGE.kind, 0);
  const bodyLength = flat.wide(flat.root, MESSAGE.bodyLength);
  if (bodyLength < 0) throw new Error("a message has a negative length");
  const header = flat.table(flat.root, MESSAGE.header);
  if (header === undefined) throw new Error("a message has no head");
  if (kind !== DICTIONARY_BATCH) {
    if (kind === SCHEMA || kind === RECORD_BATCH) {
      return { flat, kind, bodyLength, header, dictionary: undefined };
    }
    throw new Error(`a message is of kind ${kind}, neither schema nor batch`);
  }
  if (flat.byte(header, DICTIONARY.isDelta, 0) !== 0) {
    throw new Error("delta dictionaries are not supported");
  }
  const batch = flat.table(header, DICTIONARY.batch);
  if (batch === undefined) throw new Error("a dictionary has no values");
  const dictionary = flat.id(header, DICTIONARY.id);
  return { flat, kind, bodyLength, header: batch, dictionary };
}

/** Reads the description of a message's batch. */
export function readBatch({ flat, header }: Message): Batch {
  const numbers = (index: number, size: number, shift = 0): Float64Array => {
    const { at, count } = flat.vector(header, index, size), found = new Float64Array(count);
    for (let i = 0; i < count; i++) found[i] = flat.wideAt(at + size * i + shift);
    return found;
  };
  return {
    rows: flat.wide(header, BATCH.length),
    nodes: numbers(BATCH.nodes, 16),
    offsets: numbers(BATCH.buffers, 16),
    lengths: numbers(BATCH.buffers, 16, 8),
    compressed: flat.field(header, BATCH.compression) !== 0,
    viewBuffers: numbers(BATCH.viewBuffers, 8),
  };
}
