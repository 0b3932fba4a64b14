import { asFrame, type FrameLike } from "./asFrame.ts";
import type { Columns } from "./columns/columns.ts";
import { columnsOf } from "./polars/columnsOf.ts";
import { recordNames } from "./polars/recordNames.ts";
import { fromRows, type Row } from "./polars/rows.ts";
import type { ColumnType, Schema } from "./columns/schema.ts";

/**
 * All columns of whatever a verb was given. The columns of records are typed by the first value that
 * is not null: numbers `float64`, big integers `int64`, moments `time`, plain dates `date`, the rest as they are; those
 * that hold nothing but null, `float64`.
 *
 * @param known Types of the columns that are known, such as that times given as text are times.
 * @param action What is being done, for the error message.
 * @param tz The zone in which times of records without one are read, and shown.
 * @throws {TypeError} if a value has not its column's type; row and column are named
 */
export function allColumns(
  input: FrameLike,
  known: Schema = {},
  action?: string,
  tz?: string,
): Columns {
  if (!Array.isArray(input)) {
    return columnsOf(asFrame(input as Exclude<FrameLike, readonly Row[]>, action));
  }
  const rows = input as readonly Row[];
  const names = new Set([...recordNames(rows, action ?? "read the data"), ...Object.keys(known)]);
  const schema = Array.from(names, (name): [string, ColumnType] => {
    if (Object.hasOwn(known, name)) return [name, known[name]!];
    const first = rows.find((row) => Object.hasOwn(row, name) && !isNull(row[name]));
    return [name, first === undefined ? "float64" : typeOf(first[name])];
  });
  return fromRows(rows, Object.fromEntries(schema), { action, tz, zone: tz });
}

function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function typeOf(value: unknown): ColumnType {
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
  if (Array.isArray(value)) return { list: typeOf(value.find((item) => item !== null) ?? "") };
  return {
    struct: Object.fromEntries(
      Object.entries(value as Row).map(([name, member]) => [name, typeOf(member ?? "")]),
    ),
  };
}
