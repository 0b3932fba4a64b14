import { FlatTable } from "./flatTable.ts";

/** Marker at the start and end of an Arrow file: `ARROW1`. */
export const FILE_MAGIC = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31] as const;

/** Position of a message in a file. */
export interface Block {
  /** Offset from the start of the file. */
  readonly offset: number;
  /** Number of bytes of its head, including the marker and the length before it. */
  readonly headLength: number;
  readonly bodyLength: number;
}

export interface Footer {
  readonly start: number;
  readonly flat: FlatTable;
  readonly schema: number;
  readonly dictionaries: readonly Block[];
  readonly batches: readonly Block[];
}

/** Indexes of the fields in the tables of File.fbs, and the number of bytes of a block. */
const FOOTER = { schema: 1, dictionaries: 2, batches: 3 } as const, BLOCK = 24;

/** Returns whether bytes start as an Arrow file does. */
export function isFile(bytes: Uint8Array): boolean {
  return bytes.length >= FILE_MAGIC.length && FILE_MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Reads the footer of an Arrow file, which locates its messages.
 *
 * @throws {Error} if it is missing or damaged
 */
export function readFooter(bytes: Uint8Array): Footer {
  const tail = bytes.length - FILE_MAGIC.length;
  if (tail < 12 || !FILE_MAGIC.every((byte, i) => bytes[tail + i] === byte)) {
    throw new Error("it is cut short: the file's closing mark is missing");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getInt32(tail - 4, true), start = tail - 4 - length;
  if (length < 8 || start < 8) throw new Error("its footer has an impossible length");
  const flat = new FlatTable(bytes.subarray(start, tail - 4));
  const schema = flat.table(flat.root, FOOTER.schema);
  if (schema === undefined) throw new Error("its footer has no schema");
  const blocks = (index: number): Block[] => {
    const { at, count } = flat.vector(flat.root, index, BLOCK);
    return Array.from({ length: count }, (_, i) => blockAt(flat, at + BLOCK * i));
  };
  return {
    start,
    flat,
    schema,
    dictionaries: blocks(FOOTER.dictionaries),
    batches: blocks(FOOTER.batches),
  };
}

function blockAt({ view }: FlatTable, at: number): Block {
  const [offset, headLength, bodyLength] = [
    Number(view.getBigInt64(at, true)),
    view.getInt32(at + 8, true),
    Number(view.getBigInt64(at + 16, true)),
  ];
  if (offset < 0 || headLength < 0 || bodyLength < 0) {
    throw new Error("its footer names a message of a negative length");
  }
  return { offset, headLength, bodyLength };
}
