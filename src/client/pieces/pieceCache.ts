import { columnNames, frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A piece of a long range. */
export interface Piece {
  /** Its rows. */
  readonly frame: Frame;
  /** Of nights, how many cycles it has, those that a filter left out as well. */
  readonly count: bigint;
}

/** Pieces that are there, though the call that asked for them is not over, or failed. */
export interface PieceCache {
  /** A piece that is kept; undefined if there is none, or none any more. */
  get(key: string): Piece | undefined;
  /** Keeps a piece. */
  set(key: string, piece: Piece): void;
  /** Forgets pieces: the call has all of them. */
  delete(keys: readonly string[]): void;
}

/** How long a piece is kept, in milliseconds, and the most values of all of them: 256 MB of numbers. */
const LIFETIME = 15 * 60_000, MOST_VALUES = 32_000_000;

/**
 * Keeps pieces in the memory of a client, so that a call that is made again goes on where another
 * failed: for a quarter of an hour, the oldest given up where they are too many.
 *
 * @param clock Milliseconds of a clock that is never set.
 */
export function createPieceCache(clock: () => number = () => performance.now()): PieceCache {
  const kept = new Map<string, { piece: Piece; values: number; until: number }>();
  let values = 0;
  const drop = (key: string): void => {
    values -= kept.get(key)?.values ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found !== undefined && found.until >= clock()) return found.piece;
      drop(key);
      return undefined;
    },
    set(key, piece) {
      drop(key);
      const own = frameHeight(piece.frame) * columnNames(piece.frame).length;
      kept.set(key, { piece, values: own, until: clock() + LIFETIME });
      values += own;
      for (const [oldest, { until }] of kept) {
        if (values <= MOST_VALUES && until >= clock()) break;
        drop(oldest);
      }
    },
    delete: (keys) => keys.forEach(drop),
  };
}
