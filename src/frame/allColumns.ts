import { asFrame, type FrameLike } from "./asFrame.ts";
import type { Columns } from "./columns.ts";
import { columnsOf } from "./columnsOf.ts";
import { fromRows, type Row } from "./rows.ts";
import type { ColumnType, Schema } from "./schema.ts";

/**
 * All columns of whatever a verb was given. The columns of records are typed by the first value that
 * is not null: numbers `float64`, big integers `int64`, moments `time`, the rest as they are; those
 * that hold nothing but null, `float64`.
 *
 * @param known Types of the columns that are known, such as that times given as text are times.
 * @throws {TypeError} if a value has not its column's type; row and column are named
 */
export function allColumns(input: FrameLike, known: Schema = {}): Columns {
  if (!Array.isArray(input)) return columnsOf(asFrame(input as Exclude<FrameLike, readonly Row[]>));
  const schema: Record<string, ColumnType | undefined> = { ...known };
  for (const row of input as readonly Row[]) {
    for (const [name, value] of Object.entries(row)) {
      schema[name] ??= value === null || value === undefined ? undefined : typeOf(value);
      // which keeps the name, and its place, of a value that is null
    }
  }
  return fromRows(
    input as readonly Row[],
    Object.fromEntries(
      Object.entries(schema).map(([name, type]) => [name, type ?? "float64"]),
    ),
  );
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
  if (Array.isArray(value)) return { list: typeOf(value.find((item) => item !== null) ?? "") };
  return {
    struct: Object.fromEntries(
      Object.entries(value as Row).map(([name, member]) => [name, typeOf(member ?? "")]),
    ),
  };
}
