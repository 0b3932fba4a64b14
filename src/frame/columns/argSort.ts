import pl from "nodejs-polars";

/** Up to so many ascending runs are merged here; more are left to Polars. */
const MOST_RUNS = 32;

/**
 * The order of rows that sorts values ascending, equal ones in their given order; undefined where
 * they are in order already, which is the usual case and costs one pass. The next most usual, a few
 * sources one after the other, costs one pass for each doubling of their number.
 */
export function argSort(values: BigInt64Array): Uint32Array | undefined {
  const runs = runsOf(values);
  if (runs.length === 2) return undefined;
  return runs.length - 1 > MOST_RUNS ? sortByPolars(values) : mergeRuns(values, runs);
}

/** Where each ascending run begins, and the end; no more than the limit and one are looked for. */
function runsOf(values: BigInt64Array): number[] {
  const runs = [0];
  // By words, which takes half the time of comparing 64-bit integers.
  const high = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const low = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let i = 2; i < high.length && runs.length <= MOST_RUNS; i += 2) {
    const before = high[i - 1]!, now = high[i + 1]!;
    if (before > now || (before === now && low[i - 2]! > low[i]!)) runs.push(i >> 1);
  }
  runs.push(values.length);
  return runs;
}

/** Merges neighbouring runs, pass by pass, until one is left. */
function mergeRuns(values: BigInt64Array, runs: readonly number[]): Uint32Array {
  let from = new Uint32Array(values.length), to = new Uint32Array(values.length);
  for (let i = 0; i < from.length; i++) from[i] = i;
  for (let bounds = runs; bounds.length > 2;) {
    const next = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const middle = bounds[run + 1]!, end = bounds[run + 2] ?? middle;
      let left = bounds[run]!, right = middle;
      for (let at = left; at < end; at++) {
        const takesLeft = right === end ||
          (left < middle && values[from[left]!]! <= values[from[right]!]!);
        to[at] = from[takesLeft ? left++ : right++]!;
      }
      next.push(end);
    }
    [from, to] = [to, from];
    bounds = next;
  }
  return from;
}

function sortByPolars(values: BigInt64Array): Uint32Array {
  // Polars' argSort is not stable; sorting a frame by value and row is.
  const rows = new Uint32Array(values.length);
  for (let i = 0; i < rows.length; i++) rows[i] = i;
  const frame = pl.DataFrame([
    pl.Series("value", values as unknown as Float64Array),
    pl.Series("row", rows),
  ]);
  return frame.sort(["value", "row"]).getColumn("row").toTypedArray() as Uint32Array;
}
