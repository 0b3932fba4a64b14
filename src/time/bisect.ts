/**
 * Returns the index of the first instant that is not before another; the length if all are before
 * it.
 */
export function bisectLeft(
  sorted: BigInt64Array,
  at: bigint,
  from = 0,
  to = sorted.length,
): number {
  let low = from, high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first instant that is after another; the length if none is after it. */
export function bisectRight(
  sorted: BigInt64Array,
  at: bigint,
  from = 0,
  to = sorted.length,
): number {
  let low = from, high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
