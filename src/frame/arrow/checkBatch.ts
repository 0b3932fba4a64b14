import type { Batch } from "./arrowMessage.ts";
import type { ArrowField } from "./arrowSchema.ts";
import type { Layout } from "./arrowTypes.ts";

/** Size that a batch claims. */
export interface BatchSize {
  /** Number of bytes of its buffers after decompression. */
  readonly unpacked: number;
  /** Maximum number of rows of a column, or of items of a nested column. */
  readonly items: number;
}

/**
 * Throws if a batch lacks a buffer of its columns, if a buffer is not within the body, or if a
 * buffer is too small for the rows of its column.
 *
 * @param fields Columns of a batch of rows; the column of the values for a dictionary batch.
 * @throws {Error} if so, with the column and the buffer
 */
export function checkBatch(
  batch: Batch,
  fields: readonly ArrowField[],
  body: Uint8Array,
): BatchSize {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let node = 0, buffer = 0, viewed = 0, unpacked = 0, items = batch.rows;
  if (batch.rows < 0) throw new Error("a batch has a negative length");
  const take = (what: string, name: string, least: number, mayBeLeftOut = false): void => {
    const size = sizeOf(batch, buffer++, view);
    if (typeof size === "number") {
      unpacked += size;
      if (size >= least || (size === 0 && mayBeLeftOut)) return;
    }
    const reason = typeof size === "string"
      ? size
      : `are ${size} bytes, fewer than the ${least} that its rows need`;
    throw new Error(`the ${what} of column ${JSON.stringify(name)} ${reason}`);
  };
  const walk = (field: ArrowField, layout: Layout, rows: number | undefined): void => {
    const { name } = field;
    const length = batch.nodes[node++];
    if (length === undefined) throw new Error("a batch has too few columns");
    if (length < 0) throw new Error(`column ${JSON.stringify(name)} has a negative length`);
    if (rows !== undefined && length !== rows) {
      throw new Error(`column ${JSON.stringify(name)} has ${length} rows, its batch ${rows}`);
    }
    if (length > items) items = length;
    if (layout.kind !== "none") take("nulls", name, bytesFor(length), true);
    switch (layout.kind) {
      case "fixed":
        return take("values", name, bytesFor(length * layout.bits));
      case "bytes":
        take("offsets", name, offsetBytes(length, layout.bits), length === 0);
        return take("bytes", name, 0);
      case "views": {
        take("views", name, 16 * length);
        const count = batch.viewBuffers[viewed++] ?? 0;
        for (let i = 0; i < count; i++) take("bytes", name, 0);
        return;
      }
      case "list":
        take("offsets", name, offsetBytes(length, layout.bits), length === 0);
        return field.children.forEach((child) => walk(child, layoutOf(child), undefined));
      case "fixedList":
        return field.children.forEach((child) =>
          walk(child, layoutOf(child), length * layout.size)
        );
      case "struct":
        return field.children.forEach((child) => walk(child, layoutOf(child), length));
    }
  };
  for (const field of fields) walk(field, layoutOf(field), batch.rows);
  for (
    const [what, read, there] of [
      ["columns", node, batch.nodes.length],
      ["buffers", buffer, batch.lengths.length],
    ] as const
  ) {
    if (read !== there) throw new Error(`a batch has ${there} ${what}, its schema has ${read}`);
  }
  return { unpacked, items };
}

/**
 * Returns the layout of a field in a batch of rows. For a dictionary column, returns the layout of its indexes.
 */
function layoutOf({ dictionary, layout }: ArrowField): Layout {
  return dictionary === undefined ? layout : { kind: "fixed", bits: dictionary.bits };
}

function bytesFor(bits: number): number {
  return Math.ceil(bits / 8);
}

function offsetBytes(length: number, bits: 32 | 64): number {
  return (length + 1) * bits / 8;
}

/**
 * Returns the number of bytes of a buffer, or what is wrong with it. A compressed buffer has the
 * number in its first eight bytes.
 */
function sizeOf(
  { offsets, lengths, compressed }: Batch,
  buffer: number,
  view: DataView,
): number | string {
  const offset = offsets[buffer], length = lengths[buffer];
  if (offset === undefined || length === undefined) {
    return "are missing: a batch has too few buffers";
  }
  if (offset < 0 || length < 0 || offset + length > view.byteLength) {
    return `lie outside of their message: ${BigInt(length)} bytes from ${BigInt(offset)}`;
  }
  if (!compressed || length === 0) return length;
  if (length < 8) return `are ${length} bytes, too few to be compressed`;
  const unpacked = Number(view.getBigInt64(offset, true));
  if (unpacked < -1) return `claim to unpack to ${unpacked} bytes`;
  return unpacked === -1 ? length - 8 : unpacked; // -1: it is not compressed after all
}
