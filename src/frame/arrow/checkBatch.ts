import type { Batch, BufferPlace } from "./arrowMessage.ts";
import type { ArrowField } from "./arrowSchema.ts";
import type { Layout } from "./arrowTypes.ts";

/** Size that a batch claims. */
export interface BatchSize {
  /** Number of bytes of its buffers after decompression. */
  readonly unpacked: bigint;
  /** Maximum number of rows of a column, or of items of a nested column. */
  readonly items: bigint;
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
  let node = 0, buffer = 0, viewed = 0, unpacked = 0n, items = batch.rows;
  if (batch.rows < 0n) throw new Error("a batch has a negative length");
  const take = (what: string, name: string, least: bigint, mayBeLeftOut = false): void => {
    const reject = (reason: string): never => {
      throw new Error(`the ${what} of column ${JSON.stringify(name)} ${reason}`);
    };
    const place = batch.buffers[buffer++];
    if (place === undefined) return reject("are missing: a batch has too few buffers");
    const size = sizeOf(place, batch.compressed, view, reject);
    unpacked += size;
    if (size >= least || (size === 0n && mayBeLeftOut)) return;
    reject(`are ${size} bytes, fewer than the ${least} that its rows need`);
  };
  const walk = (field: ArrowField, layout: Layout, rows: bigint | undefined): void => {
    const { name } = field;
    const length = batch.nodes[node++];
    if (length === undefined) throw new Error("a batch has too few columns");
    if (length < 0n) throw new Error(`column ${JSON.stringify(name)} has a negative length`);
    if (rows !== undefined && length !== rows) {
      throw new Error(`column ${JSON.stringify(name)} has ${length} rows, its batch ${rows}`);
    }
    if (length > items) items = length;
    if (layout.kind !== "none") take("nulls", name, bytesFor(length), true);
    switch (layout.kind) {
      case "fixed":
        return take("values", name, bytesFor(length * BigInt(layout.bits)));
      case "bytes":
        take("offsets", name, offsetBytes(length, layout.bits), length === 0n);
        return take("bytes", name, 0n);
      case "views": {
        take("views", name, 16n * length);
        const count = batch.viewBuffers[viewed++] ?? 0n;
        for (let i = 0n; i < count; i++) take("bytes", name, 0n);
        return;
      }
      case "list":
        take("offsets", name, offsetBytes(length, layout.bits), length === 0n);
        return field.children.forEach((child) => walk(child, layoutOf(child), undefined));
      case "fixedList":
        return field.children.forEach((child) =>
          walk(child, layoutOf(child), length * BigInt(layout.size))
        );
      case "struct":
        return field.children.forEach((child) => walk(child, layoutOf(child), length));
    }
  };
  for (const field of fields) walk(field, layoutOf(field), batch.rows);
  for (
    const [what, read, there] of [
      ["columns", node, batch.nodes.length],
      ["buffers", buffer, batch.buffers.length],
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

function bytesFor(bits: bigint): bigint {
  return (bits + 7n) / 8n;
}

function offsetBytes(length: bigint, bits: 32 | 64): bigint {
  return (length + 1n) * BigInt(bits / 8);
}

/** Returns the number of bytes of a buffer. A compressed buffer has it in its first eight bytes. */
function sizeOf(
  { offset, length }: BufferPlace,
  compressed: boolean,
  view: DataView,
  reject: (reason: string) => never,
): bigint {
  if (offset < 0n || length < 0n || offset + length > BigInt(view.byteLength)) {
    return reject(`lie outside of their message: ${length} bytes from ${offset}`);
  }
  if (!compressed || length === 0n) return length;
  if (length < 8n) return reject(`are ${length} bytes, too few to be compressed`);
  const unpacked = view.getBigInt64(Number(offset), true);
  if (unpacked < -1n) return reject(`claim to unpack to ${unpacked} bytes`);
  return unpacked === -1n ? length - 8n : unpacked; // -1: it is not compressed after all
}
