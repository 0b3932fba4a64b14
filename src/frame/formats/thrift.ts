/** Value of Thrift's compact protocol: a number, text, a list, or the fields of a struct. */
export type ThriftValue = number | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** Fields of a struct by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** Types of the compact protocol. */
const STOP = 0, TRUE = 1, FALSE = 2, BYTE = 3, INT_16 = 4, INT_32 = 5, INT_64 = 6, DOUBLE = 7;
const BINARY = 8, LIST = 9, SET = 10, MAP = 11, STRUCT = 12;

/** Maximum depth of nesting; Parquet needs five levels. */
const DEEPEST = 32;

/** Maximum number of a field: 16 bits with a sign. */
const MOST_FIELDS = 32_767;

/** Reader of structs in Thrift's compact protocol, the encoding of Parquet's metadata. */
export class ThriftReader {
  /** Position of the next byte. */
  at: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  /** Creates a reader that starts at a position. Reading past the end throws a `RangeError`. */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  /**
   * Reads the struct at the current position.
   *
   * @throws {Error} if it is not a struct
   */
  struct(depth = 0): ThriftStruct {
    if (depth > DEEPEST) throw new Error("its metadata is nested too deeply");
    const fields = new Map<number, ThriftValue>();
    for (let id = 0;;) {
      const head = this.#byte();
      if (head === STOP) return fields;
      const delta = head >> 4;
      id = delta === 0 ? this.#integer() : id + delta;
      if (id < 0 || id > MOST_FIELDS || fields.has(id)) {
        throw new Error(`its metadata has a field ${id}, which is impossible or repeated`);
      }
      fields.set(id, this.#value(head & 0x0f, depth, false));
    }
  }

  /** @param inList `true` for an item of a list, where a boolean takes a byte. */
  #value(type: number, depth: number, inList: boolean): ThriftValue {
    switch (type) {
      case TRUE:
      case FALSE:
        return inList ? this.#byte() : type;
      case BYTE:
        return this.#byte();
      case INT_16:
      case INT_32:
      case INT_64:
        return this.#integer();
      case DOUBLE:
        this.at += 8;
        return this.#view.getFloat64(this.at - 8, true);
      case BINARY: {
        const length = this.#varint(), start = this.at;
        this.at += length;
        if (this.at > this.#bytes.length) {
          throw new RangeError("a text extends beyond the metadata");
        }
        return this.#bytes.subarray(start, this.at);
      }
      case LIST:
      case SET: {
        const head = this.#byte(), size = head >> 4 === 15 ? this.#varint() : head >> 4;
        return this.#items(size, () => this.#value(head & 0x0f, depth + 1, true));
      }
      case MAP: {
        const size = this.#varint(), types = size === 0 ? 0 : this.#byte();
        return this.#items(
          2 * size,
          (i) => this.#value(i % 2 === 0 ? types >> 4 : types & 0x0f, depth + 1, true),
        );
      }
      case STRUCT:
        return this.struct(depth + 1);
    }
    throw new Error(`its metadata has a value of type ${type}, which does not exist`);
  }

  #items(size: number, read: (i: number) => ThriftValue): ThriftValue[] {
    if (size > this.#bytes.length - this.at) {
      throw new Error(`a list claims ${size} entries, more than there are bytes`);
    }
    return Array.from({ length: size }, (_, i) => read(i));
  }

  #byte(): number {
    return this.#view.getUint8(this.at++);
  }

  /** Reads an unsigned number in groups of seven bits. */
  #varint(): number {
    return Number(this.#wide());
  }

  /** Reads a signed number, whose lowest bit is the sign. */
  #integer(): number {
    const wide = this.#wide();
    return Number(BigInt.asIntN(64, (wide >> 1n) ^ -(wide & 1n)));
  }

  #wide(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("its metadata has a number of more than 64 bits");
  }
}

/** Returns a numeric field, or a default if it is absent. */
export function numberAt(struct: ThriftStruct, id: number, absent: number): number {
  const value = struct.get(id);
  return typeof value === "number" ? value : absent;
}

/** Returns a field that is a struct, or `undefined` if it is absent. */
export function structAt(struct: ThriftStruct, id: number): ThriftStruct | undefined {
  const value = struct.get(id);
  return value instanceof Map ? value : undefined;
}

/** Returns a field that is a list of structs; empty if it is absent. */
export function structsAt(struct: ThriftStruct, id: number): ThriftStruct[] {
  const value = struct.get(id);
  return Array.isArray(value)
    ? value.filter((item): item is ThriftStruct => item instanceof Map)
    : [];
}
