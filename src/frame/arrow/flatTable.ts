import { Buffer } from "node:buffer";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Maximum number of bytes that are decoded at once; a string cannot be much longer. */
const MOST_LATIN = 1 << 28;

const NO_ITEMS = { at: 0, count: 0 } as const;

/**
 * Reader of the tables of a FlatBuffer, without copying. A position outside the bytes makes the
 * `DataView` throw a `RangeError`. Offsets to tables are unsigned and only lead forward, so reading
 * cannot loop forever.
 */
export class FlatTable {
  readonly view: DataView;
  readonly root: number;
  readonly #bytes: Uint8Array;
  /** All bytes as text, since decoding each name takes long; only ASCII in it is right. */
  #latin: string | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.root = this.view.getUint32(0, true);
  }

  target(field: number): number {
    return field + this.view.getUint32(field, true);
  }

  /**
   * Returns the offset that locates the i-th field of a table; 0 if the table has no entry for it.
   */
  slot(table: number, index: number): number {
    const vtable = table - this.view.getInt32(table, true), slot = 4 + 2 * index;
    return slot + 2 > this.view.getUint16(vtable, true) ? 0 : vtable + slot;
  }

  /** Returns the position of the i-th field of a table; 0 if it is absent. */
  field(table: number, index: number): number {
    const slot = this.slot(table, index);
    const offset = slot === 0 ? 0 : this.view.getUint16(slot, true);
    return offset === 0 ? 0 : table + offset;
  }

  table(table: number, index: number): number | undefined {
    const field = this.field(table, index);
    return field === 0 ? undefined : this.target(field);
  }

  /** Reads a field of 8 bits, or returns its default if it is absent. */
  byte(table: number, index: number, absent: number): number {
    const field = this.field(table, index);
    return field === 0 ? absent : this.view.getUint8(field);
  }

  /** Reads a field of 16 bits, or returns its default if it is absent. */
  short(table: number, index: number, absent: number): number {
    const field = this.field(table, index);
    return field === 0 ? absent : this.view.getInt16(field, true);
  }

  /** Reads a field of 32 bits, or returns its default if it is absent. */
  int(table: number, index: number, absent: number): number {
    const field = this.field(table, index);
    return field === 0 ? absent : this.view.getInt32(field, true);
  }

  /** Reads a field of 64 bits that identifies something; 0 if it is absent. */
  id(table: number, index: number): bigint {
    const field = this.field(table, index);
    return field === 0 ? 0n : this.view.getBigInt64(field, true);
  }

  /** Reads a field of 64 bits that counts something; 0 if it is absent. */
  wide(table: number, index: number): number {
    const field = this.field(table, index);
    return field === 0 ? 0 : this.wideAt(field);
  }

  /**
   * Reads 64 bits at a position as a number. Above 2^53 it is rounded, but no machine has that many
   * bytes or rows, and a bigint for each buffer of a wide table is slow.
   */
  wideAt(at: number): number {
    return this.view.getInt32(at + 4, true) * 2 ** 32 + this.view.getUint32(at, true);
  }

  /** Returns the number of bytes of a text; 0 if it is absent. */
  textLength(table: number, index: number): number {
    const at = this.table(table, index);
    return at === undefined ? 0 : this.view.getUint32(at, true);
  }

  text(table: number, index: number): string | undefined {
    const at = this.table(table, index);
    if (at === undefined) return undefined;
    const length = this.view.getUint32(at, true);
    const start = at + 4, end = start + length;
    if (this.#bytes.length <= MOST_LATIN && isAscii(this.#bytes, start, end)) {
      return (this.#latin ??= latin(this.#bytes)).slice(start, end);
    }
    return UTF8.decode(this.#bytes.subarray(start, end));
  }

  /**
   * Returns the position of a vector's items, each `size` bytes long; no items if it is absent.
   *
   * @throws {Error} if it claims more items than there are bytes
   */
  vector(table: number, index: number, size: number): { at: number; count: number } {
    const vector = this.table(table, index);
    if (vector === undefined) return NO_ITEMS;
    const count = this.view.getUint32(vector, true), at = vector + 4;
    if (count === 0) return NO_ITEMS;
    if (at + count * size > this.view.byteLength) {
      throw new Error(`a list claims ${count} entries, more than there are bytes`);
    }
    return { at, count };
  }
}

/** Decodes bytes as Latin-1, ten times as fast as a TextDecoder. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! > 0x7f) return false;
  return true;
}
