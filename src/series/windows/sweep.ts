/** Half-open intervals in microseconds, each with its rank, in an order of their starts. */
export interface SweepInput {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Integers from 0: where intervals overlap, the one of the higher rank counts. */
  readonly rank: Uint16Array;
  /**
   * The rows to sweep over, ascending by start; without it all, which are in order. Of rows of one
   * rank the later one counts: that which started last, or what the order says of equal starts.
   */
  readonly order?: Uint32Array | undefined;
}

/** Intervals that do not overlap: which input row counts at each time. */
export interface Swept {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends; an interval may touch the next. */
  readonly end: BigInt64Array;
  /** The row of the input that counts; of intervals that were joined, that of the first. */
  readonly row: Uint32Array;
}

const NONE = -1;

/**
 * Decides for every instant which of overlapping half-open intervals counts. One sweep over the
 * starts, with a stack of what is under way for each rank: on it, the last that started is always
 * on top, so that nothing is ever compared. O(n) for few ranks. An interval that ends where another
 * starts does not overlap it; an empty one never counts.
 *
 * Touching intervals of one row are one; with `group`, those of rows of one group.
 *
 * @param group What each row belongs to.
 */
export function sweep(
  { start, end, rank, order }: SweepInput,
  group?: ArrayLike<number>,
): Swept {
  const count = order === undefined ? start.length : order.length;
  // A row begins an interval when it starts to count, and again each time another row ends: 2 n at most.
  const starts = new BigInt64Array(2 * count), ends = new BigInt64Array(2 * count);
  const rows = new Uint32Array(2 * count);
  const topOf = new Int32Array(ranksOf(rank)).fill(NONE); // the top of each rank's stack
  const below = new Int32Array(start.length); // the row under each row in its stack
  const now = new BigInt64Array(1); // in an array, because a lone 64-bit integer costs an object
  let highest = NONE, made = 0;
  for (let next = 0; next <= count; next++) {
    const isLast = next === count;
    const row = isLast ? 0 : order === undefined ? next : order[next]!;
    for (;;) {
      while (highest >= 0 && topOf[highest] === NONE) highest--;
      if (highest < 0 || (!isLast && now[0]! >= start[row]!)) break;
      const top = topOf[highest]!;
      if (end[top]! <= now[0]!) {
        topOf[highest] = below[top]!;
        continue;
      }
      const before = made - 1;
      const joins = before >= 0 && ends[before]! === now[0]! &&
        (group === undefined ? rows[before]! === top : group[rows[before]!]! === group[top]!);
      const at = joins ? before : made++;
      if (!joins) {
        starts[at] = now[0]!;
        rows[at] = top;
      }
      if (isLast || end[top]! <= start[row]!) ends[at] = end[top]!;
      else ends[at] = start[row]!;
      now[0] = ends[at]!;
    }
    if (isLast) break;
    now[0] = start[row]!;
    below[row] = topOf[rank[row]!]!;
    topOf[rank[row]!] = row;
    if (rank[row]! > highest) highest = rank[row]!;
  }
  return {
    start: starts.subarray(0, made),
    end: ends.subarray(0, made),
    row: rows.subarray(0, made),
  };
}

function ranksOf(rank: Uint16Array): number {
  let most = 0;
  for (let row = 0; row < rank.length; row++) if (rank[row]! > most) most = rank[row]!;
  return most + 1;
}
