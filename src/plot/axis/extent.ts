/** The lowest and the highest of all values, however many; NaN is none. Undefined if there are none. */
export function extent(lists: readonly Iterable<number>[]): [number, number] | undefined {
  let low = Infinity, high = -Infinity;
  for (const values of lists) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}
