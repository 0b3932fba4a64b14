import { allRows } from "../../frame/rowsWhere.ts";

/**
 * Puts rows of equal start, which an order by start leaves as they came, into the order that a
 * comparison gives. Gives back the order as it is where no two starts are equal.
 *
 * @param order Rows ascending by start; without it all, which are in order.
 * @param compare Less than 0 where the first row comes first.
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
    while (to < count && start[order === undefined ? to : order[to]!]! === at) to++;
    if (to - from === 1) continue;
    broken ??= order?.slice() ?? allRows(start.length);
    broken.subarray(from, to).sort(compare);
  }
  return broken ?? order;
}
