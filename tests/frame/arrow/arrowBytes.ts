/**
 * Arrow IPC bytes to the letter of the format, also wrong ones, which no writer writes: FlatBuffers as
 * their specification has them, with the tables of Schema.fbs, Message.fbs and File.fbs.
 * @module
 */

/** A field of a table in a FlatBuffer. */
export type Value =
  | { readonly bits: 8 | 16 | 32 | 64; readonly value: number | bigint }
  | { readonly fields: readonly (Value | undefined)[] }
  | { readonly items: readonly Value[] }
  | { readonly structs: readonly (readonly (number | bigint)[])[] }
  | { readonly text: string }
  | { readonly count: number };

/** A table: its fields in order, some of them absent. */
export const table = (...fields: (Value | undefined)[]): Value => ({ fields });
/** A list of tables. */
export const list = (...items: Value[]): Value => ({ items });
/** A list of structs of 64-bit integers. */
export const structs = (rows: readonly (readonly (number | bigint)[])[]): Value => ({
  structs: rows,
});
/** Returns an empty list that claims to have `count` items. */
export const claimed = (count: number): Value => ({ count });
/** A text. */
export const text = (text: string): Value => ({ text });
/** An integer of 8 bits. */
export const byte = (value: number): Value => ({ bits: 8, value });
/** An integer of 16 bits. */
export const short = (value: number): Value => ({ bits: 16, value });
/** An integer of 32 bits. */
export const int = (value: number): Value => ({ bits: 32, value });
/** An integer of 64 bits. */
export const long = (value: number | bigint): Value => ({ bits: 64, value });

/** A FlatBuffer: a table at its root, each table behind its list of places, what it points to behind it. */
export function flatBuffer(root: Value): Uint8Array {
  const bytes = new Uint8Array(1 << 19), view = new DataView(bytes.buffer);
  let end = 8;
  const reserve = (length: number, align: number): number => {
    const at = Math.ceil(end / align) * align;
    end = at + length;
    return at;
  };
  const places = new Map<Value, number>(); // offsets only point forward; a shared value is written once, at the end
  const point = (from: number, value: Value): void => {
    const known = places.get(value);
    const at = known !== undefined && known > from ? known : place(value);
    places.set(value, at);
    view.setUint32(from, at - from, true);
  };
  const place = (value: Value): number => {
    if ("fields" in value) {
      const { fields } = value, slots = reserve(4 + 2 * fields.length, 8);
      const at = reserve(8 + 8 * fields.length, 8);
      view.setUint16(slots, 4 + 2 * fields.length, true);
      view.setUint16(slots + 2, 8 + 8 * fields.length, true);
      view.setInt32(at, at - slots, true);
      fields.forEach((field, i) => {
        if (field === undefined) return;
        const own = 8 + 8 * i;
        view.setUint16(slots + 4 + 2 * i, own, true);
        // Bytes next to a small number do not belong to it.
        if ("bits" in field) bytes.fill(0xee, at + own, at + own + 8);
        if (!("bits" in field)) point(at + own, field);
        else if (field.bits === 64) view.setBigInt64(at + own, BigInt(field.value), true);
        else if (field.bits === 32) view.setInt32(at + own, Number(field.value), true);
        else if (field.bits === 16) view.setInt16(at + own, Number(field.value), true);
        else view.setUint8(at + own, Number(field.value));
      });
      return at;
    }
    if ("items" in value) {
      const at = reserve(4 + 4 * value.items.length, 4);
      view.setUint32(at, value.items.length, true);
      value.items.forEach((item, i) => point(at + 4 + 4 * i, item));
      return at;
    }
    if ("structs" in value) {
      const cells = value.structs.flat(), at = reserve(8 + 8 * cells.length, 8) + 4;
      view.setUint32(at, value.structs.length, true);
      cells.forEach((cell, i) => view.setBigInt64(at + 4 + 8 * i, BigInt(cell), true));
      return at;
    }
    if ("text" in value) {
      const letters = new TextEncoder().encode(value.text), at = reserve(5 + letters.length, 4);
      view.setUint32(at, letters.length, true);
      bytes.set(letters, at + 4);
      return at;
    }
    if ("count" in value) {
      const at = reserve(4, 4);
      view.setUint32(at, value.count, true);
      return at;
    }
    throw new TypeError("a number stands in a table");
  };
  point(0, root);
  return bytes.slice(0, reserve(0, 8));
}

/** The numbers of Message.fbs's headers. */
export const SCHEMA = 1, DICTIONARY = 2, BATCH = 3;

/** Returns a column of a schema: its name, the number and table of its type, and further fields. */
export function column(
  name: string | undefined,
  kind: number,
  type: Value | undefined = table(),
  more: { dictionary?: Value; children?: Value; metadata?: Value } = {},
): Value {
  return table(
    name === undefined ? undefined : text(name),
    byte(1),
    byte(kind),
    type,
    more.dictionary,
    more.children,
    more.metadata,
  );
}

/** A schema of columns. */
export const schema = (...columns: Value[]): Value => table(undefined, list(...columns));

/** Parts of a batch. */
export interface BatchParts {
  readonly rows: number | bigint;
  /** The length of each column, and of each part of one. */
  readonly nodes: readonly (number | bigint)[];
  /** Start of each buffer, and its bytes. */
  readonly buffers: readonly (readonly [offset: number | bigint, length: number | bigint])[];
  readonly isCompressed?: boolean;
  readonly viewBuffers?: readonly number[];
}

/** A batch of rows. */
export function batch(
  { rows, nodes, buffers, isCompressed = false, viewBuffers }: BatchParts,
): Value {
  return table(
    long(rows),
    structs(nodes.map((length) => [length, 0])),
    structs(buffers),
    isCompressed ? table(byte(1)) : undefined,
    viewBuffers && structs(viewBuffers.map((count) => [count])),
  );
}

/** Returns a message as in a stream: the marker, the length of the head, the head, the body. */
export function message(
  kind: number | undefined,
  header: Value | undefined,
  body: Uint8Array = new Uint8Array(),
  bodyLength: number = body.length,
): Uint8Array {
  const head = flatBuffer(
    table(short(4), kind === undefined ? undefined : byte(kind), header, long(bodyLength)),
  );
  return join(words(-1, head.length), head, body);
}

/** Integers of 32 bits. */
export function words(...values: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

/** The end of a stream. */
export const END = words(-1, 0);

/** Bytes one after the other. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A stream of messages, to its end mark. */
export const stream = (...messages: Uint8Array[]): Uint8Array => join(...messages, END);

/** Position of a message in a file. */
export type Block = readonly [
  offset: number | bigint,
  headLength: number,
  bodyLength: number | bigint,
];

/**
 * Returns a file: its leading bytes, and a footer with a schema and the positions of dictionaries
 * and batches.
 */
export function file(
  front: Uint8Array,
  own: Value | undefined,
  batches: readonly Block[],
  dictionaries: readonly Block[] = [],
): Uint8Array {
  const footer = flatBuffer(
    table(short(4), own, structs(dictionaries), structs(batches)),
  );
  const magic = new TextEncoder().encode("ARROW1");
  return join(magic, new Uint8Array(2), front, footer, words(footer.length), magic);
}
