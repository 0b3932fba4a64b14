import { columnNames, frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A piece of a long range. */
export interface Piece {
  readonly frame: Frame;
  /** Number of cycles of a piece of nights, including filtered ones. */
  readonly count: bigint;
}

/** Pieces that have arrived for a call that is unfinished or has failed. */
export interface PieceCache {
  /** Returns a stored piece; `undefined` if it is missing or was dropped. */
  get(key: string): Piece | undefined;
  set(key: string, piece: Piece): void;
  /** Drops pieces of a call that has all of them. */
  delete(keys: readonly string[]): void;
}

/**
 * Lifetime of a piece in milliseconds, and most values of all pieces together: 256 MB of numbers.
 */
const LIFETIME = 15 * 60_000, MOST_VALUES = 32_000_000;

/**
 * Creates a cache in the memory of a client, so that a repeated call resumes after a failure.
 * Pieces live for a quarter of an hour. If they are too many, the oldest are dropped.
 *
 * @param clock Milliseconds of a monotonic clock.
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
