// Takes Parquet files apart into row groups and columns, and puts them together again.
// Thrift's compact protocol: github.com/apache/thrift, doc/specs/thrift-compact-protocol.md.

/** A field of a struct. The type holds a boolean's value; doubles and texts are bytes. */
interface Field {
  readonly id: number;
  readonly type: number;
  readonly value: Value;
}
type Value = bigint | Uint8Array | List | Fields | undefined;
interface List {
  readonly type: number;
  readonly items: readonly Value[];
}
type Fields = readonly Field[];

/** A row group or a column: its fields, and the bytes of a column. */
export interface ParquetPart {
  readonly fields: Fields;
  readonly bytes?: Uint8Array;
}

const BYTE = 3, I64 = 6, DOUBLE = 7, BINARY = 8, LIST = 9, STRUCT = 12;
/** Numbers of fields in parquet.thrift. */
const FILE_ROWS = 3, FILE_GROUPS = 4, GROUP_COLUMNS = 1, GROUP_ROWS = 3, COLUMN = 3, PLACE = 2;
const PACKED = 7, DATA = 9, DICTIONARY = 11;

class Reader {
  constructor(readonly bytes: Uint8Array, public at: number) {}

  fields(): Fields {
    const found: Field[] = [];
    for (let id = 0;;) {
      const head = this.bytes[this.at++]!, type = head & 15;
      if (head === 0) return found;
      id = head >> 4 === 0 ? Number(unsigned(this.number())) : id + (head >> 4);
      found.push({ id, type, value: type < BYTE ? undefined : this.value(type) });
    }
  }

  value(type: number): Value {
    if (type === BYTE || type < BYTE) return BigInt(this.bytes[this.at++]!);
    if (type <= I64) return this.number();
    if (type === DOUBLE || type === BINARY) {
      const length = type === DOUBLE ? 8 : Number(this.number());
      return this.bytes.subarray(this.at, this.at += length);
    }
    if (type === STRUCT) return this.fields();
    const head = this.bytes[this.at++]!;
    const size = head >> 4 === 15 ? Number(this.number()) : head >> 4;
    return { type: head & 15, items: Array.from({ length: size }, () => this.value(head & 15)) };
  }

  number(): bigint {
    for (let value = 0n, shift = 0n;; shift += 7n) {
      const byte = this.bytes[this.at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}

function varint(number: bigint): number[] {
  return number < 128n ? [Number(number)] : [Number(number & 127n) | 128, ...varint(number >> 7n)];
}

const signed = (number: bigint): bigint => number >= 0n ? number << 1n : ~(number << 1n);
const unsigned = (zigzag: bigint): bigint => (zigzag >> 1n) ^ -(zigzag & 1n);

function written(type: number, value: Value): number[] {
  if (value === undefined) return [];
  if (typeof value === "bigint") return type <= BYTE ? [Number(value)] : varint(value);
  if (value instanceof Uint8Array) {
    return [...type === BINARY ? varint(BigInt(value.length)) : [], ...value];
  }
  if ("items" in value) {
    const { type, items } = value, size = BigInt(items.length);
    const head = size < 15n ? [items.length << 4 | type] : [0xf0 | type, ...varint(size)];
    return [...head, ...items.flatMap((item) => written(type, item))];
  }
  let last = 0;
  const parts = value.toSorted((a, b) => a.id - b.id).flatMap(({ id, type, value }) => {
    const delta = id - last;
    last = id;
    const isShort = delta > 0 && delta < 16;
    const head = isShort ? [delta << 4 | type] : [type, ...varint(signed(BigInt(id)))];
    return [...head, ...written(type, value)];
  });
  return [...parts, 0];
}

const fieldOf = (fields: Fields, id: number): Value => fields.find((each) => each.id === id)?.value;
const numberOf = (fields: Fields, id: number): number => {
  const value = fieldOf(fields, id);
  return typeof value === "bigint" ? Number(unsigned(value)) : 0;
};
const structs = (value: Value): Fields[] =>
  typeof value === "object" && "items" in value ? value.items.filter(isStruct) : [];
const isStruct = (value: Value): value is Fields => Array.isArray(value);
const put = (fields: Fields, id: number, type: number, value: Value): Fields => [
  ...fields.filter((each) => each.id !== id),
  { id, type, value },
];

function footerOf(bytes: Uint8Array): Fields {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Reader(bytes, bytes.length - 8 - view.getInt32(bytes.length - 8, true)).fields();
}

/** Returns the number of rows of all row groups. */
export function parquetRows(bytes: Uint8Array): number {
  const groups = structs(fieldOf(footerOf(bytes), FILE_GROUPS));
  return groups.reduce((sum, group) => sum + numberOf(group, GROUP_ROWS), 0);
}

/** Returns the row groups of a file, each with its columns. */
export function parquetGroups(bytes: Uint8Array): { open: ParquetPart; columns: ParquetPart[] }[] {
  return structs(fieldOf(footerOf(bytes), FILE_GROUPS)).map((group) => ({
    open: { fields: group.filter(({ id }) => id !== GROUP_COLUMNS) },
    columns: structs(fieldOf(group, GROUP_COLUMNS)).map((fields) => {
      const [column = []] = [fieldOf(fields, COLUMN)].filter(isStruct);
      const start = numberOf(column, DICTIONARY) || numberOf(column, DATA);
      return { fields, bytes: bytes.subarray(start, start + numberOf(column, PACKED)) };
    }),
  }));
}

/** Parts of a file, one in the other. */
export interface ParquetTree {
  readonly open: unknown;
  readonly parts: readonly ParquetTree[];
}

/** Writes row groups with the rest of a file's footer; each column's bytes are written once more. */
export function parquetFile(
  original: Uint8Array,
  groups: readonly ParquetTree[],
): Uint8Array<ArrayBuffer> {
  const mark = original.subarray(0, 4), bodies = [mark];
  let at = mark.length;
  const structOf = ({ open, parts }: ParquetTree): Fields => {
    let { fields, bytes } = open as ParquetPart;
    const [column] = [fieldOf(fields, COLUMN)].filter(isStruct);
    if (bytes !== undefined && column !== undefined) {
      const from = numberOf(column, DICTIONARY) || numberOf(column, DATA), move = at - from;
      const moved = column.map((each) =>
        each.id === DATA || each.id === DICTIONARY
          ? { ...each, value: signed(BigInt(numberOf(column, each.id) + move)) }
          : each
      );
      fields = put(put(fields, COLUMN, STRUCT, moved), PLACE, I64, signed(BigInt(at)));
      bodies.push(bytes);
      at += bytes.length;
    }
    if (parts.length === 0) return fields;
    return put(fields, GROUP_COLUMNS, LIST, { type: STRUCT, items: parts.map(structOf) });
  };
  const items = groups.map(structOf);
  const rows = items.reduce((sum, group) => sum + numberOf(group, GROUP_ROWS), 0);
  const footer = put(
    put(footerOf(original), FILE_ROWS, I64, signed(BigInt(rows))),
    FILE_GROUPS,
    LIST,
    { type: STRUCT, items },
  );
  const end = written(STRUCT, footer), length = new DataView(new ArrayBuffer(4));
  length.setInt32(0, end.length, true);
  return new Uint8Array([
    ...bodies.flatMap((body) => [...body]),
    ...end,
    ...new Uint8Array(length.buffer),
    ...mark,
  ]);
}
