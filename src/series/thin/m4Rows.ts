import { int64Words, WORD } from "../clock/int64Words.ts";

/** How a line is reduced. */
export interface M4Grid {
  /** The left end of the axis, in microseconds since 1970. */
  readonly start: number;
  /** The right end of the axis, in microseconds. */
  readonly end: number;
  /** The number of columns between them. */
  readonly columns: number;
  /** Steps longer than this, in microseconds, break the line. */
  readonly gap: number;
}

/** Stands between two rows that are not joined. */
export const BREAK = -1;

/**
 * The rows of a line that are seen of it: of those in each column of the axis the first, the last,
 * the lowest and the highest, so that it looks the same and keeps its true extremes. A break stands
 * between columns where a value is missing or a step is too long; breaks within one column are too
 * narrow to be seen.
 *
 * Source: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 *
 * @param micros The instants in microseconds UTC, ascending.
 * @param y As long; NaN is a missing value.
 * @returns rows in order, and breaks: at most five a column.
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
    // Nulls after the column's last value break the line to the next column.
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
