/** Returns all row numbers from 0, in order. */
export function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** Returns the rows that pass a test, in order. */
export function rowsWhere(count: number, test: (row: number) => boolean): Uint32Array {
  const rows = new Uint32Array(count);
  let found = 0;
  for (let row = 0; row < count; row++) if (test(row)) rows[found++] = row;
  return rows.subarray(0, found);
}
