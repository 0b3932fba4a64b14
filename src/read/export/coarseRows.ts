import type { ExportRow, ExportRows } from "./exportRows.ts";

/** A row that counts only if no finer row starts within it. */
export interface CoarseRow {
  /** Table of the row, which also has the finer rows. */
  readonly rows: ExportRows;
  readonly row: ExportRow;
  readonly file: string;
  readonly where: string | undefined;
}

/** Returns the rows without a finer row of their table, and the number of other rows. */
export function uncoveredRows(
  coarse: readonly CoarseRow[],
): { uncovered: CoarseRow[]; covered: number } {
  const startsOf = new Map<ExportRows, Float64Array>();
  const uncovered = coarse.filter(({ rows, row }) => {
    const starts = startsOf.getOrInsertComputed(rows, () => rows.firsts().sort());
    const at = firstFrom(starts, Number(row["start_time"]));
    return at === starts.length || starts[at]! >= Number(row["end_time"]);
  });
  return { uncovered, covered: coarse.length - uncovered.length };
}

/**
 * Returns the first index in ascending numbers that is not below another; the length if all are
 * below.
 */
function firstFrom(sorted: Float64Array, least: number): number {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
