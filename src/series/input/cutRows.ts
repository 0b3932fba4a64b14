import type { OpenFrame } from "../../frame/open.ts";

/**
 * Tests whether a row is only a part of its day or night: the column `whole` says so, as `me.daily`,
 * `sleep.nightly` and `series.resample` give it. A row of which that is not known is not cut.
 */
export function cutRows(data: OpenFrame): (row: number) => boolean {
  const column = data.names.includes("whole") ? data.column("whole") : undefined;
  if (column?.type !== "bool") return () => false;
  const { values, valid } = column;
  return (row) => values[row] === 0 && valid?.[row] !== 0;
}

/** Tests whether any row is only a part of its day or night. */
export function hasCutRows(data: OpenFrame): boolean {
  const isCut = cutRows(data);
  return data.names.includes("whole") &&
    Array.from({ length: data.rowCount }, (_, row) => row).some(isCut);
}

/** Returns numbers with NaN for rows that are only a part of their day or night. */
export function withoutCutRows(values: Float64Array, data: OpenFrame): Float64Array {
  if (!hasCutRows(data)) return values;
  const isCut = cutRows(data);
  return values.map((value, row) => isCut(row) ? NaN : value);
}
