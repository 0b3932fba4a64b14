import { dayOf } from "../../time/day.ts";

/** Which values are present: 1 for a value, 0 for null. Left out where nothing is null. */
export type Valid = Uint8Array;

/** One column outside a frame: what kernels compute on and what Arrow is made of. */
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

/** Named columns of one length, in order. */
export type Columns = { readonly [name: string]: Column };

/** The number of rows of a column. */
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

/** The number of rows of a set of columns; 0 where there are none. */
export function rowCount(columns: Columns): number {
  const first = Object.values(columns)[0];
  return first === undefined ? 0 : columnLength(first);
}

/**
 * Checks that columns have names, which Polars wants, and one length.
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
          columnLength(column)
        } rows, the first has ${length}`,
      );
    }
  }
}

/** A column of instants in microseconds UTC. */
export function timeColumn(values: BigInt64Array, zone = "UTC", valid?: Valid): Column {
  return { type: "time", values, zone, valid };
}

/** A column of dates, as days since 1970-01-01. */
export function dateColumn(values: Int32Array, valid?: Valid): Column {
  return { type: "date", values, valid };
}

/** A column of dates that are given as ISO text. */
export function isoDateColumn(dates: readonly string[]): Column {
  const days = new Map<string, number>(); // there are few different ones
  return dateColumn(Int32Array.from(dates, (date) => {
    const day = days.get(date) ?? dayOf(date)!;
    days.set(date, day);
    return day;
  }));
}

/** A column of integers of 64 bits. */
export function int64Column(values: BigInt64Array, valid?: Valid): Column {
  return { type: "int64", values, valid };
}

/** A column of numbers. */
export function float64Column(values: Float64Array, valid?: Valid): Column {
  return { type: "float64", values, valid };
}

/** A column of text. */
export function textColumn(values: readonly (string | null)[]): Column {
  return { type: "text", values };
}
