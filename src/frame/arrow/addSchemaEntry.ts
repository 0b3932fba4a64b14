import { Buffer } from "node:buffer";
import { FlatTable } from "./flatTable.ts";
import { FILE_MAGIC, isFile, readFooter } from "./readFooter.ts";

/** Field of a table: a number in four bytes, or the position of the object that it refers to. */
type Field = { readonly number: number } | { readonly to: number } | undefined;

/** Number of bytes of a continuation mark and a length, which precede the head of a message. */
const PREFIX = 8;

/**
 * Adds an entry to the metadata of the schema in Arrow IPC bytes. Polars' writers cannot do this.
 *
 * The buffers do not change. In a stream, the head of the first message is extended. In a file,
 * the footer is extended: it is what readers of files use, and it is at the end, so no message
 * moves.
 *
 * @param bytes Valid bytes, such as those that Polars has written.
 */
export function addSchemaEntry(bytes: Uint8Array, key: string, value: string): Uint8Array {
  if (isFile(bytes)) {
    const { start, flat, schema } = readFooter(bytes);
    const own = bytes.subarray(start, bytes.length - FILE_MAGIC.length - 4);
    const footer = extend(own, flat, { schema, at: 1 }, [key, value]);
    const tail = new Uint8Array(4 + FILE_MAGIC.length);
    new DataView(tail.buffer).setInt32(0, footer.length, true);
    tail.set(FILE_MAGIC, 4);
    return Buffer.concat([bytes.subarray(0, start), footer, tail]);
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
  const own = bytes.subarray(PREFIX, PREFIX + length), flat = new FlatTable(own);
  const head = extend(own, flat, { schema: flat.table(flat.root, 2)!, at: 2 }, [key, value]);
  const prefix = Uint8Array.from(bytes.subarray(0, PREFIX));
  new DataView(prefix.buffer).setInt32(4, head.length, true);
  return Buffer.concat([prefix, head, bytes.subarray(PREFIX + length)]);
}

/**
 * Puts new tables in front of a FlatBuffer, which refer to the parts of the old ones: offsets in a
 * FlatBuffer only lead forward, so nothing in the old bytes changes.
 *
 * @param known The schema's table, and the index of the field of the root that refers to it.
 */
function extend(
  old: Uint8Array,
  flat: FlatTable,
  { schema, at }: { readonly schema: number; readonly at: number },
  [key, value]: readonly [string, string],
): Uint8Array {
  const entries = flat.vector(schema, 2, 4), count = entries.count + 1;
  const texts = [key, value].map((text) => new TextEncoder().encode(text));
  const textSizes = texts.map(({ length }) => 4 * Math.ceil((4 + length + 1) / 4));
  const sizes = [4, 48, 48, 4 + 4 * count, 20, ...textSizes];
  let end = 0;
  const [, rootAt, schemaAt, vectorAt, entryAt, keyAt, valueAt] = sizes.map((each) =>
    (end += each) - each
  ) as [number, number, number, number, number, number, number];
  const size = 8 * Math.ceil(end / 8);
  const bytes = new Uint8Array(size + old.length), view = new DataView(bytes.buffer);
  bytes.set(old, size);
  const link = (from: number, to: number): void => view.setUint32(from, to - from, true);
  /** Writes a table whose fields each take four bytes, and returns its position. */
  const table = (start: number, fields: readonly Field[]): number => {
    const vtable = 4 + 2 * fields.length, here = start + 4 * Math.ceil(vtable / 4);
    view.setUint16(start, vtable, true);
    view.setUint16(start + 2, 4 + 4 * fields.length, true);
    view.setInt32(here, here - start, true);
    fields.forEach((field, i) => {
      if (field === undefined) return;
      view.setUint16(start + 4 + 2 * i, 4 + 4 * i, true);
      const slot = here + 4 + 4 * i;
      if ("number" in field) view.setUint32(slot, field.number, true);
      else link(slot, field.to);
    });
    return here;
  };
  /** Returns a field with the target of the same field in an old table. */
  const kept = (from: number, index: number): Field => {
    const to = flat.table(from, index);
    return to === undefined ? undefined : { to: size + to };
  };
  const newSchema = table(schemaAt, [
    { number: flat.short(schema, 0, 0) },
    kept(schema, 1),
    { to: vectorAt },
    kept(schema, 3),
  ]);
  const root = flat.root, version = { number: flat.short(root, 0, 0) };
  const toSchema = { to: newSchema };
  link(
    0,
    table(
      rootAt,
      at === 1
        ? [version, toSchema, kept(root, 2), kept(root, 3), kept(root, 4)]
        : [version, { number: flat.byte(root, 1, 0) }, toSchema, undefined, kept(root, 4)],
    ),
  );
  view.setUint32(vectorAt, count, true);
  for (let i = 0; i < entries.count; i++) {
    link(vectorAt + 4 + 4 * i, size + flat.target(entries.at + 4 * i));
  }
  link(vectorAt + 4 * count, table(entryAt, [{ to: keyAt }, { to: valueAt }]));
  [keyAt, valueAt].forEach((start, i) => {
    const text = texts[i]!;
    view.setUint32(start, text.length, true);
    bytes.set(text, start + 4);
  });
  return bytes;
}
