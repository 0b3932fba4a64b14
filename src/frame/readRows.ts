import type { ColumnOf } from "./wantedColumns.ts";
import type { ColumnType } from "./columns/schema.ts";
import { type FrameLike, openFrame } from "./open.ts";

/** Types of cells that {@linkcode readRows} reads. */
type CellType = Extract<ColumnType, "time" | "int64" | "float64" | "text">;

type CellOf<T extends CellType> = T extends "text" ? string : T extends "float64" ? number : bigint;

/** Row of cells: null without a value, `undefined` if an optional column is missing. */
type RowOf<W extends { readonly [name: string]: CellType }, F> =
  & {
    readonly [K in keyof W as K extends `${string}?` ? never : K]:
      | CellOf<W[K]>
      | (K extends F ? never : null);
  }
  & { readonly [K in keyof W as K extends `${infer N}?` ? N : never]?: CellOf<W[K]> | null };

/**
 * Reads columns as rows, for code that describes each row. A column whose name ends in `?` is
 * optional. Computations read columns instead.
 *
 * @param full Columns that must not contain nulls.
 */
export function readRows<
  const W extends { readonly [name: string]: CellType },
  const F extends keyof W & string = never,
>(frame: FrameLike, wanted: W, full: readonly F[] = []): RowOf<W, F>[] {
  const data = openFrame(frame), columns = Object.entries(data.read(wanted, { full }));
  const cell = (column: ColumnOf<CellType>, row: number) =>
    "valid" in column && column.valid?.[row] === 0 ? null : column.values[row];
  return Array.from(
    { length: data.rowCount },
    (_, row) =>
      Object.fromEntries(columns.map(([name, column]) => [name, cell(column, row)])) as RowOf<W, F>,
  );
}
