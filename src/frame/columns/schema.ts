/**
 * Type of a column. `time` is an instant in microseconds UTC with a zone for display, and `date` is
 * a calendar day without a zone. `int64` and `float64` are numbers. Lists and structs nest.
 */
export type ColumnType =
  | "time"
  | "date"
  | "int64"
  | "float64"
  | "bool"
  | "text"
  | { readonly list: ColumnType }
  | { readonly struct: Schema };

/** Column names and their types, in order. */
export type Schema = { readonly [name: string]: ColumnType };
