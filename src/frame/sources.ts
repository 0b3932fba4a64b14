import pl from "nodejs-polars";
import { describeValue } from "../options/describeValue.ts";
import { isArrowTable, loadArrow, looksLikeTable } from "./arrow/loadArrow.ts";
import type { TextReader } from "./columns/codedText.ts";
import { type Column, type Columns, rowCount } from "./columns/columns.ts";
import type { ColumnType, Schema } from "./columns/schema.ts";
import { columnOf } from "./polars/columnsOf.ts";
import type { Frame } from "./polars/frame.ts";
import {
  type GroupedWindows,
  groupWindows,
  type GroupWindowsOptions,
} from "./polars/groupWindows.ts";
import { fromArrow } from "./polars/fromArrow.ts";
import { readSeriesText } from "./polars/readSeriesText.ts";
import { fromRows, type Row } from "./polars/rows.ts";
import { type AskedRange, askedRangeOf } from "./polars/askedRange.ts";
import { unitsOf, type Windows, windowsOf } from "./polars/displays.ts";
import { columnNames, frameHeight, seriesOf, variantOf } from "./polars/seriesOf.ts";
import { deferredColumns, toFrame } from "./polars/toFrame.ts";
import { takeRows } from "./takeRows.ts";

/** Action for messages, and zone of times of records without one. */
export interface SourceOptions {
  readonly action: string;
  readonly tz?: string | undefined;
}

/** Source of columns; each kind of input has its own. */
export interface Source {
  /** Names of the columns, in order. */
  readonly names: readonly string[];
  /** Known units of columns. @default none */
  readonly units?: Readonly<Record<string, string>>;
  /** Requested range of the data. @default unknown */
  readonly range?: AskedRange | undefined;
  /** Windows whose values columns hold. @default unknown */
  readonly windows?: Windows | undefined;
  /** Number of rows. */
  readonly rowCount: number;
  /** `true` for an empty list of records, which lacks no column. */
  readonly lacksNothing: boolean;
  /** Returns a column; for records in the given type, or in the type of its first value. */
  column(name: string, type: ColumnType | undefined, options: SourceOptions): Column;
  /** Returns a reader of a text column; `undefined` if it has another type. */
  text(name: string): TextReader | undefined;
  /** Returns whether a column is numeric. */
  holdsNumbers(name: string): boolean;
  /** Reduces rows in windows if that is faster than reading the columns. */
  groupWindows?(options: GroupWindowsOptions): GroupedWindows | undefined;
  /** Returns all columns as a frame; columns of records in the known types. */
  frame(known: Schema, options: SourceOptions): Frame;
}

/**
 * Returns the source of an input: a Polars frame, an Arrow table or its bytes, or records.
 *
 * @throws {TypeError} if it is something else
 */
export function sourceOf(input: unknown, action: string): Source {
  if (deferredColumns(input) !== undefined) return frameSource(input as Frame);
  if (Array.isArray(input)) {
    if (!holdsFrame(input[0])) return recordsSource(input, action);
    throw new TypeError(
      `Cannot ${action}: the data is a list of frames, expected one frame. Join them with ` +
        "series.align({ heart, steps }, { every }), or call it once for each.",
    );
  }
  if (input instanceof Uint8Array) return frameSource(fromArrow(input));
  const frame = isArrowTable(input) ? fromArrow(loadArrow().tableToIPC(input, "stream")) : input;
  if (pl.DataFrame.isDataFrame(frame)) return frameSource(frame as Frame);
  const held = frameIn(input);
  if (held !== undefined) return frameSource(held);
  throw new TypeError(
    `Cannot ${action}: the data is ${
      describeValue(input)
    }, expected a Polars frame, an Arrow table or an array of records${hint(input)}`,
  );
}

/** Returns the frame of an answer, such as statistics, without reading unknown members. */
function frameIn(value: unknown): Frame | undefined {
  if (typeof value !== "object" || value === null || !("frame" in value)) return undefined;
  return pl.DataFrame.isDataFrame(value.frame) ? value.frame as Frame : undefined;
}

function holdsFrame(value: unknown): boolean {
  return pl.DataFrame.isDataFrame(value) || frameIn(value) !== undefined;
}

/** Suggests the input that was probably meant. */
function hint(input: unknown): string {
  return looksLikeTable(input)
    ? "; this is a table of another copy of Arrow, so pass the bytes that its tableToIPC makes"
    : "";
}

const NUMBERS = /^(?:U?Int\d+|Float\d+)$/;

function frameSource(frame: Frame): Source {
  const known = { units: unitsOf(frame), range: askedRangeOf(frame), windows: windowsOf(frame) };
  const columns = deferredColumns(frame);
  if (columns !== undefined) return { ...deferredSource(columns), ...known, frame: () => frame };
  const names = columnNames(frame);
  return {
    names,
    ...known,
    rowCount: frameHeight(frame),
    lacksNothing: false,
    column: (name) => columnOf(seriesOf(frame, name)),
    text: (name) => readSeriesText(seriesOf(frame, name)),
    holdsNumbers: (name) => NUMBERS.test(variantOf(seriesOf(frame, name))),
    groupWindows: (options) => groupWindows(frame, options),
    frame: () => frame,
  };
}

/** Returns a source that reduces windows with Polars: the last digits of sums depend on it. */
function deferredSource(columns: Columns): Source {
  return {
    ...columnsSource(columns),
    groupWindows: (options) => {
      const names = new Set([options.time, ...options.columns.map(({ name }) => name)]);
      const needed = Array.from(names, (name) => [name, columns[name]!] as const);
      return groupWindows(toFrame(Object.fromEntries(needed)), options);
    },
  };
}

/** Returns a source of computed columns. */
export function columnsSource(columns: Columns): Source {
  return {
    names: Object.keys(columns),
    rowCount: rowCount(columns),
    lacksNothing: false,
    column: (name) => columns[name]!,
    text: () => undefined,
    holdsNumbers: (name) => ["int64", "float64"].includes(columns[name]!.type),
    frame: () => toFrame(columns),
  };
}

/**
 * Renames columns of a source, and adds computed columns or replaces columns of the same names.
 *
 * @param renamed Names in the source, by new names.
 */
export function renamedSource(
  source: Source,
  renamed: { readonly [name: string]: string },
  added: Columns,
): Source {
  const computed = columnsSource(added),
    old = (name: string): string => Object.hasOwn(renamed, name) ? renamed[name]! : name;
  const newNames = new Map(Object.entries(renamed).map(([name, old]) => [old, name]));
  const isAdded = (name: string): boolean => Object.hasOwn(added, name);
  const names = [
    ...new Set([...source.names.map((name) => newNames.get(name) ?? name), ...computed.names]),
  ];
  const column = (name: string, type: ColumnType | undefined, options: SourceOptions): Column =>
    isAdded(name) ? added[name]! : source.column(old(name), type, options);
  return {
    names,
    units: source.units ?? {},
    range: source.range,
    rowCount: source.rowCount,
    lacksNothing: source.lacksNothing,
    column,
    text: (name) => isAdded(name) ? undefined : source.text(old(name)),
    holdsNumbers: (name) =>
      isAdded(name) ? computed.holdsNumbers(name) : source.holdsNumbers(old(name)),
    frame: (known, options) =>
      toFrame(
        Object.fromEntries(names.map((name) => [name, column(name, known[name], options)])),
        {},
        source.range,
      ),
  };
}

/**
 * Returns selections of rows of a source. Reads each column of the whole at most once, on demand.
 *
 * @param names Columns of the selections.
 * @param known Known types of columns of records.
 */
export function rowsSources(
  source: Source,
  parts: readonly Uint32Array[],
  { names, known }: { names: readonly string[]; known: Schema },
): Source[] {
  const columns = new Map<string, Column>();
  const columnOfAll = (name: string, options: SourceOptions): Column => {
    const read = columns.get(name) ??
      source.column(name, Object.hasOwn(known, name) ? known[name] : undefined, options);
    columns.set(name, read);
    return read;
  };
  return parts.map((rows): Source => {
    const column = (name: string, options: SourceOptions): Column =>
      takeRows({ own: columnOfAll(name, options) }, rows)["own"]!;
    return {
      names,
      units: source.units ?? {},
      range: source.range,
      rowCount: rows.length,
      lacksNothing: source.lacksNothing,
      column: (name, _, options) => column(name, options),
      text: () => undefined,
      holdsNumbers: (name) => source.holdsNumbers(name),
      frame: (_, options) =>
        toFrame(Object.fromEntries(names.map((name) => [name, column(name, options)]))),
    };
  });
}

function recordsSource(rows: readonly Row[], action: string): Source {
  const names = recordNames(rows, action);
  const column = (name: string, type: ColumnType | undefined, options: SourceOptions): Column => {
    const { action, tz } = options;
    const own = type === undefined || type === "float64" ? typeOfValues(rows, name) : undefined;
    const read = own === "bool" ? own : type ?? own!; // true and false become 1 and 0 later
    return fromRows(rows, { [name]: read }, { action, tz, zone: tz })[name]!;
  };
  return {
    names,
    rowCount: rows.length,
    lacksNothing: rows.length === 0,
    column,
    text: () => undefined,
    holdsNumbers: (name) => rows.some((row) => isNumber(row[name])),
    frame: (known, options) => {
      const all = new Set([...names, ...Object.keys(known)]);
      return toFrame(
        Object.fromEntries(
          Array.from(all, (name) => [
            name,
            column(name, Object.hasOwn(known, name) ? known[name] : undefined, options),
          ]),
        ),
      );
    },
  };
}

/**
 * Returns the names of the members of records, in order of first appearance.
 *
 * @throws {TypeError} if one of them is not a record
 */
function recordNames(rows: readonly Row[], action: string): string[] {
  const names = new Set<string>();
  for (let row = 0; row < rows.length; row++) {
    const record = rows[row];
    if (typeof record !== "object" || record === null) {
      throw new TypeError(`Cannot ${action}: row ${row} is ${String(record)}, expected a record`);
    }
    for (const name of Object.keys(record)) names.add(name);
  }
  return [...names];
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/** Returns the type of the first value that is not null; `float64` if all are null. */
function typeOfValues(rows: readonly Row[], name: string): ColumnType {
  for (const row of rows) {
    const value = Object.hasOwn(row, name) ? row[name] : null;
    if (value !== null && value !== undefined) return typeOfValue(value);
  }
  return "float64";
}

function typeOfValue(value: unknown): ColumnType {
  switch (typeof value) {
    case "number":
      return "float64";
    case "bigint":
      return "int64";
    case "boolean":
      return "bool";
    case "string":
      return "text";
  }
  if (
    value instanceof Date || value instanceof Temporal.Instant ||
    value instanceof Temporal.ZonedDateTime
  ) return "time";
  if (value instanceof Temporal.PlainDate) return "date";
  if (Array.isArray(value)) return { list: typeOfValue(value.find((item) => item !== null) ?? "") };
  return {
    struct: Object.fromEntries(
      Object.entries(value as Row).map(([name, member]) => [name, typeOfValue(member ?? "")]),
    ),
  };
}
