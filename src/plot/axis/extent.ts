/** Returns the lowest and highest of all values, except NaN; `undefined` without values. */
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
