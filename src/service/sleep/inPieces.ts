import type { Column, Columns } from "../../frame/columns/columns.ts";
import type { StageRows } from "../../sleep/stages/readStages.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { sleepRows } from "./sleepRows.ts";
import type { Nights } from "./sleepNights.ts";
import { joinManyColumns } from "../encode/joinManyColumns.ts";
import type { Samples } from "../../store/samples.ts";

/** Computes sleep in pieces, with other work in between, and numbers cycles across pieces. */
export async function inPieces(
  { samples, gap, options }: Nights,
  numbers: "cycle" | "number",
  compute: (rows: StageRows, options: Nights["options"]) => Columns,
): Promise<Columns> {
  const results: Columns[] = [], turn = new Turn();
  const pieces = sleepPieces(samples, gap);
  let count = 0n;
  for (const [i, rows] of pieces.entries()) {
    const stages = sleepRows(samples, rows);
    const result = compute(stages, options);
    results.push({ ...result, [numbers]: addToNumbers(result[numbers]!, count) });
    if (i + 1 === pieces.length) break;
    // Cycles that the filter omits keep their numbers.
    const all = options.only === undefined
      ? result
      : compute(stages, { ...options, only: undefined });
    count += countOf(all[numbers]!);
    if (turn.isOver()) await turn.next();
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

/** Samples to process before other work may run. */
const SLICE = 20_000;

/**
 * Splits sleep samples into pieces of about 20,000. Each cut is in a gap at least as long as the
 * gap between two cycles, so no cycle is in two pieces.
 */
function sleepPieces(samples: Samples, gap: bigint): number[][] {
  const pieces: number[][] = [];
  let rows: number[] = [];
  let reach: bigint | undefined;
  for (let row = 0; row < samples.start.length; row++) {
    const start = samples.start[row]!, end = samples.end[row]!;
    const isCut = reach !== undefined && start > reach && start - reach >= gap;
    if (isCut && rows.length >= SLICE) {
      pieces.push(rows);
      rows = [];
    }
    rows.push(row);
    if (reach === undefined || end > reach) reach = end;
  }
  pieces.push(rows);
  return pieces;
}
