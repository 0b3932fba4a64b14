import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Column, Columns } from "../../frame/columns/columns.ts";
import type { Row } from "../../frame/polars/rows.ts";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import { type CellType, PERSON, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { Person } from "./bucketOf.ts";
import { personsOf } from "./people.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

const CELL_TYPES: ReadonlySet<string> = new Set(Object.keys(TYPE_LABELS));

/** Rows of a table to write. */
export interface TableData {
  /** Columns in order, with times in UTC. */
  readonly columns: Columns;
  /** Types of the columns. */
  readonly schema: TableSchema;
  /** Person of each row. */
  readonly persons: readonly Person[];
}

/**
 * Reads the rows of a table from a frame or records. In records, columns with names of times are
 * times, existing columns have the types of the table, and the person may be a plain number.
 *
 * @param known Columns of the table, if it exists.
 * @param pseudonyms Pseudonyms that replace the people, if the cohort has them.
 * @throws {TypeError} if a column is missing, unknown to the table, or of another type, or a person
 * is null
 */
export function readTable(
  table: string,
  input: FrameLike,
  known: TableSchema | undefined,
  pseudonyms: Pseudonyms | undefined,
): TableData {
  const action = `write table ${table}`;
  const given = inUtc(openFrame(input, { action }).columns(hints(input, known, pseudonyms)));
  const columns = pseudonyms?.replace(given, action, table) ?? given;
  for (const [name, column] of Object.entries(columns)) {
    if (CELL_TYPES.has(column.type)) continue;
    throw new TypeError(
      `Cannot ${action}: column ${name} holds ${column.type}; a cohort's columns are ${
        Object.values(TYPE_LABELS).join(", ")
      }`,
    );
  }
  const own = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.type as CellType]),
  );
  const schema = known ?? { [PERSON]: own[PERSON]!, ...own };
  const missing = Object.keys(schema).find((name) => !Object.hasOwn(own, name));
  const extra = Object.keys(own).find((name) => !Object.hasOwn(schema, name));
  const other = Object.keys(own).find((name) => own[name] !== schema[name]);
  const persons = personsOf(columns[PERSON], action, table);
  if (missing !== undefined) {
    throw new TypeError(`Cannot ${action}: column ${missing} of the table is missing`);
  }
  if (extra !== undefined) {
    throw new TypeError(`Cannot ${action}: the table has no column ${extra}`);
  }
  if (other !== undefined) {
    throw new TypeError(
      `Cannot ${action}: column ${other} holds ${own[other]}, but ${schema[other]} in the table`,
    );
  }
  return {
    columns: Object.fromEntries(Object.keys(schema).map((name) => [name, columns[name]!])),
    schema,
    persons,
  };
}

/** Returns the known types of columns in records. */
export function hints(
  input: FrameLike,
  known: TableSchema | undefined,
  pseudonyms?: Pseudonyms,
): Schema {
  if (!Array.isArray(input)) return {};
  const rows = input as readonly Row[];
  const names = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
  const types: Record<string, ColumnType> = {};
  for (const name of names) {
    if (name === "time" || name.endsWith("_time") || name.endsWith("_date")) types[name] = "time";
  }
  if (typeof rows[0]?.[PERSON] === "number") types[PERSON] = "int64";
  const there = Object.entries(known ?? {}).filter(([name]) =>
    names.has(name) && !(name === PERSON && pseudonyms !== undefined) // identifiers, not yet hashed
  );
  return { ...types, ...Object.fromEntries(there) };
}

/** Converts all times to UTC, because a column contains the times of people in many zones. */
export function inUtc(columns: Columns): Columns {
  const utc = (column: Column): Column =>
    column.type === "time"
      ? { ...column, zone: "UTC" }
      : column.type === "list"
      ? { ...column, item: utc(column.item) }
      : column.type === "struct"
      ? { ...column, fields: inUtc(column.fields) }
      : column;
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, utc(column)]));
}
