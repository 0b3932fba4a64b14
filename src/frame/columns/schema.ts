/**
 * The type of a column: `time` is an instant in microseconds UTC shown in a zone, `date` a day of the
 * calendar that has no zone, `int64` and `float64` are numbers, `bool` and `text` speak for themselves; lists and structs nest.
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
