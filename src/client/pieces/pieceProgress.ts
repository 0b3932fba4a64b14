import { type OnProgress, type Progress, startProgress } from "../../progress/progress.ts";

/** Tells of all pieces of a call as one. */
export interface PieceProgress {
  /** What is told of the bytes of one piece. */
  of(piece: number): (progress: Progress) => void;
  /** Says that a piece is there. */
  finished(piece: number): void;
  /** Says that the call is over. */
  end(): void;
}

/**
 * One progress over all pieces of a call: how many are there, those under way by their parts. It
 * never goes back, also not where a piece is tried again.
 */
export function pieceProgress(
  action: string,
  total: number,
  onProgress: OnProgress,
): PieceProgress {
  const { report, end } = startProgress(onProgress, { action, unit: "pieces" });
  const parts = new Float64Array(total);
  let told = 0;
  report(0, total);
  const reach = (piece: number, part: number): void => {
    parts[piece] = Math.max(parts[piece]!, part);
    const done = parts.reduce((sum, one) => sum + one, 0);
    if (done <= told) return;
    told = done;
    report(done, total);
  };
  return {
    of: (piece) => (progress) => {
      // The last bytes are not the piece: it still has to be read.
      if (progress.total) reach(piece, 0.99 * Math.min(1, progress.done / progress.total));
    },
    finished: (piece) => reach(piece, 1),
    end,
  };
}
