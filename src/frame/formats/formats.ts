import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkParquet } from "./checkParquet.ts";
import { checkTimes } from "../polars/checkTimes.ts";
import { type Column, type Columns, rowCount } from "../columns/columns.ts";
import { checkColumnCount } from "../columns/checkColumnCount.ts";
import { countMembers } from "./countMembers.ts";
import { type CsvField, formatCsv, parseCsv } from "./csv.ts";
import type { ArrowLimits } from "../arrow/arrowLimits.ts";
import { fromArrow, UNDECODED } from "../polars/fromArrow.ts";
import { fromRows, NOT_FINITE, type Row, toRows, toValues } from "../polars/rows.ts";
import type { ColumnType, Schema } from "../columns/schema.ts";
import { decodeText, parseJson, parseJsonLine } from "../../options/parseJson.ts";
import { writeArrow } from "../arrow/toArrow.ts";
import { columnNames, frameHeight } from "../polars/seriesOf.ts";
import { toFrame } from "../polars/toFrame.ts";
import type { Frame } from "../polars/frame.ts";
import { countText } from "../../options/countText.ts";

/**
 * Types and zone, which text formats do not contain, and limits on Arrow data.
 */
export interface DecodeOptions extends ArrowLimits {
  /** Types of the columns. Other columns follow, with the type of their values. */
  schema: Schema;
  /** Time zone for display. @default "UTC" */
  zone?: string | undefined;
}

/** Format of a frame in bytes. */
export interface Format {
  readonly contentType: string;
  /** Encodes columns. */
  readonly encode: (columns: Columns) => Uint8Array;
  /** Decodes a frame; throws `TypeError` or `SyntaxError` if the bytes do not have the format. */
  readonly decode: (bytes: Uint8Array, options: DecodeOptions) => Frame;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/**
 * Eight formats in which the interface carries a frame. Times in text formats are ISO 8601 with `Z`
 * or the offset of the column's zone. JSON has no NaN or infinity: they become the text `NaN`,
 * `Infinity` and `-Infinity`, and -0 becomes 0. CSV writes a list as JSON, null as an empty field
 * and empty text as `""`. If every field is quoted, these two look the same and are read as null.
 */
export const FORMATS = {
  arrow: {
    contentType: "application/vnd.apache.arrow.file",
    encode: (columns) => writeArrow(columns, "file"),
    decode: fromArrow,
  },
  arrowraw: {
    contentType: "application/vnd.apache.arrow.stream",
    encode: (columns) => writeArrow(columns, "stream"),
    decode: fromArrow,
  },
  parquet: {
    contentType: "application/vnd.apache.parquet",
    encode: (columns) => toFrame(columns).writeParquet({ compression: "zstd" }),
    decode: fromParquet,
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    encode: (columns) => text(formatCsv(textRows(columns))),
    decode: fromCsv,
  },
  quotecsv: {
    contentType: "text/csv; charset=utf-8",
    encode: (columns) => text(formatCsv(textRows(columns), true)),
    decode: (bytes, options) => fromCsv(bytes, options, true),
  },
  ndjson: {
    contentType: "application/x-ndjson",
    encode: (columns) => text(toRows(columns).map((row) => JSON.stringify(row) + "\n").join("")),
    decode: (bytes, options) =>
      fromRecords(
        decodeText(bytes).split("\n").flatMap((line, i) =>
          line === "" ? [] : [parseJsonLine(line, i + 1)]
        ),
        countMembers(bytes, 1),
        options,
      ),
  },
  jstable: {
    contentType: "application/json",
    encode: (columns) => text(JSON.stringify(toRows(columns))),
    decode: (bytes, options) =>
      fromRecords(parseJson(decodeText(bytes)), countMembers(bytes, 2), options),
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

function fromParquet(bytes: Uint8Array, limits: ArrowLimits): Frame {
  const { rows } = checkParquet(bytes, limits);
  const reject = (reason: string, cause?: unknown): never => {
    const message = `Cannot read Parquet data of ${bytes.length} bytes: ${reason}`;
    throw new TypeError(message, cause === undefined ? {} : { cause });
  };
  let frame: Frame;
  try {
    frame = pl.readParquet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (cause) {
    return reject(UNDECODED, cause);
  }
  const height = frameHeight(frame);
  if (columnNames(frame).length > 0 && height !== rows) {
    reject(`only ${height} of ${rows} rows were read`);
  }
  checkTimes(frame);
  return frame;
}

/** @param written Number of members of rows in the text. */
function fromRecords(rows: unknown, written: number, { schema, zone }: DecodeOptions): Frame {
  const odd = Array.isArray(rows)
    ? rows.findIndex((row) => typeof row !== "object" || row === null || Array.isArray(row))
    : 0;
  if (odd >= 0) {
    throw new TypeError(
      Array.isArray(rows)
        ? `Cannot read rows: row ${odd} is ${JSON.stringify(rows[odd])}, not an object`
        : "Cannot read rows: the body is not an array of objects",
    );
  }
  const names = new Set<string>();
  for (const row of rows as Row[]) for (const name of Object.keys(row)) names.add(name);
  checkMembers(rows as Row[], { schema, written });
  return readRows(rows as Row[], [...names], { schema, zone });
}

/**
 * Throws if a row has another name in place of a column of the first row, or has a name twice. Such
 * a row is damaged, and can be the merger of two rows.
 *
 * @param written Number of members in the text.
 */
function checkMembers(
  rows: readonly Row[],
  { schema, written }: { schema: Schema; written: number },
): void {
  const first = rows[0] ?? {};
  const wanted = Object.keys(schema).filter((name) => Object.hasOwn(first, name));
  let read = 0;
  rows.forEach((row, i) => {
    const names = Object.keys(row);
    read += names.length;
    const other = names.find((name) => !Object.hasOwn(first, name));
    const lost = other === undefined ? undefined : wanted.find((name) => !Object.hasOwn(row, name));
    if (lost === undefined) return;
    throw new TypeError(
      `Cannot read rows: row ${i} has ${JSON.stringify(other)} in place of ${JSON.stringify(lost)}`,
    );
  });
  if (read !== written) throw new TypeError("Cannot read rows: a row has a member twice");
}

function fromJsColumns(bytes: Uint8Array, { schema, zone }: DecodeOptions): Frame {
  const columns = parseJson(decodeText(bytes));
  if (typeof columns !== "object" || columns === null || Array.isArray(columns)) {
    throw new TypeError("Cannot read columns: the body is not an object of arrays");
  }
  const entries = Object.entries(columns as Record<string, unknown[]>);
  if (entries.length !== countMembers(bytes, 1)) {
    throw new TypeError("Cannot read columns: a name occurs twice");
  }
  const length = entries[0]?.[1]?.length ?? 0;
  for (const [name, values] of entries) {
    if (Array.isArray(values) && values.length === length) continue;
    throw new TypeError(
      `Cannot read columns: ${JSON.stringify(name)} is ${
        Array.isArray(values)
          ? `an array of ${countText(values.length, "value")}, the first of ${length}`
          : "not an array"
      }`,
    );
  }
  const rows = Array.from(
    { length },
    (_, i) => Object.fromEntries(entries.map(([name, values]) => [name, values[i]])),
  );
  const names = entries.map(([name]) => name);
  return readRows(rows, names, { schema, zone });
}

/** @param allQuoted `true` if every field is quoted, so an empty field in quotes can be null. */
function fromCsv(
  bytes: Uint8Array,
  { schema, zone }: DecodeOptions,
  allQuoted = false,
): Frame {
  const [header = [], ...lines] = parseCsv(decodeText(bytes));
  const names = header.length === 1 && header[0] === null ? [] : header.map((name) => name ?? "");
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) {
    throw new TypeError(`Cannot read CSV: column ${JSON.stringify(twice)} occurs twice`);
  }
  const rows = lines.map((line, i) => {
    if (line.length === header.length) {
      return Object.fromEntries(names.map((name, j) => [
        name,
        parseField(line[j]!, Object.hasOwn(schema, name) ? schema[name] : undefined, allQuoted),
      ]));
    }
    throw new TypeError(
      `Cannot read CSV: line ${i + 2} has ${line.length} fields, not ${header.length}`,
    );
  });
  return readRows(rows, names, { schema, zone });
}

/** Converts rows to a frame. Columns outside the schema get the type of their values. */
function readRows(rows: readonly Row[], names: readonly string[], options: DecodeOptions): Frame {
  checkColumnCount(names.length);
  const { schema, zone } = options;
  const types: Record<string, ColumnType> = { ...schema };
  const asText = new Set<string>();
  for (const name of names) {
    if (Object.hasOwn(schema, name)) continue;
    types[name] = typeOfValues(rows, name);
    if (types[name] === "text") asText.add(name);
  }
  const typed = asText.size === 0 ? rows : rows.map((row) => ({
    ...row,
    ...Object.fromEntries(Array.from(asText, (name) => [name, textOf(row[name])])),
  }));
  return toFrame(fromRows(typed, types, { zone }));
}

/**
 * Returns the type of a column: `float64` if all values are null, text if they are neither all
 * numbers nor all booleans.
 */
function typeOfValues(rows: readonly Row[], name: string): ColumnType {
  let isNumber = true, isBoolean = true;
  for (const row of rows) {
    const value = row[name] ?? null;
    if (value === null) continue;
    isNumber &&= typeof value === "number" || NOT_FINITE.has(value);
    isBoolean &&= typeof value === "boolean";
    if (!isNumber && !isBoolean) return "text";
  }
  return isNumber ? "float64" : "bool";
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Converts a field to its JSON value. Values of another type stay unchanged, so that the check of
 * the row rejects them.
 */
function parseField(field: CsvField, type: ColumnType | undefined, allQuoted: boolean): unknown {
  if (field === null || (field === "" && (allQuoted || type !== "text"))) return null;
  if (type === "time" || type === "text" || type === "int64") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

/** Returns the header and the rows as text. */
function textRows(columns: Columns): CsvField[][] {
  const names = Object.keys(columns);
  const cells = names.map((name) => textCells(columns[name]!));
  const rows = Array.from(
    { length: rowCount(columns) },
    (_, row) => cells.map((column) => column[row]!),
  );
  return [names, ...rows];
}

function textCells(column: Column): CsvField[] {
  const nested = column.type === "list" || column.type === "struct";
  return toValues(column).map((value) => {
    if (value === null) return null;
    return nested ? JSON.stringify(value) : Object.is(value, -0) ? "-0" : String(value);
  });
}
