import type { Pause } from "../../options/pause.ts";
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
export async function uncoveredRows(
  coarse: readonly CoarseRow[],
  pause: Pause,
): Promise<{ uncovered: CoarseRow[]; covered: number }> {
  const startsOf = new Map<ExportRows, Float64Array>();
  const uncovered: CoarseRow[] = [];
  for (const one of coarse) {
    const { rows, row } = one, starts = startsOf.get(rows) ?? await rows.sortedFirsts(pause);
    startsOf.set(rows, starts);
    const at = firstFrom(starts, Number(row["start_time"]));
    if (at === starts.length || starts[at]! >= Number(row["end_time"])) uncovered.push(one);
  }
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
