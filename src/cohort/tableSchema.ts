/** What a column of a cohort's table may hold. */
export type CellType = "time" | "date" | "int64" | "float64" | "bool" | "text";

/** The columns of a table in order, `person` among them. */
export type TableSchema = { readonly [column: string]: CellType };

/** The column that says whose row it is, of every table and of every result. */
export const PERSON = "person";

/** How the type of each column is called in messages: the name that Polars prints. */
export const TYPE_LABELS: Readonly<Record<CellType, string>> = {
  time: "datetime[us, UTC]",
  date: "date",
  int64: "i64",
  float64: "f64",
  bool: "bool",
  text: "str",
};

/** The type of a cohort's column with such a label; undefined if there is none. */
export function cellType(label: string): CellType | undefined {
  return (Object.keys(TYPE_LABELS) as CellType[]).find((type) => TYPE_LABELS[type] === label);
}

/** The first column of times: what rows are sorted by, and filed by month. */
export function timeColumnOf(schema: TableSchema): string | undefined {
  return Object.keys(schema).find((name) => schema[name] === "time");
}

/**
 * Checks that a table has the columns that are selected.
 *
 * @throws {TypeError} if it lacks one
 */
export function checkSelection(columns: readonly string[] | undefined, schema: TableSchema): void {
  const missing = columns?.find((name) => !Object.hasOwn(schema, name));
  if (missing === undefined) return;
  throw new TypeError(
    `Cannot select column ${missing}: there are only ${Object.keys(schema).join(", ")}`,
  );
}

/**
 * The type of a table's column.
 *
 * @throws {TypeError} if it has no such column
 */
export function columnType(column: string, schema: TableSchema): CellType {
  if (Object.hasOwn(schema, column)) return schema[column]!;
  throw new TypeError(
    `Cannot select by ${column}: there are only the columns ${Object.keys(schema).join(", ")}`,
  );
}
