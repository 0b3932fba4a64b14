/** Half-open intervals in microseconds with ranks, ordered by start. */
export interface SweepInput {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Integers from 0; the highest rank counts if intervals overlap. */
  readonly rank: Uint16Array;
  /**
   * Rows to sweep, ascending by start. By default all rows, which are then sorted. Among rows of
   * equal rank the later row in this order counts.
   */
  readonly order?: Uint32Array | undefined;
}

/** Intervals that do not overlap, with the input row that counts in each. */
export interface Swept {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends; an interval may touch the next. */
  readonly end: BigInt64Array;
  /** Input row that counts; the first row if intervals were joined. */
  readonly row: Uint32Array;
}

const NONE = -1;

/**
 * Decides which of several overlapping half-open intervals counts at each instant. It sweeps once
 * over the starts and keeps a stack of open intervals per rank. The last that started is always on
 * top, so nothing is ever compared: O(n) for few ranks. An interval that ends at the start of
 * another does not overlap it; an empty interval never counts.
 *
 * Touching intervals of the same row are joined; with `group`, so are rows of the same group.
 *
 * @param group Group of each row.
 */
export function sweep(
  { start, end, rank, order }: SweepInput,
  group?: ArrayLike<number>,
): Swept {
  const count = order === undefined ? start.length : order.length;
  // A row starts an interval when it starts to count and when another row ends: at most 2 n.
  const starts = new BigInt64Array(2 * count), ends = new BigInt64Array(2 * count);
  const rows = new Uint32Array(2 * count);
  const topOf = new Int32Array(ranksOf(rank)).fill(NONE); // top of each rank's stack
  const below = new Int32Array(start.length); // row below each row in its stack
  const now = new BigInt64Array(1); // in an array, because a single 64-bit integer would be an object
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
      const joins = before >= 0 && ends[before] === now[0] &&
        (group === undefined ? rows[before] === top : group[rows[before]!] === group[top]);
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
    const own = rank[row]!;
    now[0] = start[row]!;
    below[row] = topOf[own]!;
    topOf[own] = row;
    if (own > highest) highest = own;
  }
  return {
    start: starts.subarray(0, made),
    end: ends.subarray(0, made),
    row: rows.subarray(0, made),
  };
}

function ranksOf(rank: Uint16Array): number {
  let most = 0;
  for (const own of rank) if (own > most) most = own;
  return most + 1;
}
