import type { ColumnType } from "../../frame/columns/schema.ts";
import type { CellValue } from "../../frame/polars/parquetRows.ts";
import { type Condition, parseCondition } from "../conditions.ts";
import { type CellType, columnType, type TableSchema } from "../tableSchema.ts";
import { ESCAPES } from "../worker/cellText.ts";

/** Quotes a name in SQL. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

/** Quotes text in SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/**
 * Converts a condition to SQL. It is never unknown, so that Spark keeps the same rows as Polars.
 *
 * @throws {TypeError} if the table lacks the column, or a value does not have its type
 */
export function sqlCondition(condition: Condition, schema: TableSchema): string {
  const typed = parseCondition(condition, columnType(condition.column, schema));
  const column = `t.${quoteName(typed.column)}`;
  if ("in" in typed) {
    const values = typed.in.filter((cell) => cell !== null)
      .map((cell) => `${column} = ${literal(cell, typed.type)}`);
    const any = [...values, ...typed.in.includes(null) ? [`${column} is null`] : []];
    return any.length === 0 ? "false" : `coalesce(${any.join(" or ")}, false)`;
  }
  const bounds = [`${column} is not null`];
  if (typed.type === "float64") bounds.push(`not isnan(${column})`);
  if (typed.from !== undefined) bounds.push(`${column} >= ${literal(typed.from, typed.type)}`);
  if (typed.to !== undefined) bounds.push(`${column} < ${literal(typed.to, typed.type)}`);
  return bounds.length === 1 ? bounds[0]! : `(${bounds.join(" and ")})`;
}

function literal(cell: CellValue, type: CellType): string {
  switch (type) {
    case "time":
      return `timestamp_micros(${cell})`;
    case "date":
      return `date_from_unix_date(${cell})`;
    case "int64":
      return `cast(${quoteText(String(cell))} as bigint)`;
    case "float64":
      return `cast(${quoteText(Object.is(cell, -0) ? "-0" : String(cell))} as double)`;
    case "bool":
      return String(cell);
    case "text":
      return quoteText(cell as string);
  }
}

/** Returns SQL that formats a cell for a worker. */
export function cellToText(column: string, type: CellType): string {
  switch (type) {
    case "time":
      return `cast(unix_micros(${column}) as string)`;
    case "date":
      return `cast(unix_date(${column}) as string)`;
    case "text":
      return ESCAPES.reduce(
        (text, [, escaped, code]) => `replace(${text}, chr(${code}), '${escaped}')`,
        column,
      );
    default:
      return `cast(${column} as string)`;
  }
}

/** Returns SQL that parses a worker's cell; invalid cells are an error. */
export function cellFromText(column: string, type: ColumnType): string {
  if (typeof type !== "string") {
    const json = `from_json(${unescape(column)}, ${
      quoteText(jsonType(type))
    }, map('mode', 'FAILFAST'))`;
    return fromJson(json, type, 0);
  }
  if (type === "text") return unescape(column);
  return fromJson(`cast(${column} as ${jsonType(type)})`, type, 0);
}

function unescape(column: string): string {
  return ESCAPES.toReversed().reduce(
    (text, [, escaped, code]) => `replace(${text}, '${escaped}', chr(${code}))`,
    column,
  );
}

/** Returns the JSON type for a column: numbers for times and dates. */
function jsonType(type: ColumnType): string {
  if (typeof type === "string") return JSON_TYPES[type];
  if ("list" in type) return `array<${jsonType(type.list)}>`;
  const fields = Object.entries(type.struct)
    .map(([name, field]) => `${quoteName(name)}: ${jsonType(field)}`);
  return `struct<${fields.join(", ")}>`;
}

const JSON_TYPES: Readonly<Record<Extract<ColumnType, string>, string>> = {
  time: "bigint",
  date: "int",
  int64: "bigint",
  float64: "double",
  bool: "boolean",
  text: "string",
};

function fromJson(value: string, type: ColumnType, depth: number): string {
  if (type === "time") return `timestamp_micros(${value})`;
  if (type === "date") return `date_from_unix_date(${value})`;
  if (typeof type === "string") return value;
  const item = `x${depth}`;
  if ("list" in type) {
    return `transform(${value}, ${item} -> ${fromJson(item, type.list, depth + 1)})`;
  }
  const fields = Object.entries(type.struct).map(([name, field]) =>
    `${quoteText(name)}, ${fromJson(`${value}.${quoteName(name)}`, field, depth + 1)}`
  );
  return `if(${value} is null, null, named_struct(${fields.join(", ")}))`;
}
