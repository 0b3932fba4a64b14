/** Non-overlapping spans: which input span shows at each time. */
export interface Swept {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends; a span may touch the next. */
  readonly end: BigInt64Array;
  /** The row of the input that shows. */
  readonly row: Uint32Array;
}

/** Whether one row shows where it overlaps another: a strict order of all rows. */
export type Beats = (row: number, other: number) => boolean;

/**
 * Decides for every instant which of overlapping half-open intervals shows: the one that beats all
 * others there. One sweep over the starts with a heap of what is under way, O(n log n); an interval
 * that ends where another starts does not overlap it.
 *
 * @param start Inclusive starts in microseconds, ascending.
 * @param end Exclusive ends.
 */
export function sweep(start: BigInt64Array, end: BigInt64Array, beats: Beats): Swept {
  const starts: bigint[] = [], ends: bigint[] = [], rows: number[] = [];
  const heap = new Heap(beats);
  let at = 0n;
  const showUntil = (until: bigint | undefined): void => {
    for (let top = heap.top(); top >= 0 && (until === undefined || at < until); top = heap.top()) {
      const stop = end[top]!;
      if (stop <= at) {
        heap.pop();
        continue;
      }
      const to = until !== undefined && until < stop ? until : stop;
      const last = rows.length - 1;
      if (last >= 0 && rows[last] === top && ends[last] === at) ends[last] = to;
      else {
        starts.push(at);
        ends.push(to);
        rows.push(top);
      }
      at = to;
    }
  };
  for (let row = 0; row < start.length; row++) {
    showUntil(start[row]!);
    at = start[row]!;
    heap.push(row);
  }
  showUntil(undefined);
  return {
    start: BigInt64Array.from(starts),
    end: BigInt64Array.from(ends),
    row: Uint32Array.from(rows),
  };
}

/** A binary heap of rows whose top beats all others. */
class Heap {
  readonly #rows: number[] = [];
  readonly #beats: Beats;

  constructor(beats: Beats) {
    this.#beats = beats;
  }

  /** The row that beats all others, or -1. */
  top(): number {
    return this.#rows[0] ?? -1;
  }

  push(row: number): void {
    const rows = this.#rows;
    let i = rows.length;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#beats(row, rows[parent]!)) break;
      rows[i] = rows[parent]!;
      i = parent;
    }
    rows[i] = row;
  }

  pop(): void {
    const rows = this.#rows;
    const row = rows.pop()!;
    if (rows.length === 0) return;
    let i = 0;
    for (let child = 1; child < rows.length; child = 2 * i + 1) {
      if (child + 1 < rows.length && this.#beats(rows[child + 1]!, rows[child]!)) child++;
      if (!this.#beats(rows[child]!, row)) break;
      rows[i] = rows[child]!;
      i = child;
    }
    rows[i] = row;
  }
}
