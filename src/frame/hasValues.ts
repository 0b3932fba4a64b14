import { type FrameLike, readColumns } from "./readColumns.ts";

/** Whether a column of numbers has any value. */
export function hasValues(frame: FrameLike, name: string): boolean {
  const { values, valid } = readColumns(frame, { [name]: "float64" })[name]!;
  return values.some((value, row) => valid?.[row] !== 0 && !Number.isNaN(value));
}
