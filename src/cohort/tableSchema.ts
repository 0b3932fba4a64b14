import type pl from "nodejs-polars";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import type { Frame } from "../frame/polars/frame.ts";

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

const PLAIN: Readonly<Record<string, string>> = {
  Int8: "i8",
  Int16: "i16",
  Int32: "i32",
  Int64: "i64",
  UInt8: "u8",
  UInt16: "u16",
  UInt32: "u32",
  UInt64: "u64",
  Float32: "f32",
  Float64: "f64",
  Bool: "bool",
  String: "str",
  Utf8: "str",
  Categorical: "cat",
  Date: "date",
};

/** The type of each column of a frame, as Polars prints it. */
export function typeLabels(frame: Frame): [name: string, label: string][] {
  return columnNames(frame).map((name) => [name, typeLabel(seriesOf(frame, name))]);
}

function typeLabel(series: pl.Series): string {
  let dtype: { variant: string; inner: unknown[] | null };
  try {
    dtype = series.dtype as typeof dtype;
  } catch {
    return "a type that is not supported"; // Polars fails to say its name
  }
  if (dtype.variant !== "Datetime") return PLAIN[dtype.variant] ?? dtype.variant.toLowerCase();
  const [unit, zone] = dtype.inner as [string, string | null];
  return zone ? `datetime[${unit}, ${zone}]` : `datetime[${unit}]`;
}

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
export function checkSelected(columns: readonly string[] | undefined, schema: TableSchema): void {
  const missing = columns?.find((name) => !Object.hasOwn(schema, name));
  if (missing === undefined) return;
  throw new TypeError(
    `Cannot select column ${missing}: there are only ${Object.keys(schema).join(", ")}`,
  );
}
