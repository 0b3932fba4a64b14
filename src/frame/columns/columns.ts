import { dayOf } from "../../time/day.ts";
import { countText } from "../../options/countText.ts";

/** Validity of values: 1 for a value, 0 for null. Omitted if no value is null. */
export type Valid = Uint8Array;

/** Column outside a frame. Kernels compute with it, and Arrow tables are made from it. */
export type Column =
  | {
    readonly type: "time";
    readonly values: BigInt64Array;
    readonly zone: string;
    readonly valid?: Valid | undefined;
  }
  | { readonly type: "date"; readonly values: Int32Array; readonly valid?: Valid | undefined }
  | { readonly type: "int64"; readonly values: BigInt64Array; readonly valid?: Valid | undefined }
  | { readonly type: "float64"; readonly values: Float64Array; readonly valid?: Valid | undefined }
  | { readonly type: "bool"; readonly values: Uint8Array; readonly valid?: Valid | undefined }
  | { readonly type: "text"; readonly values: readonly (string | null)[] }
  | {
    readonly type: "list";
    readonly offsets: Int32Array;
    readonly item: Column;
    readonly valid?: Valid | undefined;
  }
  | { readonly type: "struct"; readonly fields: Columns; readonly length: number };

/** Named columns of the same length, in order. */
export type Columns = { readonly [name: string]: Column };

/** Returns the number of rows of a column. */
export function columnLength(column: Column): number {
  switch (column.type) {
    case "list":
      return column.offsets.length - 1;
    case "struct":
      return column.length;
    default:
      return column.values.length;
  }
}

/** Returns the number of rows of a set of columns; 0 without columns. */
export function rowCount(columns: Columns): number {
  const first = Object.values(columns)[0];
  return first === undefined ? 0 : columnLength(first);
}

/**
 * Checks that all columns have a name, as Polars requires, and the same length.
 *
 * @throws {RangeError} if a name is empty, or the lengths differ
 */
export function checkColumns(columns: Columns): void {
  const length = rowCount(columns);
  for (const [name, column] of Object.entries(columns)) {
    if (name === "") throw new RangeError("Cannot build a table: a column has no name");
    if (columnLength(column) !== length) {
      throw new RangeError(
        `Cannot build a table: column ${JSON.stringify(name)} has ${
          countText(columnLength(column), "row")
        }, the first has ${length}`,
      );
    }
  }
}

/** Returns a column of instants in microseconds UTC. */
export function timeColumn(values: BigInt64Array, zone = "UTC", valid?: Valid): Column {
  return { type: "time", values, zone, valid };
}

/** Returns a column of dates, as days since 1970-01-01. */
export function dateColumn(values: Int32Array, valid?: Valid): Column {
  return { type: "date", values, valid };
}

/** Returns a column of dates from ISO text. */
export function isoDateColumn(dates: readonly string[]): Column {
  const days = new Map<string, number>(); // few distinct dates
  return dateColumn(Int32Array.from(dates, (date) => {
    const day = days.get(date) ?? dayOf(date)!;
    days.set(date, day);
    return day;
  }));
}

/** Returns a column of 64-bit integers. */
export function int64Column(values: BigInt64Array, valid?: Valid): Column {
  return { type: "int64", values, valid };
}

/** Returns a column of numbers. */
export function float64Column(values: Float64Array, valid?: Valid): Column {
  return { type: "float64", values, valid };
}

/** Returns a column of text. */
export function textColumn(values: readonly (string | null)[]): Column {
  return { type: "text", values };
}
