/** Type of a column in a cohort's table. */
export type CellType = "time" | "date" | "int64" | "float64" | "bool" | "text";

/** Columns of a table in order, including `person`. */
export type TableSchema = { readonly [column: string]: CellType };

/** Column of the person, in every table and result. */
export const PERSON = "person";

/** Names of types in messages, as Polars prints them. */
export const TYPE_LABELS: Readonly<Record<CellType, string>> = {
  time: "datetime[us, UTC]",
  date: "date",
  int64: "i64",
  float64: "f64",
  bool: "bool",
  text: "str",
};

/** Returns the type with such a label; `undefined` if cohorts lack it. */
export function cellType(label: string): CellType | undefined {
  return (Object.keys(TYPE_LABELS) as CellType[]).find((type) => TYPE_LABELS[type] === label);
}

/** Returns the first time column: rows are sorted by it and stored by its month. */
export function timeColumnOf(schema: TableSchema): string | undefined {
  return Object.keys(schema).find((name) => schema[name] === "time");
}

/**
 * Checks that a table has the selected columns.
 *
 * @throws {TypeError} if a column is missing
 */
export function checkSelection(columns: readonly string[] | undefined, schema: TableSchema): void {
  const missing = columns?.find((name) => !Object.hasOwn(schema, name));
  if (missing === undefined) return;
  throw new TypeError(
    `Cannot select column ${missing}: there are only ${Object.keys(schema).join(", ")}`,
  );
}

/**
 * Returns the type of a table's column.
 *
 * @throws {TypeError} if the column is missing
 */
export function columnType(column: string, schema: TableSchema): CellType {
  if (Object.hasOwn(schema, column)) return schema[column]!;
  throw new TypeError(
    `Cannot select by ${column}: there are only the columns ${Object.keys(schema).join(", ")}`,
  );
}

/**
 * Checks the name of a table to write, which is also a folder's name and a name in SQL.
 *
 * @throws {RangeError} if it is not a letter followed by letters, digits and `_`
 */
export function checkTableName(table: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(table) && table !== "people") return table;
  throw new RangeError(
    `Cannot write table ${
      JSON.stringify(table)
    }: a name is a letter, followed by letters, digits and _; people is reserved`,
  );
}
