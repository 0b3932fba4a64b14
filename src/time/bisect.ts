/** The first place in ascending instants whose instant is not before another; their number if there is none. */
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

/** The first place in ascending instants whose instant is after another; their number if there is none. */
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
