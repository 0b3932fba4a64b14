import { type Column, columnLength } from "../../frame/columns/columns.ts";
import type { ColumnType } from "../../frame/columns/schema.ts";
import type { CellType } from "../tableSchema.ts";

/**
 * Rows as text, in the format of Spark's `TRANSFORM`: a line each, cells separated by tabs, `\N`
 * for null. Special characters are percent-encoded: `%09`, `%0A`, `%0D`, `%5C`, and `%25` for the
 * percent sign.
 */
export const NULL_TEXT = "\\N";

/** Escaped characters in the order of escaping, with their codes for `chr` in SQL. */
export const ESCAPES: readonly (readonly [char: string, escaped: string, code: number])[] = [
  ["%", "%25", 37],
  ["\t", "%09", 9],
  ["\n", "%0A", 10],
  ["\r", "%0D", 13],
  ["\\", "%5C", 92],
];

const BY_CHAR = new Map(ESCAPES.map(([char, escaped]) => [char, escaped]));
const BY_ESCAPE = new Map(ESCAPES.map(([char, escaped]) => [escaped, char]));

/** Escapes text for a cell. */
export function escapeText(text: string): string {
  return /[%\t\n\r\\]/.test(text)
    ? text.replace(/[%\t\n\r\\]/g, (char) => BY_CHAR.get(char)!)
    : text;
}

/** Unescapes the text of a cell. */
export function unescapeText(cell: string): string {
  return cell.includes("%")
    ? cell.replace(/%(?:25|09|0A|0D|5C)/g, (escaped) => BY_ESCAPE.get(escaped)!)
    : cell;
}

/** Reads the cells of a column in order. */
export interface CellReader {
  /** Reads one cell. */
  push(cell: string): void;
  /** Returns the column of the cells so far; the next cell starts a new one. */
  finish(): Column;
}

/**
 * Creates a reader for cells of a type: times are whole microseconds, dates are days since 1970.
 *
 * @throws {TypeError} while reading, if a cell does not have the type
 */
export function cellReader(name: string, type: CellType): CellReader {
  let values: unknown[] = [], valid: number[] = [], nulls = 0;
  const read = READERS[type];
  return {
    push(cell) {
      if (cell === NULL_TEXT) {
        nulls++;
        valid.push(0);
        values.push(type === "text" ? null : read("0"));
        return;
      }
      const value = read(cell);
      if (value === undefined) {
        throw new TypeError(
          `Cannot read a row: ${name} is ${JSON.stringify(cell)}, expected ${type}`,
        );
      }
      valid.push(1);
      values.push(value);
    },
    finish() {
      const column = columnFrom(type, values, nulls === 0 ? undefined : Uint8Array.from(valid));
      [values, valid, nulls] = [[], [], 0];
      return column;
    },
  };
}

const toInteger = (cell: string): bigint | undefined =>
  /^-?\d+$/.test(cell) ? BigInt(cell) : undefined;

const READERS: Readonly<Record<CellType, (cell: string) => unknown>> = {
  text: unescapeText,
  time: toInteger,
  int64: toInteger,
  date: (cell) => /^-?\d+$/.test(cell) ? Number(cell) : undefined,
  bool: (cell) => cell === "true" ? 1 : cell === "false" || cell === "0" ? 0 : undefined,
  float64: (cell) => {
    const value = Number(cell);
    return cell !== "" && (!Number.isNaN(value) || cell === "NaN") ? value : undefined;
  },
};

function columnFrom(type: CellType, values: unknown[], valid: Uint8Array | undefined): Column {
  switch (type) {
    case "text":
      return { type, values: values as (string | null)[] };
    case "time":
      return { type, values: BigInt64Array.from(values as bigint[]), zone: "UTC", valid };
    case "int64":
      return { type, values: BigInt64Array.from(values as bigint[]), valid };
    case "float64":
      return { type, values: Float64Array.from(values as number[]), valid };
    case "date":
      return { type, values: Int32Array.from(values as number[]), valid };
    case "bool":
      return { type, values: Uint8Array.from(values as number[]), valid };
  }
}

/** Formats the cells of a column: lists and structs as JSON, with times and dates as numbers. */
export function cellTexts(column: Column): string[] {
  switch (column.type) {
    case "text":
      return column.values.map((value) => value === null ? NULL_TEXT : escapeText(value));
    case "time":
    case "int64":
    case "date":
      return cells(column, String);
    case "float64":
      return cells(column, numberText);
    case "bool":
      return cells(column, (value) => value === 1 ? "true" : "false");
    case "list":
    case "struct":
      return Array.from({ length: columnLength(column) }, (_, row) => {
        const json = jsonCell(column, row);
        return json === "null" ? NULL_TEXT : escapeText(json);
      });
  }
}

function cells<T>(
  { values, valid }: { values: ArrayLike<T>; valid?: Uint8Array | undefined },
  text: (value: T) => string,
): string[] {
  return Array.from(values, (value, row) => valid?.[row] === 0 ? NULL_TEXT : text(value));
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Formats a cell as JSON with every digit of integers. */
function jsonCell(column: Column, row: number): string {
  if ("valid" in column && column.valid?.[row] === 0) return "null";
  switch (column.type) {
    case "text":
      return JSON.stringify(column.values[row]!);
    case "time":
    case "int64":
    case "date":
      return String(column.values[row]!);
    case "bool":
      return column.values[row] === 1 ? "true" : "false";
    case "float64": {
      const value = column.values[row]!;
      return Number.isFinite(value) ? numberText(value) : JSON.stringify(String(value));
    }
    case "list": {
      const items: string[] = [];
      for (let i = column.offsets[row]!; i < column.offsets[row + 1]!; i++) {
        items.push(jsonCell(column.item, i));
      }
      return `[${items.join(",")}]`;
    }
    case "struct":
      return `{${
        Object.entries(column.fields)
          .map(([name, field]) => `${JSON.stringify(name)}:${jsonCell(field, row)}`).join(",")
      }}`;
  }
}

/** Returns the type of a column as in a schema. */
export function typeOf(column: Column): ColumnType {
  switch (column.type) {
    case "list":
      return { list: typeOf(column.item) };
    case "struct":
      return {
        struct: Object.fromEntries(
          Object.entries(column.fields).map(([name, field]) => [name, typeOf(field)]),
        ),
      };
    default:
      return column.type;
  }
}
