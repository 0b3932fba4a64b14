import { labelZone, NO_ZONE } from "../../time/zones.ts";
import type { Data, Field, Table } from "apache-arrow";
import {
  checkColumns,
  type Column,
  type Columns,
  rowCount,
  type Valid,
} from "../columns/columns.ts";
import { type Arrow, loadArrow } from "./loadArrow.ts";

/**
 * Converts columns to an Arrow table of one record batch: times become `timestamp[us, zone]`, dates
 * `date32`, and text `utf8`.
 *
 * @throws {RangeError} if the columns differ in length, or one has no name
 */
export function toArrow(columns: Columns): Table {
  checkColumns(columns);
  const arrow = loadArrow();
  const length = rowCount(columns);
  const fields: Field[] = [];
  const children: Data[] = [];
  const buffers = new Set<ArrayBufferLike>();
  for (const [name, column] of Object.entries(columns)) {
    const data = toData(arrow, column, buffers);
    fields.push(new arrow.Field(name, data.type, true));
    children.push(data);
  }
  const schema = new arrow.Schema(fields);
  const batch = arrow.makeData({ type: new arrow.Struct(fields), length, children });
  return new arrow.Table(schema, new arrow.RecordBatch(schema, batch));
}

/** Writes columns as Arrow IPC, as a file or a stream. */
export function writeArrow(columns: Columns, form: "file" | "stream"): Uint8Array {
  return loadArrow().tableToIPC(toArrow(columns), form);
}

type Values = BigInt64Array | Float64Array | Int32Array;

/**
 * Returns values in a separate buffer. Arrow's writer merges neighbours that share a buffer, and
 * drops values if they overlap.
 */
function own<V extends Values>(values: V, buffers: Set<ArrayBufferLike>): V {
  if (buffers.has(values.buffer)) return values.slice() as V;
  buffers.add(values.buffer);
  return values;
}

function toData(arrow: Arrow, column: Column, buffers: Set<ArrayBufferLike>): Data {
  switch (column.type) {
    case "time":
      return arrow.makeData({
        type: new arrow.TimestampMicrosecond(
          column.zone === NO_ZONE ? null : labelZone(column.zone),
        ),
        data: own(column.values, buffers),
        length: column.values.length,
        ...nulls(column.valid),
      });
    case "date":
      return arrow.makeData({
        type: new arrow.DateDay(),
        data: own(column.values, buffers),
        ...nulls(column.valid),
      });
    case "int64":
      return arrow.makeData({
        type: new arrow.Int64(),
        data: own(column.values, buffers),
        ...nulls(column.valid),
      });
    case "float64":
      return arrow.makeData({
        type: new arrow.Float64(),
        data: own(column.values, buffers),
        ...nulls(column.valid),
      });
    case "bool":
      return arrow.makeData({
        type: new arrow.Bool(),
        length: column.values.length,
        data: packed(column.values),
        ...nulls(column.valid),
      });
    case "text":
      return text(arrow, column.values);
    case "list": {
      const child = toData(arrow, column.item, buffers);
      return arrow.makeData({
        type: new arrow.List(new arrow.Field("item", child.type, true)),
        length: column.offsets.length - 1,
        valueOffsets: own(column.offsets, buffers),
        child,
        ...nulls(column.valid),
      });
    }
    case "struct": {
      const entries = Object.entries(column.fields).map(([name, field]) =>
        [name, toData(arrow, field, buffers)] as const
      );
      return arrow.makeData({
        type: new arrow.Struct(
          entries.map(([name, data]) => new arrow.Field(name, data.type, true)),
        ),
        length: column.length,
        children: entries.map(([, data]) => data),
      });
    }
  }
}

function text(arrow: Arrow, values: readonly (string | null)[]): Data {
  const valid = values.includes(null)
    ? Uint8Array.from(values, (value) => value === null ? 0 : 1)
    : undefined;
  const { offsets, bytes } = utf8(values);
  return arrow.makeData({
    type: new arrow.Utf8(),
    length: values.length,
    valueOffsets: offsets,
    data: bytes,
    ...nulls(valid),
  });
}

function nulls(valid: Valid | undefined): { nullCount: number; nullBitmap?: Uint8Array } {
  if (valid === undefined) return { nullCount: 0 };
  let present = 0;
  for (let i = 0; i < valid.length; i++) present += valid[i]!;
  return present === valid.length
    ? { nullCount: 0 }
    : { nullCount: valid.length - present, nullBitmap: packed(valid) };
}

/** Packs flags into bits, lowest bit first, padded as Arrow requires. */
function packed(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 64) * 8);
  for (let i = 0; i < flags.length; i++) bits[i >> 3]! |= flags[i]! << (i & 7);
  return bits;
}

/** Concatenated texts in UTF-8: text `i` is `bytes[offsets[i]..offsets[i + 1])`. */
interface Utf8 {
  /** Start of each text, and end of the last one. */
  readonly offsets: Int32Array;
  /** Bytes of all texts. */
  readonly bytes: Uint8Array;
}

/**
 * Encodes texts in Arrow's layout; null takes no bytes. An unpaired surrogate becomes U+FFFD.
 *
 * @throws {RangeError} if they are longer than 2 GiB
 */
export function utf8(values: readonly (string | null)[]): Utf8 {
  const offsets = new Int32Array(values.length + 1);
  let units = 0;
  for (let i = 0; i < values.length; i++) {
    units += values[i]?.length ?? 0;
    offsets[i + 1] = units;
  }
  if (units >= 2 ** 29) {
    throw new RangeError(`Cannot build a table: a column has ${units} characters`);
  }
  const joined = new TextEncoder().encode(values.join(""));
  // With as many bytes as UTF-16 units, all texts are ASCII, so the offsets are already correct.
  return joined.length === units ? { offsets, bytes: joined } : each(values, joined.length);
}

/** Encodes each text separately, so that surrogates of neighbouring texts do not form a pair. */
function each(values: readonly (string | null)[], guess: number): Utf8 {
  const encoder = new TextEncoder();
  const offsets = new Int32Array(values.length + 1);
  let bytes = new Uint8Array(guess + 64), end = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? "";
    if (bytes.length - end < 3 * value.length) {
      const grown = new Uint8Array(2 * bytes.length + 3 * value.length);
      grown.set(bytes);
      bytes = grown;
    }
    end += encoder.encodeInto(value, bytes.subarray(end)).written;
    offsets[i + 1] = end;
  }
  return { offsets, bytes: bytes.subarray(0, end) };
}
