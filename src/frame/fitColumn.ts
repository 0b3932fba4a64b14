import { dayStart, isoDay, localDay } from "../time/day.ts";
import { type Column, textColumn, type Valid } from "./columns/columns.ts";
import type { ColumnType } from "./columns/schema.ts";
import { fromRows } from "./polars/rows.ts";

/** Options of {@linkcode fitColumn}. */
export interface FitColumnOptions {
  /** Name of the column. */
  readonly name: string;
  /** Action for messages, such as `merge stages`. */
  readonly action: string;
  /** Zone of times without one, and of the local days of dates. @default none */
  readonly tz?: string | undefined;
}

/**
 * Converts a column to another type. Integers and booleans (1 and 0) are widened to numbers,
 * and whole numbers are narrowed to integers. Text is read as times and dates. Dates become the first instants of local
 * days, or ISO text. A column of nulls fits any type.
 *
 * @throws {TypeError} if that would lose something, or the types are incompatible
 */
export function fitColumn(column: Column, type: ColumnType, options: FitColumnOptions): Column {
  const { name, action, tz } = options;
  if (typeof type !== "string" ? column.type in type : column.type === type) return column;
  if (type === "float64" && column.type === "int64") {
    return { type, values: Float64Array.from(column.values, Number), valid: column.valid };
  }
  if (type === "float64" && column.type === "bool") {
    return { type, values: Float64Array.from(column.values), valid: column.valid };
  }
  if (type === "int64" && column.type === "float64") {
    const row = column.values.findIndex((value, i) =>
      column.valid?.[i] !== 0 && !Number.isSafeInteger(value)
    );
    if (row < 0) {
      return { type, values: BigInt64Array.from(column.values, BigInt), valid: column.valid };
    }
    throw new TypeError(
      `Cannot ${action}: ${name} is ${column.values[row]} in row ${row}, expected an integer`,
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
  if (column.type === "date" && type === "time") return dayStarts(column, tz ?? "UTC");
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

/** Returns the first instants of days, computed once for each distinct day. */
function dayStarts(column: Extract<Column, { type: "date" }>, tz: string): Column {
  const known = new Map<number, bigint>();
  const values = BigInt64Array.from(column.values, (day) => {
    const start = known.get(day) ?? dayStart(day, tz);
    known.set(day, start);
    return start;
  });
  return { type: "time", values, zone: tz, valid: column.valid };
}

function allNull(type: ColumnType, length: number): Column {
  return fromRows(Array.from({ length }, () => ({})), { only: type })["only"]!;
}
