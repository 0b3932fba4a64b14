/** Solution of a system of linear equations. */
export interface Solution {
  readonly x: Float64Array;
  /** Inverse of the matrix. */
  readonly inverse: readonly Float64Array[];
}

/**
 * Solves a small symmetric system by Gauss-Jordan elimination with pivots; `undefined` if it is
 * singular.
 */
export function solveLinear(
  matrix: readonly Float64Array[],
  right: Float64Array,
): Solution | undefined {
  const n = right.length;
  const rows = matrix.map((row, i) => {
    const wide = new Float64Array(2 * n + 1);
    wide.set(row);
    wide[n + i] = 1;
    wide[2 * n] = right[i]!;
    return wide;
  });
  const scale = Math.max(...matrix.map((row, i) => Math.abs(row[i]!)));
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let j = i + 1; j < n; j++) {
      if (Math.abs(rows[j]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = j;
    }
    const own = rows[pivot]!, factor = own[i]!;
    [rows[i], rows[pivot]] = [own, rows[i]!];
    if (!(Math.abs(factor) > scale * 1e-10)) return undefined;
    for (let k = 0; k < own.length; k++) own[k]! /= factor;
    for (const other of rows) {
      const times = other[i]!;
      if (other === own || times === 0) continue;
      for (let k = 0; k < own.length; k++) other[k]! -= times * own[k]!;
    }
  }
  return {
    x: Float64Array.from(rows, (row) => row[2 * n]!),
    inverse: rows.map((row) => row.slice(n, 2 * n)),
  };
}
