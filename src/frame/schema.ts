/**
 * The type of a column: `time` is an instant in microseconds UTC shown in a zone, `int64` and
 * `float64` are numbers, `bool` and `text` speak for themselves; lists and structs nest.
 */
export type ColumnType =
  | "time"
  | "int64"
  | "float64"
  | "bool"
  | "text"
  | { readonly list: ColumnType }
  | { readonly struct: Schema };

/** Column names and their types, in order. */
export type Schema = { readonly [name: string]: ColumnType };
