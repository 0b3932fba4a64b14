import type { ColumnNames } from "./columns/columnNames.ts";
import type { Column } from "./columns/columns.ts";
import type { ColumnType } from "./columns/schema.ts";

/** Columns that a verb reads, with their types; a name that ends in `?` is optional. */
export type WantedColumns = { readonly [name: string]: ColumnType };

/** Column of a type. */
export type ColumnOf<T extends ColumnType> = T extends string ? Extract<Column, { type: T }>
  : T extends { list: ColumnType } ? Extract<Column, { type: "list" }>
  : Extract<Column, { type: "struct" }>;

/** Columns that were read, by their names without the `?`. */
export type ReadColumns<W extends WantedColumns> =
  & { readonly [K in keyof W as K extends `${string}?` ? never : K]: ColumnOf<W[K]> }
  & {
    readonly [K in keyof W as K extends `${infer N}?` ? N : never]?: ColumnOf<W[K]> | undefined;
  };

/** Options for reading columns. */
export interface ReadOptions {
  /** Columns that must not contain nulls. @default none */
  full?: readonly string[];
  /** Names of the frame's columns if they differ from the wanted ones. @default none */
  columns?: ColumnNames | undefined;
}
