import type { Column } from "../frame/columns.ts";
import { type FrameLike, readColumns } from "../frame/readColumns.ts";

/** A series: its instants, of which none is null, and its values. */
export interface ReadSeries {
  /** When. */
  readonly x: Extract<Column, { type: "time" }>;
  /** How much. */
  readonly y: Extract<Column, { type: "float64" }>;
}

/**
 * Reads a column of instants and one of numbers by the names that a caller gave.
 *
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 */
export function readSeries(
  frame: FrameLike,
  columns: { readonly x: string; readonly y: string },
  action: string,
): ReadSeries {
  const { x, y } = columns;
  return readColumns(frame, { x: "time", y: "float64" }, {
    action,
    full: ["x"],
    columns: { x, y },
  });
}
