import { BREAK } from "./m4Rows.ts";

/** Options of {@linkcode lttbRows}. */
export interface LttbOptions {
  /** Maximum number of rows, including breaks. */
  readonly points: number;
  /** Longest step, in microseconds, that does not break the line. */
  readonly gap: number;
}

/**
 * Returns the rows that preserve the shape of a line. From each bucket it picks the row with the
 * largest triangle to the previous row and the mean of the next bucket. The ends of each unbroken
 * run are kept; breaks too narrow to see are left out.
 *
 * Source: Steinarsson, "Downsampling Time Series for Visual Representation", University of Iceland,
 * 2013: Largest-Triangle-Three-Buckets.
 *
 * @param x Ascending values, in microseconds from any origin.
 * @param y Values of the same length; NaN if missing.
 * @returns rows in order, and breaks
 */
export function lttbRows(x: Float64Array, y: Float64Array, options: LttbOptions): Int32Array {
  const { points, gap } = options;
  const narrow = 4 * (x.at(-1)! - x[0]!) / points;
  const stretches = stretchesOf(x, y, gap, narrow);
  const total = stretches.reduce((sum, { length }) => sum + length, 0);
  const spare = Math.max(0, points - 3 * stretches.length);
  const kept: number[] = [];
  for (const rows of stretches) {
    if (kept.length > 0) kept.push(BREAK);
    const share = Math.floor(spare * rows.length / total);
    for (const row of largestTriangles(x, y, rows, 2 + share)) kept.push(row);
  }
  return Int32Array.from(kept);
}

function stretchesOf(x: Float64Array, y: Float64Array, gap: number, narrow: number): Uint32Array[] {
  const rows = new Uint32Array(y.length), stretches: Uint32Array[] = [];
  let size = 0, from = 0, isBroken = false;
  for (let row = 0; row < y.length; row++) {
    if (y[row] !== y[row]) {
      isBroken = true;
      continue;
    }
    const step = size === 0 ? 0 : x[row]! - x[rows[size - 1]!]!;
    if (size > from && step > narrow && (isBroken || step > gap)) {
      stretches.push(rows.subarray(from, size));
      from = size;
    }
    isBroken = false;
    rows[size++] = row;
  }
  if (size > from) stretches.push(rows.subarray(from, size));
  return stretches;
}

function largestTriangles(
  x: Float64Array,
  y: Float64Array,
  rows: Uint32Array,
  count: number,
): Uint32Array {
  if (rows.length <= count) return rows;
  const kept = new Uint32Array(count), inner = rows.length - 2;
  kept[0] = rows[0]!;
  kept[count - 1] = rows.at(-1)!;
  const edgeOf = (bucket: number): number => 1 + Math.floor(bucket * inner / (count - 2));
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const from = edgeOf(bucket), to = edgeOf(bucket + 1);
    const past = bucket + 3 < count ? edgeOf(bucket + 2) : rows.length;
    let meanX = 0, meanY = 0;
    for (let i = to; i < past; i++) {
      const row = rows[i]!;
      meanX += x[row]! / (past - to);
      meanY += y[row]! / (past - to);
    }
    const before = kept[bucket]!, lastX = x[before]!, lastY = y[before]!;
    let most = -1;
    for (let i = from; i < to; i++) {
      const row = rows[i]!;
      const area = Math.abs(
        (lastX - meanX) * (y[row]! - lastY) - (lastX - x[row]!) * (meanY - lastY),
      );
      if (area > most) {
        most = area;
        kept[bucket + 1] = row;
      }
    }
  }
  return kept;
}
