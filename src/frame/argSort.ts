import pl from "nodejs-polars";

/**
 * The order of rows that sorts values ascending, equal ones in their given order; undefined where
 * they are in order already, which is the usual case and costs one pass.
 */
export function argSort(values: BigInt64Array): Uint32Array | undefined {
  let sorted = true;
  for (let i = 1; i < values.length && sorted; i++) sorted = values[i - 1]! <= values[i]!;
  if (sorted) return undefined;
  // Polars' argSort is not stable; sorting a frame by value and row is.
  const rows = Uint32Array.from(values, (_, i) => i);
  const frame = pl.DataFrame([
    pl.Series("value", values as unknown as Float64Array),
    pl.Series("row", rows),
  ]);
  return frame.sort(["value", "row"]).getColumn("row").toTypedArray() as Uint32Array;
}
