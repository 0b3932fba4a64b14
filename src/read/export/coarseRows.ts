import type { ExportRow, ExportRows } from "./exportRows.ts";

/** A row that counts only where no finer one begins within it, and where it stands. */
export interface CoarseRow {
  /** The table that it is for, which also has the finer ones. */
  readonly rows: ExportRows;
  /** The row, with `start_time` and `end_time`. */
  readonly row: ExportRow;
  /** The file. */
  readonly file: string;
  /** Where it stands in the file. */
  readonly where: string | undefined;
}

/** Those of the rows within which nothing finer of their table begins, and how many others there are. */
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

/** The first place in ascending numbers that is not below another; their count if there is none. */
function firstFrom(sorted: Float64Array, least: number): number {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
