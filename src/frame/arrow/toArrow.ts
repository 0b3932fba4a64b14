import { labelZone, NO_ZONE } from "../../time/zones.ts";
import type { Data, Field, Table } from "apache-arrow";
import {
  checkColumns,
  type Column,
  type Columns,
  rowCount,
  type Valid,
} from "../columns/columns.ts";
import { utf8 } from "../columns/utf8.ts";
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
 * Returns values in a buffer of their own. Arrow's writer merges neighbours that share a buffer,
 * and drops values if they overlap.
 * stretch of bytes, and where they overlap it leaves some out.
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
