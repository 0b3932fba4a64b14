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
import { unitsOf } from "./polars/displays.ts";
import { columnNames, frameHeight, seriesOf, variantOf } from "./polars/seriesOf.ts";
import { toFrame } from "./polars/toFrame.ts";
import { takeRows } from "./takeRows.ts";

/** What is being done, for messages, and the zone in which times of records without one are read. */
export interface SourceOptions {
  readonly action: string;
  readonly tz?: string | undefined;
}

/** Where columns come from: each kind of what a caller may give has one of these. */
export interface Source {
  /** The names of the columns, in order. */
  readonly names: readonly string[];
  /** The units of columns that are known. @default none */
  readonly units?: Readonly<Record<string, string>>;
  /** The range that the data was asked for. @default not known */
  readonly range?: AskedRange | undefined;
  /** The number of rows. */
  readonly rowCount: number;
  /** Whether it lacks no column, having no rows: an empty list of records. */
  readonly lacksNothing: boolean;
  /** A column; of records as the type that is wanted, or where none is, of that of its first value. */
  column(name: string, type: ColumnType | undefined, options: SourceOptions): Column;
  /** A column of text, to be read later; undefined if it is of another type. */
  text(name: string): TextReader | undefined;
  /** Whether a column holds numbers. */
  holdsNumbers(name: string): boolean;
  /** Rows in windows, reduced, where that is sooner than to read the columns. */
  groupWindows?(options: GroupWindowsOptions): GroupedWindows | undefined;
  /** All columns as a frame; of records, those whose types are known as such. */
  frame(known: Schema, options: SourceOptions): Frame;
}

/**
 * The source of what a caller gave: a Polars frame, an Arrow table or its bytes, or records.
 *
 * @throws {TypeError} if it is none of them
 */
export function sourceOf(input: unknown, action: string): Source {
  if (Array.isArray(input)) return recordsSource(input, action);
  if (input instanceof Uint8Array) return frameSource(fromArrow(input));
  const frame = isArrowTable(input) ? fromArrow(loadArrow().tableToIPC(input, "stream")) : input;
  if (pl.DataFrame.isDataFrame(frame)) return frameSource(frame as Frame);
  const held = (input as { readonly frame?: unknown } | null | undefined)?.frame;
  if (pl.DataFrame.isDataFrame(held)) return frameSource(held as Frame);
  throw new TypeError(
    `Cannot ${action}: the data is ${
      describeValue(input)
    }, expected a Polars frame, an Arrow table or an array of records${hint(input)}`,
  );
}

/** What was probably meant. */
function hint(input: unknown): string {
  return looksLikeTable(input)
    ? "; this is a table of another copy of Arrow, give the bytes that its tableToIPC makes"
    : "";
}

const NUMBERS = /^(?:U?Int\d+|Float\d+)$/;

function frameSource(frame: Frame): Source {
  const names = columnNames(frame);
  return {
    names,
    units: unitsOf(frame),
    range: askedRangeOf(frame),
    rowCount: frameHeight(frame),
    lacksNothing: false,
    column: (name) => columnOf(seriesOf(frame, name)),
    text: (name) => readSeriesText(seriesOf(frame, name)),
    holdsNumbers: (name) => NUMBERS.test(variantOf(seriesOf(frame, name))),
    groupWindows: (options) => groupWindows(frame, options),
    frame: () => frame,
  };
}

/** Columns that were computed, as a source. */
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
 * Gives columns of a source other names, and adds columns that were computed, or puts them in place of
 * columns of these names.
 *
 * @param renamed The source's names, by their new ones.
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
 * Some rows of a source, several times. A column of the whole is read at most once, when one of them is
 * first asked for it.
 *
 * @param names The columns that they have.
 * @param known Types of records' columns that are known.
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
    return fromRows(rows, { [name]: type ?? typeOfValues(rows, name) }, { action, tz, zone: tz })[
      name
    ]!;
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
 * The names of the members of records, in order of first appearance.
 *
 * @throws {TypeError} if one of them is no record
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

/** The type of the first value that is not null; of nothing but nulls `float64`. */
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
