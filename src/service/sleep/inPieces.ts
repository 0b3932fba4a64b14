import type { Column, Columns } from "../../frame/columns/columns.ts";
import type { StageRows } from "../../sleep/stages/readStages.ts";
import { pause } from "../../store/sqlite/pause.ts";
import { sleepRows } from "./sleepRows.ts";
import type { Nights } from "./sleepNights.ts";
import { sleepPieces } from "./sleepPieces.ts";
import { joinManyColumns } from "../encode/joinManyColumns.ts";

/** Computes sleep piece by piece, other work in between; cycles are numbered through. */
export async function inPieces(
  { samples, gap, options }: Nights,
  numbers: "cycle" | "number",
  compute: (rows: StageRows, options: Nights["options"]) => Columns,
): Promise<Columns> {
  const results: Columns[] = [];
  const pieces = sleepPieces(samples, gap);
  let count = 0n;
  for (const [i, rows] of pieces.entries()) {
    const stages = sleepRows(samples, rows);
    const result = compute(stages, options);
    results.push({ ...result, [numbers]: addToNumbers(result[numbers]!, count) });
    if (i + 1 === pieces.length) break;
    // Cycles that the filter leaves out have numbers too.
    const all = options.only === undefined
      ? result
      : compute(stages, { ...options, only: undefined });
    count += countOf(all[numbers]!);
    await pause();
  }
  return joinManyColumns(results);
}

function addToNumbers(column: Column, by: bigint): Column {
  return column.type === "int64" && by > 0n
    ? { ...column, values: column.values.map((value) => value + by) }
    : column;
}

function countOf(column: Column): bigint {
  let count = 0n;
  if (column.type === "int64") {
    for (const number of column.values) if (number >= count) count = number + 1n;
  }
  return count;
}
