/** Half-open intervals in microseconds, each with its rank, in an order of their starts. */
export interface SweepInput {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Whole numbers from 0: where intervals overlap, the higher shows. */
  readonly level: Uint16Array;
  /**
   * The rows to sweep over, ascending by start; without it all, which are in order. Of rows of one
   * level the later one shows: that which started last, or what the order says of equal starts.
   */
  readonly order?: Uint32Array | undefined;
}

/** Non-overlapping spans: which input row shows at each time. */
export interface Swept {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends; a span may touch the next. */
  readonly end: BigInt64Array;
  /** The row of the input that shows; of spans that were joined, that of the first. */
  readonly row: Uint32Array;
}

const NONE = -1;

/**
 * Decides for every instant which of overlapping half-open intervals shows. One sweep over the
 * starts, with a stack of what is under way for each level: on it, the last that started is always
 * on top, so that nothing is ever compared. O(n) for few levels. An interval that ends where another
 * starts does not overlap it; an empty one never shows.
 *
 * Touching spans of one row are one span; with `group`, those of rows of one group.
 *
 * @param group What each row belongs to.
 */
export function sweep(
  { start, end, level, order }: SweepInput,
  group?: ArrayLike<number>,
): Swept {
  const count = order === undefined ? start.length : order.length;
  // A row begins a span when it starts to show, and again each time another row ends: 2 n at most.
  const starts = new BigInt64Array(2 * count), ends = new BigInt64Array(2 * count);
  const rows = new Uint32Array(2 * count);
  const topOf = new Int32Array(levelsOf(level)).fill(NONE); // the top of each level's stack
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
    below[row] = topOf[level[row]!]!;
    topOf[level[row]!] = row;
    if (level[row]! > highest) highest = level[row]!;
  }
  return {
    start: starts.subarray(0, made),
    end: ends.subarray(0, made),
    row: rows.subarray(0, made),
  };
}

function levelsOf(level: Uint16Array): number {
  let most = 0;
  for (let row = 0; row < level.length; row++) if (level[row]! > most) most = level[row]!;
  return most + 1;
}
