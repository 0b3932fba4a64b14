import type { Column, Columns } from "../../frame/columns/columns.ts";
import { columnsOf } from "../../frame/polars/columnsOf.ts";
import { pause } from "../../store/sqlite/pause.ts";
import { sleepFrame } from "./sleepFrame.ts";
import type { Nights } from "./sleepNights.ts";
import { sleepPieces } from "./sleepPieces.ts";
import { joinManyColumns } from "../encode/joinManyColumns.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Computes sleep piece by piece, other work in between; cycles are numbered through. */
export async function inPieces(
  { samples, gap, options }: Nights,
  numbers: "cycle" | "number",
  verb: (frame: Frame, options: Nights["options"]) => Frame,
): Promise<Columns> {
  const results: Columns[] = [];
  const pieces = sleepPieces(samples, gap);
  let count = 0n;
  for (const [i, rows] of pieces.entries()) {
    const frame = sleepFrame(samples, rows);
    const result = columnsOf(verb(frame, options));
    results.push({ ...result, [numbers]: addToNumbers(result[numbers]!, count) });
    if (i + 1 === pieces.length) break;
    // Cycles that the filter leaves out have numbers too.
    const all = options.only === undefined
      ? result
      : columnsOf(verb(frame, { ...options, only: undefined }));
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
