import type { ColumnNames } from "./columns/columnNames.ts";
import type { Column } from "./columns/columns.ts";
import type { ColumnType } from "./columns/schema.ts";

/** The columns that a verb reads and their types: a name ending in `?` may be absent. */
export type WantedColumns = { readonly [name: string]: ColumnType };

/** A column of a type. */
export type ColumnOf<T extends ColumnType> = T extends string ? Extract<Column, { type: T }>
  : T extends { list: ColumnType } ? Extract<Column, { type: "list" }>
  : Extract<Column, { type: "struct" }>;

/** The columns that were read, by their names without the `?`. */
export type ReadColumns<W extends WantedColumns> =
  & { readonly [K in keyof W as K extends `${string}?` ? never : K]: ColumnOf<W[K]> }
  & {
    readonly [K in keyof W as K extends `${infer N}?` ? N : never]?: ColumnOf<W[K]> | undefined;
  };

/** How columns are read. */
export interface ReadOptions {
  /** Columns that must not hold nulls. @default none */
  full?: readonly string[];
  /** Names of the frame's columns where they differ from the wanted ones. @default none */
  columns?: ColumnNames | undefined;
}
