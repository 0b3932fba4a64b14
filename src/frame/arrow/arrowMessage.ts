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

/** Position of a buffer in a message's body. */
export interface BufferPlace {
  readonly offset: bigint;
  readonly length: bigint;
}

/** Description of a batch's body. */
export interface Batch {
  /** Number of rows. */
  readonly rows: bigint;
  /** Length of each column and of each nested column, in the schema's order. */
  readonly nodes: readonly bigint[];
  /** Buffers in the schema's order. */
  readonly buffers: readonly BufferPlace[];
  /** `true` if the buffers are compressed. */
  readonly compressed: boolean;
  /** Number of data buffers of each view column. */
  readonly viewBuffers: readonly bigint[];
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
  const bodyLength = Number(flat.wide(flat.root, MESSAGE.bodyLength));
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
  const dictionary = flat.wide(header, DICTIONARY.id);
  return { flat, kind, bodyLength, header: batch, dictionary };
}

/** Reads the description of a message's batch. */
export function readBatch({ flat, header }: Message): Batch {
  const nodes = flat.vector(header, BATCH.nodes, 16);
  const buffers = flat.vector(header, BATCH.buffers, 16);
  const viewBuffers = flat.vector(header, BATCH.viewBuffers, 8);
  const { view } = flat, places: BufferPlace[] = [];
  const wide = (at: number): bigint => view.getBigInt64(at, true);
  const every = ({ at, count }: { at: number; count: number }, size: number): bigint[] => {
    const found: bigint[] = [];
    for (let i = 0; i < count; i++) found.push(wide(at + size * i));
    return found;
  };
  for (let i = 0, { at } = buffers; i < buffers.count; i++, at += 16) {
    places.push({ offset: wide(at), length: wide(at + 8) });
  }
  return {
    rows: flat.wide(header, BATCH.length),
    nodes: every(nodes, 16),
    buffers: places,
    compressed: flat.field(header, BATCH.compression) !== 0,
    viewBuffers: every(viewBuffers, 8),
  };
}
