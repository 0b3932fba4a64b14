import { Buffer } from "node:buffer";
import { tableToIPC } from "apache-arrow";
// @ts-types="@types/d3-dsv"
import { csvFormatRows, csvParseRows } from "d3-dsv";
import pl from "nodejs-polars";
import { type Column, type Columns, rowCount } from "./columns.ts";
import { fromArrow } from "./fromArrow.ts";
import { fromRows, type Row, toRows, toValues } from "./rows.ts";
import type { ColumnType, Schema } from "./schema.ts";
import { toArrow } from "./toArrow.ts";
import { type Frame, toFrame } from "./toFrame.ts";

/** What a text form does not say about itself: the columns' types, and the zone of their times. */
export interface DecodeOptions {
  /** The types of the columns; columns that it does not name are numbers. */
  schema: Schema;
  /** The zone that times are shown in. @default "UTC" */
  zone?: string | undefined;
}

/** One way to carry a frame as bytes. */
export interface Format {
  /** The media type of the bytes. */
  readonly contentType: string;
  /** Columns as bytes. */
  readonly encode: (columns: Columns) => Uint8Array;
  /** Bytes as a frame; throws `TypeError` or `SyntaxError` where they are not that form. */
  readonly decode: (bytes: Uint8Array, options: DecodeOptions) => Frame;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const read = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/**
 * The eight forms in which the interface carries a frame. Times in text forms are ISO 8601 with `Z`,
 * or with the offset of the column's zone. CSV writes null as an empty field and a list as JSON.
 */
export const FORMATS = {
  arrow: {
    contentType: "application/vnd.apache.arrow.file",
    encode: (columns) => tableToIPC(toArrow(columns), "file"),
    decode: fromArrow,
  },
  arrowraw: {
    contentType: "application/vnd.apache.arrow.stream",
    encode: (columns) => tableToIPC(toArrow(columns), "stream"),
    decode: fromArrow,
  },
  parquet: {
    contentType: "application/vnd.apache.parquet",
    encode: (columns) => toFrame(columns).writeParquet({ compression: "zstd" }),
    decode: fromParquet,
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    encode: (columns) => text(csvFormatRows(textRows(columns)) + "\n"),
    decode: fromCsv,
  },
  quotecsv: {
    contentType: "text/csv; charset=utf-8",
    encode: (columns) =>
      text(textRows(columns).map((row) => row.map(quoted).join(",") + "\n").join("")),
    decode: fromCsv,
  },
  ndjson: {
    contentType: "application/x-ndjson",
    encode: (columns) => text(toRows(columns).map((row) => JSON.stringify(row) + "\n").join("")),
    decode: (bytes, options) =>
      fromRecords(
        read(bytes).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
        options,
      ),
  },
  jstable: {
    contentType: "application/json",
    encode: (columns) => text(JSON.stringify(toRows(columns))),
    decode: (bytes, options) => fromRecords(JSON.parse(read(bytes)), options),
  },
  jscolumns: {
    contentType: "application/json",
    encode: (columns) =>
      text(JSON.stringify(
        Object.fromEntries(
          Object.entries(columns).map(([name, column]) => [name, toValues(column)]),
        ),
      )),
    decode: fromJsColumns,
  },
} as const satisfies Record<string, Format>;

function fromParquet(bytes: Uint8Array): Frame {
  const mark = (at: number): string => new TextDecoder().decode(bytes.subarray(at, at + 4));
  if (bytes.length < 12 || mark(0) !== "PAR1" || mark(bytes.length - 4) !== "PAR1") {
    throw new TypeError(`Cannot read Parquet data of ${bytes.length} bytes: its marks are missing`);
  }
  return pl.readParquet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function fromRecords(rows: unknown, { schema, zone }: DecodeOptions): Frame {
  if (!Array.isArray(rows)) {
    throw new TypeError("Cannot read rows: the body is not an array of objects");
  }
  return toFrame(fromRows(rows as Row[], schema, { zone }));
}

function fromJsColumns(bytes: Uint8Array, { schema, zone }: DecodeOptions): Frame {
  const columns = JSON.parse(read(bytes)) as Record<string, unknown[]>;
  const length = columns[Object.keys(schema)[0]!]?.length ?? 0;
  const rows = Array.from(
    { length },
    (_, i) => Object.fromEntries(Object.keys(schema).map((name) => [name, columns[name]?.[i]])),
  );
  return toFrame(fromRows(rows, schema, { zone }));
}

function fromCsv(bytes: Uint8Array, { schema, zone }: DecodeOptions): Frame {
  const [header = [], ...lines] = csvParseRows(read(bytes));
  const ragged = lines.findIndex((line) => line.length !== header.length);
  if (ragged >= 0) {
    throw new TypeError(
      `Cannot read CSV: line ${ragged + 2} has ${
        lines[ragged]!.length
      } fields, not ${header.length}`,
    );
  }
  const rows = lines.map((line) =>
    Object.fromEntries(
      line.map((field, i) => [header[i]!, parsed(field, schema[header[i]!] ?? "float64")]),
    )
  );
  return toFrame(fromRows(rows, schema, { zone }));
}

function parsed(field: string, type: ColumnType): unknown {
  if (field === "") return null;
  if (type === "time" || type === "text") return field;
  if (type === "int64") return BigInt(field);
  return JSON.parse(field);
}

/** The header and the rows as text. */
function textRows(columns: Columns): string[][] {
  const names = Object.keys(columns);
  const cells = names.map((name) => textCells(columns[name]!));
  const rows = Array.from(
    { length: rowCount(columns) },
    (_, row) => cells.map((column) => column[row]!),
  );
  return [names, ...rows];
}

function textCells(column: Column): string[] {
  const isText = column.type === "time" || column.type === "text" || column.type === "int64";
  return toValues(column).map((value) =>
    value === null ? "" : isText ? String(value) : JSON.stringify(value)
  );
}

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
