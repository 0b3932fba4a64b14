import type { LogStage } from "./sleepLogs.ts";

/** The pieces of a log as one layer: where a short wake lies over a stage, the wake counts. */
export function oneLayer(pieces: readonly LogStage[]): LogStage[] {
  const short = pieces.filter(({ layer }) => layer === "short")
    .toSorted((a, b) => Number(a.start - b.start));
  const base = pieces.filter(({ layer }) => layer === "base");
  return [...base.flatMap((piece) => without(piece, short)), ...short];
}

/** What is left of a piece where none of the others lies over it; those are in order of time. */
function without(piece: LogStage, others: readonly LogStage[]): LogStage[] {
  const left: LogStage[] = [];
  let { start } = piece;
  for (const other of others) {
    if (other.end <= start || other.start >= piece.end) continue;
    if (other.start > start) left.push({ ...piece, start, end: other.start });
    start = other.end;
  }
  return start < piece.end ? [...left, { ...piece, start }] : left;
}
