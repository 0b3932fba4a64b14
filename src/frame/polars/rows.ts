import { dayOf, isoDay } from "../../time/day.ts";
import { isoMicros } from "../../time/iso.ts";
import { toMicros, utcMicros } from "../../time/instant.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { type Column, columnLength, type Columns, rowCount } from "../columns/columns.ts";
import type { ColumnType, Schema } from "../columns/schema.ts";

/** Row in JSON: times are ISO 8601 text. */
export type Row = { readonly [name: string]: unknown };

/** Options of {@linkcode fromRows}. */
export interface FromRowsOptions {
  /** Zone for times without one. @default none: they are rejected */
  tz?: string | undefined;
  /**
   * Zone in which time columns are displayed. @default the zone of all values if they share one,
   * otherwise unknown
   */
  zone?: string | undefined;
  /** Action for the error message, such as `merge stages`. @default none: a column is read */
  action?: string | undefined;
  /** Number of the first row in the error message. @default 0 */
  firstRow?: number | undefined;
}

/**
 * Converts row objects to columns of a schema; a missing member is null. Times can be ISO text,
 * `Date`, `Temporal.Instant` or `Temporal.ZonedDateTime`, and with `tz` also `Temporal.PlainDate`.
 * Dates are `Temporal.PlainDate` or ISO text. Numbers can be the text `NaN`, `Infinity` or
 * `-Infinity`.
 *
 * @throws {TypeError} if a value does not have the column's type, with its row and column
 */
export function fromRows(
  rows: readonly Row[],
  schema: Schema,
  options: FromRowsOptions = {},
): Columns {
  return Object.fromEntries(
    Object.entries(schema).map(([name, type]) => [
      name,
      fromValues(rows.map((row) => row[name]), type, name, options),
    ]),
  );
}

/**
 * Converts columns to row objects for JSON: times as ISO text in the column's zone, dates as ISO
 * text, lists as arrays.
 */
export function toRows(columns: Columns): Record<string, unknown>[] {
  const names = Object.keys(columns);
  const values = names.map((name) => toValues(columns[name]!));
  return Array.from({ length: rowCount(columns) }, (_, row) => {
    const record: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) record[names[i]!] = values[i]![row];
    return record;
  });
}

/**
 * Converts a column to an array for JSON. Times and dates become ISO text, and integers become
 * numbers (text above 2^53). NaN and the infinities become the text `NaN`, `Infinity` or
 * `-Infinity`.
 */
export function toValues(column: Column): unknown[] {
  switch (column.type) {
    case "time":
      return mapValues(column, (value: bigint) => isoMicros(value, column.zone));
    case "date":
      return mapValues(column, isoDay);
    case "int64":
      return mapValues(column, (value: bigint) => {
        const number = Number(value);
        return Number.isSafeInteger(number) ? number : String(value);
      });
    case "float64":
      return mapValues(column, (value: number) => Number.isFinite(value) ? value : String(value));
    case "bool":
      return mapValues(column, (value: number) => value === 1);
    case "text":
      return [...column.values];
    case "struct":
      return toRows(column.fields);
    case "list": {
      const items = toValues(column.item);
      return Array.from(
        { length: columnLength(column) },
        (_, i) =>
          column.valid?.[i] === 0 ? null : items.slice(column.offsets[i], column.offsets[i + 1]),
      );
    }
  }
}

function mapValues<T>(
  column: { values: ArrayLike<T>; valid?: Uint8Array | undefined },
  convert: (value: T) => unknown,
): unknown[] {
  const { values, valid } = column;
  return Array.from(values, (value, i) => valid?.[i] === 0 ? null : convert(value));
}

/**
 * Returns the zone that all values of a column share, as values of `Temporal.ZonedDateTime` may;
 * UTC without values.
 */
function zoneOf(values: readonly unknown[]): string {
  if (values.length === 0) return "UTC";
  const first = values.find((value) => value instanceof Temporal.ZonedDateTime);
  if (first === undefined) return NO_ZONE;
  const isSame = values.every((value) =>
    isNull(value) ||
    (value instanceof Temporal.ZonedDateTime && value.timeZoneId === first.timeZoneId)
  );
  return isSame ? first.timeZoneId : NO_ZONE;
}

/** Converts values of JSON to a column, as {@linkcode fromRows} does. */
export function fromValues(
  values: readonly unknown[],
  type: ColumnType,
  name: string,
  options: FromRowsOptions,
): Column {
  const { firstRow = 0 } = options;
  const reject = (row: number, expected: string): never => {
    const { action } = options, column = `column ${JSON.stringify(name)}`;
    throw new TypeError(
      `Cannot ${action === undefined ? "read" : `${action}:`} ${column}: row ${firstRow + row} is ${
        describeCell(values[row])
      }, expected ${expected}`,
    );
  };
  const valid = validity(values);
  switch (type) {
    case "time": {
      const micros = new BigInt64Array(values.length);
      values.forEach((value, row) => {
        if (isNull(value)) return;
        const known = typeof value === "string" ? utcMicros(value) : undefined;
        if (known !== undefined) {
          micros[row] = known;
          return;
        }
        try {
          micros[row] = toMicros(value as string, {
            tz: options.tz,
            what: `${name} of row ${firstRow + row}`,
          });
        } catch (cause) {
          const { message } = cause as Error;
          throw new TypeError(
            options.action === undefined
              ? message
              : message.replace(/^Cannot read /, `Cannot ${options.action}: `),
            { cause },
          );
        }
      });
      return { type, values: micros, zone: options.zone ?? zoneOf(values), valid };
    }
    case "date":
      return {
        type,
        valid,
        values: Int32Array.from(values, (value, row) => {
          if (isNull(value)) return 0;
          return dayOf(value) ?? reject(row, "a date such as 2024-03-31");
        }),
      };
    case "int64":
      return {
        type,
        valid,
        values: BigInt64Array.from(values, (value, row) => {
          if (isNull(value)) return 0n;
          const whole = typeof value === "bigint" || isWholeText(value) ||
            Number.isSafeInteger(value);
          if (!whole) return reject(row, "an integer");
          const wide = BigInt(value as number);
          return BigInt.asIntN(64, wide) === wide ? wide : reject(row, "a number of 64 bits");
        }),
      };
    case "float64":
      return {
        type,
        valid,
        values: Float64Array.from(values, (value, row) => {
          if (isNull(value)) return 0;
          if (typeof value === "bigint") return Number(value);
          if (typeof value === "number") return value;
          return NOT_FINITE.has(value) ? Number(value) : reject(row, "a number");
        }),
      };
    case "bool":
      return {
        type,
        valid,
        values: Uint8Array.from(values, (value, row) => {
          if (isNull(value)) return 0;
          return typeof value === "boolean" ? Number(value) : reject(row, "true or false");
        }),
      };
    case "text":
      return {
        type,
        values: values.map((value, row) => {
          if (isNull(value)) return null;
          return typeof value === "string" ? value : reject(row, "text");
        }),
      };
  }
  if ("list" in type) {
    const offsets = new Int32Array(values.length + 1);
    const items: unknown[] = [];
    values.forEach((value, row) => {
      if (!isNull(value) && !Array.isArray(value)) reject(row, "a list");
      for (const item of (value ?? []) as unknown[]) items.push(item);
      offsets[row + 1] = items.length;
    });
    return { type: "list", offsets, item: fromValues(items, type.list, name, options), valid };
  }
  const rows = values.map((value, row) =>
    typeof value === "object" && value !== null ? value as Row : reject(row, "an object")
  );
  return { type: "struct", fields: fromRows(rows, type.struct, options), length: rows.length };
}

/** Text of numbers that JSON does not have. */
export const NOT_FINITE: ReadonlySet<unknown> = new Set(["NaN", "Infinity", "-Infinity"]);

function validity(values: readonly unknown[]): Uint8Array | undefined {
  return values.some(isNull)
    ? Uint8Array.from(values, (value) => isNull(value) ? 0 : 1)
    : undefined;
}

function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isWholeText(value: unknown): boolean {
  return typeof value === "string" && /^-?\d+$/.test(value);
}

function describeCell(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value) ?? String(value);
}
