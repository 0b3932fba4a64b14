import { type OnProgress, type Progress, startProgress } from "../../progress/progress.ts";

/** Progress of all pieces of a call as one. */
export interface PieceProgress {
  /** Returns the callback for the bytes of one piece. */
  of(piece: number): (progress: Progress) => void;
  /** Marks a piece as complete. */
  finished(piece: number): void;
  /** Marks the call as complete. */
  end(): void;
}

/**
 * Combines the progress of all pieces of a call: complete pieces, plus fractions of unfinished
 * ones. It never goes back, even if a piece is retried.
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
      // The last byte is not the end: the piece still has to be read.
      if (progress.total) reach(piece, 0.99 * Math.min(1, progress.done / progress.total));
    },
    finished: (piece) => reach(piece, 1),
    end,
  };
}
