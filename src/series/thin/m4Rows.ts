import { int64Words, WORD } from "../clock/int64Words.ts";

/** Grid of {@linkcode m4Rows}. */
export interface M4Grid {
  /** Left end of the axis, in microseconds since 1970. */
  readonly start: number;
  /** Right end of the axis, in microseconds since 1970. */
  readonly end: number;
  /** Number of pixel columns. */
  readonly columns: number;
  /** Longest step, in microseconds, that does not break the line. */
  readonly gap: number;
}

/** Marks a break between two rows. */
export const BREAK = -1;

/**
 * Returns the rows that determine how a line looks: the first, last, lowest and highest row of each
 * pixel column. The thinned line looks the same and keeps its true extremes. A missing value or a
 * long step breaks the line between columns; breaks within a column are too narrow to see.
 *
 * Source: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 *
 * @param micros Ascending instants in microseconds UTC.
 * @param y Values of the same length; NaN if missing.
 * @returns rows in order, and breaks: at most five per column
 */
export function m4Rows(micros: BigInt64Array, y: Float64Array, grid: M4Grid): Int32Array {
  const { start, end, gap } = grid;
  const pixel = (end - start) / grid.columns || 1;
  const { unsigned, signed } = int64Words(micros);
  const out = new Int32Array(Math.min(5 * (grid.columns + 2), 2 * y.length + 1));
  let broken = false, before = NaN, size = 0;
  for (let row = 0; row < y.length;) {
    const here = signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
    const value = y[row]!;
    if (value !== value || here < start || here > end) {
      if (value !== value) broken = true;
      row++;
      continue;
    }
    if (size > 0 && (broken || here - before > gap)) out[size++] = BREAK;
    const edge = start + pixel * (Math.floor((here - start) / pixel) + 1);
    const first = row;
    let last = row, lowest = row, highest = row, low = value, high = value, at = here;
    for (row++; row < y.length; row++) {
      at = signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
      if (at >= edge || at > end) break;
      const next = y[row]!;
      if (next < low) {
        low = next;
        lowest = row;
      } else if (next > high) {
        high = next;
        highest = row;
      } else if (next !== next) continue;
      last = row;
    }
    // Nulls after the last value of a column break the line to the next column.
    broken = last < row - 1;
    before = signed[2 * last + 1]! * WORD + unsigned[2 * last]!;
    let added = -1;
    for (const point of [first, Math.min(lowest, highest), Math.max(lowest, highest), last]) {
      if (point > added) out[size++] = point;
      added = point;
    }
  }
  return out.subarray(0, size);
}
