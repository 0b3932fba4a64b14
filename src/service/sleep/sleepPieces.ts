import type { Samples } from "../../store/samples.ts";

/** Samples that are worked on before other work may run. */
const SLICE = 20_000;

/**
 * The rows of sleep samples in pieces of about 20,000, cut only where nothing lies for at least as
 * long as the gap between two cycles: no cycle is in two pieces.
 */
export function sleepPieces(samples: Samples, gap: bigint): number[][] {
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
