import pl from "nodejs-polars";

/** Maximum number of ascending runs to merge here; Polars sorts the rest. */
const MOST_RUNS = 32;

/**
 * Returns the stable ascending order of rows; `undefined` if they are already sorted. Sorted values
 * are the usual case and cost one pass. Concatenated sources are the next most common case, and
 * cost one pass each time their number doubles.
 */
export function argSort(values: BigInt64Array): Uint32Array | undefined {
  const runs = runsOf(values);
  if (runs.length === 2) return undefined;
  return runs.length - 1 > MOST_RUNS ? sortByPolars(values) : mergeRuns(values, runs);
}

/** Returns the start of each ascending run, and the end; stops one run above the maximum. */
function runsOf(values: BigInt64Array): number[] {
  const runs = [0];
  for (let i = 1; i < values.length && runs.length <= MOST_RUNS; i++) {
    if (values[i - 1]! > values[i]!) runs.push(i);
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
  // Polars' argSort is not stable, but sorting a frame by value and row is.
  const rows = new Uint32Array(values.length);
  for (let i = 0; i < rows.length; i++) rows[i] = i;
  const frame = pl.DataFrame([
    pl.Series("value", values as unknown as Float64Array),
    pl.Series("row", rows),
  ]);
  return frame.sort(["value", "row"]).getColumn("row").toTypedArray() as Uint32Array;
}
