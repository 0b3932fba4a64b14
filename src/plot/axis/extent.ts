import { quantileInPlace } from "./quantileInPlace.ts";

/** Returns the lowest and highest of all values, except NaN; `undefined` without values. */
export function extent(lists: readonly ArrayLike<number>[]): [number, number] | undefined {
  let low = Infinity, high = -Infinity;
  for (const values of lists) {
    for (let i = 0; i < values.length; i++) { // an iterator would take four times as long
      const value = values[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** Number of interquartile ranges from a quartile to the values that an axis may leave out. */
const REACH = 5;
/** Minimum number of values for quartiles, and maximum share of values left out. */
const FEWEST = 12, MOST_SHARE = 0.02;

/**
 * Returns the ends of an axis: like {@linkcode extent}, but each list without the few values more
 * than five interquartile ranges from its quartiles, if these would take more than half of the
 * axis.
 */
export function axisExtent(lists: readonly ArrayLike<number>[]): [number, number] | undefined {
  return extent(lists.map((values) => {
    const known = knownValues(values), all = extent([known]);
    if (all === undefined || known.length < FEWEST) return known;
    const q1 = quantileInPlace(known, 0.25), q3 = quantileInPlace(known, 0.75);
    const reach = REACH * (q3 - q1);
    let low = Infinity, high = -Infinity, left = 0;
    for (let i = 0; i < known.length; i++) {
      const value = known[i]!;
      if (value < q1 - reach || value > q3 + reach) left++;
      else {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    const isFew = left <= Math.max(1, MOST_SHARE * known.length);
    return reach > 0 && isFew && 2 * (high - low) < all[1] - all[0] ? [low, high] : all;
  }));
}

/** Returns the values of rows, without missing ones. */
export function knownValues(
  values: ArrayLike<number>,
  from = 0,
  to = values.length,
): Float64Array {
  const known = new Float64Array(to - from);
  let count = 0;
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    if (value === value) known[count++] = value; // NaN is not equal to itself
  }
  return known.subarray(0, count);
}
