import { asFrame, type FrameLike } from "./asFrame.ts";
import { checkColumnNames, type ColumnNames } from "./columns/columnNames.ts";
import { dayStart, isoDay, localDay } from "../time/day.ts";
import { type Column, type Columns, textColumn, type Valid } from "./columns/columns.ts";
import { columnOf } from "./polars/columnsOf.ts";
import { recordNames } from "./polars/recordNames.ts";
import { fromRows, type Row } from "./polars/rows.ts";
import type { ColumnType } from "./columns/schema.ts";
import { columnNames, seriesOf } from "./polars/seriesOf.ts";

export type { FrameLike };

/** The columns that a verb reads: a name ending in `?` may be absent. */
export type Wanted = { readonly [name: string]: ColumnType };

type Of<T extends ColumnType> = T extends string ? Extract<Column, { type: T }>
  : T extends { list: ColumnType } ? Extract<Column, { type: "list" }>
  : Extract<Column, { type: "struct" }>;

/** The columns that were read, by their names without the `?`. */
export type Read<W extends Wanted> =
  & { readonly [K in keyof W as K extends `${string}?` ? never : K]: Of<W[K]> }
  & { readonly [K in keyof W as K extends `${infer N}?` ? N : never]?: Of<W[K]> | undefined };

export type { ColumnNames };

/** How columns are read. */
export interface ReadColumnsOptions {
  /** What is being done, for the error message, such as `merge stages`. @default "read the frame" */
  action?: string;
  /** Columns that must not hold nulls. @default none */
  full?: readonly string[];
  /** Names of the frame's columns where they differ from the wanted ones. @default none */
  columns?: ColumnNames | undefined;
  /** The zone in which times without one are read, and whose local days dates are. @default none: UTC of a frame, refused in records */
  tz?: string | undefined;
}

/**
 * The columns that a verb needs, as typed arrays of the types it needs, from whatever it was given.
 * Whole numbers are widened where numbers are wanted, and numbers that are whole are narrowed; text
 * is read as times and dates; dates are the first moments of local days where times are wanted, and
 * ISO text where text is.
 *
 * @throws {TypeError} if a column is missing, has another type, or has nulls where none may be, or
 * `columns` names one that is not wanted
 */
export function readColumns<const W extends Wanted>(
  input: FrameLike,
  wanted: W,
  options: ReadColumnsOptions = {},
): Read<W> {
  const { action = "read the frame", full = [], columns: names = {}, tz } = options;
  checkColumnNames(names, Object.keys(wanted), action);
  const source = sourceOf(input, action, tz);
  const columns: Record<string, Column> = {};
  for (const [key, type] of Object.entries(wanted)) {
    const optional = key.endsWith("?"), usual = optional ? key.slice(0, -1) : key;
    const name = names[usual] ?? usual;
    if (!source.has(name)) {
      if (optional && names[usual] === undefined) continue; // a name that was given must be there
      throw new TypeError(
        `Cannot ${action}: column ${JSON.stringify(name)} is missing; there are ${
          source.names.join(", ") || "none"
        }`,
      );
    }
    const column = fitted(source.read(name, type), type, name, action, tz);
    const row = full.includes(usual) ? firstNull(column) : -1;
    if (row >= 0) {
      throw new TypeError(`Cannot ${action}: ${name} is null in row ${row}`);
    }
    columns[usual] = column;
  }
  return columns as Columns as Read<W>;
}

function firstNull(column: Column): number {
  if (column.type === "text") return column.values.indexOf(null);
  return "valid" in column ? column.valid?.indexOf(0) ?? -1 : -1;
}

interface Source {
  names: readonly string[];
  has(name: string): boolean;
  read(name: string, type: ColumnType): Column;
}

function sourceOf(input: FrameLike, action: string, tz: string | undefined): Source {
  if (Array.isArray(input)) {
    const rows = input as readonly Row[];
    const names = recordNames(rows, action);
    return {
      names,
      has: (name) => names.includes(name) || rows.length === 0, // no rows lack no column
      read: (name, type) => fromRows(rows, { [name]: type }, { action, tz, zone: tz })[name]!,
    };
  }
  const frame = asFrame(input as Exclude<FrameLike, readonly Row[]>, action);
  const names = columnNames(frame);
  return {
    names,
    has: (name) => names.includes(name),
    read: (name) => columnOf(seriesOf(frame, name)),
  };
}

function fitted(
  column: Column,
  type: ColumnType,
  name: string,
  action: string,
  tz: string | undefined,
): Column {
  if (typeof type !== "string" ? column.type in type : column.type === type) return column;
  if (type === "float64" && column.type === "int64") {
    return { type, values: Float64Array.from(column.values, Number), valid: column.valid };
  }
  if (type === "int64" && column.type === "float64") {
    const row = column.values.findIndex((value, i) =>
      column.valid?.[i] !== 0 && !Number.isSafeInteger(value)
    );
    if (row < 0) {
      return { type, values: BigInt64Array.from(column.values, BigInt), valid: column.valid };
    }
    throw new TypeError(
      `Cannot ${action}: ${name} is ${column.values[row]} in row ${row}, expected a whole number`,
    );
  }
  if (column.type === "text" && column.values.every((value) => value === null)) {
    return allNull(type, column.values.length);
  }
  if (column.type === "text" && (type === "date" || type === "time")) {
    const rows = column.values.map((value) => ({ [name]: value }));
    return fromRows(rows, { [name]: type }, { action, tz, zone: tz })[name]!;
  }
  if (column.type === "date" && type === "text") {
    return textColumn(
      Array.from(column.values, (day, row) => isNull(column, row) ? null : isoDay(day)),
    );
  }
  if (column.type === "date" && type === "time") return startsOf(column, tz ?? "UTC");
  if (column.type === "time" && type === "date") {
    const zone = tz ?? column.zone;
    return {
      type,
      values: Int32Array.from(column.values, (at) => localDay(at, zone)),
      valid: column.valid,
    };
  }
  throw new TypeError(
    `Cannot ${action}: column ${JSON.stringify(name)} is ${column.type}, expected ${
      typeof type === "string" ? type : Object.keys(type)[0]
    }`,
  );
}

function isNull({ valid }: { valid?: Valid | undefined }, row: number): boolean {
  return valid?.[row] === 0;
}

/** The first moments of days, of which there are few different ones. */
function startsOf(column: Extract<Column, { type: "date" }>, tz: string): Column {
  const known = new Map<number, bigint>();
  const values = BigInt64Array.from(column.values, (day) => {
    const start = known.get(day) ?? dayStart(day, tz);
    known.set(day, start);
    return start;
  });
  return { type: "time", values, zone: tz, valid: column.valid };
}

/** A column that holds nothing has no type of its own; it takes the one that is wanted. */
function allNull(type: ColumnType, length: number): Column {
  return fromRows(Array.from({ length }, () => ({})), { only: type })["only"]!;
}
