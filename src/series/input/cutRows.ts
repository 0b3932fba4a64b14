import type { OpenFrame } from "../../frame/open.ts";

/**
 * Returns a test for rows that hold only part of their day or night, by the column `whole` of
 * `me.daily`, `sleep.nightly` and `series.resample`. A row with an unknown value is not cut.
 */
export function cutRows(data: OpenFrame): (row: number) => boolean {
  const column = data.names.includes("whole") ? data.column("whole") : undefined;
  if (column?.type !== "bool") return () => false;
  const { values, valid } = column;
  return (row) => values[row] === 0 && valid?.[row] !== 0;
}

/** Returns whether any row holds only part of its day or night. */
export function hasCutRows(data: OpenFrame): boolean {
  const isCut = cutRows(data);
  return data.names.includes("whole") &&
    Array.from({ length: data.rowCount }, (_, row) => row).some(isCut);
}

/** Replaces the values of rows that hold only part of their day or night with NaN. */
export function withoutCutRows(values: Float64Array, data: OpenFrame): Float64Array {
  if (!hasCutRows(data)) return values;
  const isCut = cutRows(data);
  return values.map((value, row) => isCut(row) ? NaN : value);
}
