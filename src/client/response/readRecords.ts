import { decodeText, parseChunks, parseJson, parseJsonLine } from "../../options/parseJson.ts";
import type { Endpoint, RecordColumn, RecordColumns, Unknown } from "../../api/fields/endpoint.ts";
import type { Renaming } from "../../api/fields/names.ts";
import { type Column, type Columns, textColumn } from "../../frame/columns/columns.ts";
import { type CsvField, parseCsv } from "../../frame/formats/csv.ts";
import { fromValues, type Row } from "../../frame/polars/rows.ts";
import { stackFrames, toFrame } from "../../frame/polars/toFrame.ts";
import { requestedColumns } from "./requestedColumns.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { unwrapData } from "./unwrapData.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Options of {@linkcode readRecords}. */
export interface ReadRecordsOptions {
  /** Zone in which times are shown. @default none: the times have no zone */
  tz?: string | undefined;
  /** Renaming from the service's words to canonical ones. @default none */
  names?: Renaming | undefined;
  /** Columns of the fields that only a user-defined type has. @default none */
  ownColumns?: RecordColumns | undefined;
}

/**
 * Reads records as a frame with the table's columns, from a JSON array, JSON lines, or the same as
 * CSV (`format=csv`). An aggregate has the columns of the requested functions. After the time it
 * has the columns of its groups, as text.
 *
 * @throws {TypeError | SyntaxError} if the body has none of these formats, or a value has the wrong
 * type
 */
export function readRecords(
  endpoint: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  options: ReadRecordsOptions = {},
): Frame {
  const columns = { ...recordColumns(endpoint, args), ...options.ownColumns };
  const { returns } = endpoint, { names, tz = NO_ZONE } = options;
  const unknown = returns.kind === "records" ? returns.unknown : undefined;
  const frames: Frame[] = [];
  let firstRow = 0;
  for (const rows of chunksOfRows(endpoint, args, bytes, { columns, names })) {
    frames.push(toFrame(recordFrameColumns(rows, columns, { zone: tz, firstRow, unknown })));
    firstRow += rows.length;
  }
  return stackFrames(frames);
}

/** Reads the rows of a body; the rows of a long JSON array come in chunks. */
function* chunksOfRows(
  { returns }: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  { columns, names }: { columns: RecordColumns; names: Renaming | undefined },
): Generator<readonly Row[]> {
  if (args["format"] === "csv") {
    // Lines may hold records of different types, so some columns may be missing, like members in
    // JSON.
    yield csvRows(decodeText(bytes), columns, { names, whole: returns.kind === "records" });
  } else if (returns.kind === "lines") {
    yield renameMembers(lineRows(decodeText(bytes)), names);
  } else {
    let first = 0;
    for (const chunk of parseChunks(bytes)) {
      const rows = jsonRows(chunk, first);
      first += rows.length;
      yield renameMembers(rows, names);
    }
  }
}

/** Options of {@linkcode recordFrameColumns}. */
interface RecordFrameOptions {
  /** Zone in which times are shown. */
  readonly zone: string;
  /** Number of the first row in messages. @default 0 */
  readonly firstRow?: number;
  /** Values that mean "unknown", by column. @default none */
  readonly unknown?: Readonly<Record<string, Unknown>> | undefined;
}

/** Converts rows of the wire to the columns of a table; values that mean "unknown" become null. */
export function recordFrameColumns(
  rows: readonly Row[],
  columns: RecordColumns,
  options: RecordFrameOptions,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      recordColumn(rows, name, column, options),
    ]),
  );
}

function recordColumns(endpoint: Endpoint, args: ArgumentValues): RecordColumns {
  const { returns } = endpoint;
  if (returns.kind !== "records" && returns.kind !== "lines") {
    throw new TypeError("the response does not contain records");
  }
  const [first, ...rest] = Object.entries(requestedColumns(endpoint, args, returns.columns));
  const groups = ((args["group"] ?? []) as string[]).map((name): [string, RecordColumn] => [
    name,
    { path: name },
  ]);
  return Object.fromEntries([first!, ...groups, ...rest]);
}

function isUnknown(value: unknown, unknown: Unknown): boolean {
  if (unknown !== "far") return value === unknown;
  return typeof value === "string" && (value < "0002" || value >= "4000");
}

function recordColumn(
  rows: readonly Row[],
  name: string,
  column: RecordColumn,
  { zone, firstRow, unknown }: RecordFrameOptions,
): Column {
  if (typeof column === "object" && "path" in column) {
    const paths = (column.or === undefined ? [column.path] : [column.path, column.or])
      .map((path) => ({ path, members: path.split(".") }));
    return textColumn(rows.map((row) => toText(firstAt(row, paths))));
  }
  if (typeof column === "object" && "json" in column) {
    return textColumn(rows.map((row) => json(row[column.json])));
  }
  const meaning = unknown?.[name];
  const values = rows.map((row) => {
    const value = row[name];
    if (meaning !== undefined && isUnknown(value, meaning)) return null;
    // Booleans are 1 and 0 in frames.
    return column === "float64" && typeof value === "boolean" ? Number(value) : value;
  });
  return fromValues(values, column, name, { zone, firstRow });
}

/** Returns the first value found at one of the paths of a row. */
function firstAt(
  row: Row,
  paths: readonly { readonly path: string; readonly members: readonly string[] }[],
): unknown {
  for (const { path, members } of paths) {
    const found = row[path] ?? (members.length === 1 ? undefined : memberAt(row, members));
    if (found !== undefined && found !== null) return found;
  }
  return null;
}

function memberAt(row: Row, members: readonly string[]): unknown {
  let value: unknown = row;
  for (const name of members) {
    if (value === null || value === undefined) return undefined;
    value = Object(value)[name];
  }
  return value;
}

/** Converts a value to text: text as is, null for a missing value, anything else as JSON. */
function toText(value: unknown): string | null {
  return typeof value === "string" ? value : json(value);
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function jsonRows(json: unknown, first: number): Row[] {
  const rows: unknown = unwrapData(json);
  if (!Array.isArray(rows)) throw new TypeError("it is not an array of records");
  const odd = rows.findIndex((row) => typeof row !== "object" || row === null);
  if (odd < 0) return rows;
  throw new TypeError(`record ${first + odd} is ${JSON.stringify(rows[odd])}, not an object`);
}

function lineRows(text: string): Row[] {
  return text.split("\n").flatMap((line, i): Row[] => {
    if (line.trim() === "") return [];
    const row = parseJsonLine(line, i + 1);
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return [row as Row];
    throw new TypeError(`line ${i + 1} is not a record`);
  });
}

function renameMembers(rows: Row[], names: Renaming | undefined): Row[] {
  return names === undefined ? rows : names.json(rows) as Row[];
}

/**
 * Converts rows of CSV to the values that JSON would have, by the columns' types; nested members
 * are JSON text.
 */
function csvRows(
  text: string,
  columns: RecordColumns,
  { names, whole }: { names: Renaming | undefined; whole: boolean },
): Row[] {
  const [onWire = [], ...lines] = parseCsv(text);
  const header = onWire.map((name) => names?.name(name ?? "") ?? name);
  const missing = Object.keys(columns).find((name) =>
    whole && typeof columns[name] === "string" && !header.includes(name)
  );
  if (missing !== undefined) throw new TypeError(`column ${JSON.stringify(missing)} is missing`);
  const odd = lines.findIndex((line) => line.length !== header.length);
  if (odd >= 0) {
    throw new TypeError(
      `line ${odd + 2} has ${lines[odd]!.length} fields, the header has ${header.length}`,
    );
  }
  const rows = lines.map((line): Row =>
    Object.fromEntries(
      line.map((cell, i) => [onWire[i] ?? "", fromCell(cell, header[i] ?? "", columns)]),
    )
  );
  return renameMembers(rows, names); // nested members, and values of enumerations
}

function fromCell(cell: CsvField, name: string, columns: RecordColumns): unknown {
  const column = columns[name];
  if (cell === null || column === "text") return cell;
  if (cell === "") return null;
  if (column === "time" || column === "int64") return cell;
  if (column !== undefined && isPlain(column, name)) return cell;
  try {
    return parseJson(cell);
  } catch (error) {
    if (column === undefined) return cell; // not a column of the frame
    throw error;
  }
}

/**
 * Returns whether it is a field to group by or a field of the user's own type, which is text in
 * CSV.
 */
function isPlain(column: RecordColumn, name: string): boolean {
  return typeof column === "object" && "path" in column && column.path === name;
}
