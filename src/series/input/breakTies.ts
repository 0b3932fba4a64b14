import { allRows } from "../../frame/rowsWhere.ts";

/**
 * Reorders rows of equal starts by a comparison. Returns the order as is if no two starts are
 * equal.
 *
 * @param order Rows, ascending by start. By default all rows, which are then sorted.
 * @param compare Returns less than 0 if the first row comes first.
 */
export function breakTies(
  start: BigInt64Array,
  order: Uint32Array | undefined,
  compare: (row: number, other: number) => number,
): Uint32Array | undefined {
  const count = order === undefined ? start.length : order.length;
  let broken: Uint32Array | undefined;
  for (let from = 0, to = 1; from < count; from = to++) {
    const at = start[order === undefined ? from : order[from]!]!;
    while (to < count && start[order === undefined ? to : order[to]!] === at) to++;
    if (to - from === 1) continue;
    broken ??= order?.slice() ?? allRows(start.length);
    broken.subarray(from, to).sort(compare);
  }
  return broken ?? order;
}
