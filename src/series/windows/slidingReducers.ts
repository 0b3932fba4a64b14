// @ts-types="@types/d3-array"
import { bisectLeft } from "d3-array";
import { hasNaN } from "../../frame/columns/nullable.ts";

/** Windows over sorted rows: window `i` has the rows `first[i]` to before `past[i]`. */
export interface Ranges {
  /** First row of each window. */
  readonly first: Int32Array;
  /** Row after the last of each window. */
  readonly past: Int32Array;
}

/** An associative function of two values. */
export type Combine = "sum" | "min" | "max";

/**
 * Combines the values of each window by an associative function in O(n). It keeps two stacks and
 * never subtracts, so no rounding error remains. NaN counts as missing; a window without values is
 * NaN.
 */
export function slidingFold(value: Float64Array, ranges: Ranges, how: Combine): Float64Array {
  const known = withoutNaN(value, how === "sum" ? 0 : how === "min" ? Infinity : -Infinity);
  const result = how === "sum"
    ? slidingSums(known, ranges)
    : slidingExtremes(known, ranges, how === "min" ? 1 : -1);
  if (known === value) return result;
  const count = slidingCounts(value, ranges);
  for (let i = 0; i < result.length; i++) if (count[i] === 0) result[i] = NaN;
  return result;
}

/** Replaces NaN; returns the same array if it has no NaN. */
function withoutNaN(value: Float64Array, instead: number): Float64Array {
  if (!hasNaN(value)) return value;
  const known = value.slice();
  for (let row = 0; row < known.length; row++) if (known[row] !== known[row]) known[row] = instead;
  return known;
}

/** Initial capacity of the front stack, which fits the processor cache. */
const ROOM = 1024;

function slidingSums(value: Float64Array, { first, past }: Ranges): Float64Array {
  const result = new Float64Array(first.length);
  let front = new Float64Array(ROOM); // combined values of the rows from `begin` to before `middle`
  let begin = 0, middle = 0, next = 0, back = 0;
  for (let i = 0; i < first.length; i++) {
    const from = first[i]!, to = past[i]!;
    for (next = next > from ? next : from; next < to; next++) back += value[next]!;
    if (from >= middle && middle < to) {
      begin = from;
      middle = to;
      if (front.length < to - from) front = new Float64Array(2 * (to - from));
      for (let row = to - 1, all = 0; row >= from; row--) front[row - from] = all += value[row]!;
      back = 0;
    }
    result[i] = from < to ? front[from - begin]! + back : NaN;
  }
  return result;
}

/**
 * Returns the minimum of each window, or the maximum if `sign` is -1. The loop is inlined because a
 * callback would dominate the cost.
 */
function slidingExtremes(
  value: Float64Array,
  { first, past }: Ranges,
  sign: 1 | -1,
): Float64Array {
  const result = new Float64Array(first.length), none = sign * Infinity;
  let front = new Float64Array(ROOM);
  let begin = 0, middle = 0, next = 0, back = none;
  for (let i = 0; i < first.length; i++) {
    const from = first[i]!, to = past[i]!;
    for (next = next > from ? next : from; next < to; next++) {
      const one = value[next]!;
      if (sign * one < sign * back) back = one;
    }
    if (from >= middle && middle < to) {
      begin = from;
      middle = to;
      if (front.length < to - from) front = new Float64Array(2 * (to - from));
      for (let row = to - 1, all = none; row >= from; row--) {
        const one = value[row]!;
        if (sign * one < sign * all) all = one;
        front[row - from] = all;
      }
      back = none;
    }
    if (from >= to) {
      result[i] = NaN;
      continue;
    }
    const most = front[from - begin]!;
    result[i] = sign * most < sign * back ? most : back;
  }
  return result;
}

/** Returns the mean of each window; NaN without values. */
export function slidingMeans(value: Float64Array, ranges: Ranges): Float64Array {
  const sum = slidingFold(value, ranges, "sum"), { first, past } = ranges;
  if (!hasNaN(value)) { // every row has a value, so no counting is needed
    for (let i = 0; i < sum.length; i++) sum[i]! /= past[i]! - first[i]!;
    return sum;
  }
  const count = slidingCounts(value, ranges);
  for (let i = 0; i < sum.length; i++) sum[i]! /= count[i]!;
  return sum;
}

/** Returns the number of values other than NaN in each window. */
export function slidingCounts(value: Float64Array, { first, past }: Ranges): Float64Array {
  const count = new Float64Array(first.length);
  if (!hasNaN(value)) {
    for (let i = 0; i < count.length; i++) count[i] = Math.max(0, past[i]! - first[i]!);
    return count;
  }
  const before = new Uint32Array(value.length + 1);
  for (let row = 0, known = 0; row < value.length; row++) {
    if (value[row] === value[row]) known++;
    before[row + 1] = known;
  }
  for (let i = 0; i < count.length; i++) count[i] = before[past[i]!]! - before[first[i]!]!;
  return count;
}

/** Returns a quantile of each window with linear interpolation (R's type 7); NaN without values. */
export function slidingQuantiles(
  value: Float64Array,
  { first, past }: Ranges,
  share: number,
): Float64Array {
  const result = new Float64Array(first.length), sorted = new Float64Array(value.length);
  let from = first[0] ?? 0, to = from, size = 0;
  for (let i = 0; i < first.length; i++) {
    const opens = first[i]!, closes = past[i]!;
    for (; to < closes; to++) {
      const one = value[to]!;
      if (one !== one) continue;
      const place = bisectLeft(sorted, one, 0, size);
      sorted.copyWithin(place + 1, place, size++);
      sorted[place] = one;
    }
    for (; from < opens; from++) {
      const one = value[from]!;
      if (one !== one) continue;
      const place = bisectLeft(sorted, one, 0, size);
      sorted.copyWithin(place, place + 1, size--);
    }
    result[i] = quantileOfSorted(sorted, size, share);
  }
  return result;
}

/** Returns a quantile (R's type 7) of the first `size` sorted values; NaN if `size` is 0. */
export function quantileOfSorted(sorted: Float64Array, size: number, share: number): number {
  if (size === 0) return NaN;
  const at = (size - 1) * share, below = Math.floor(at);
  const low = sorted[below]!;
  return at === below ? low : low + (sorted[below + 1]! - low) * (at - below);
}

/**
 * Returns the sample variance of each window, divided by `n - 1`; NaN for fewer than two values.
 * Like {@linkcode slidingFold}, it combines two stacks without subtraction. Means and sums of
 * squares of two parts are combined as Chan, Golub and LeVeque (1979) do.
 */
export function slidingVariances(value: Float64Array, { first, past }: Ranges): Float64Array {
  const result = new Float64Array(first.length);
  const counts = new Float64Array(value.length), means = new Float64Array(value.length);
  const squares = new Float64Array(value.length); // for the rows from each index to before `middle`
  let count = 0, mean = 0, square = 0; // for the rows from `middle` on
  let middle = 0, next = 0;
  const add = (one: number): void => {
    if (one !== one) return;
    const off = one - mean;
    mean += off / ++count;
    square += off * (one - mean);
  };
  for (let i = 0; i < first.length; i++) {
    const from = first[i]!, to = past[i]!;
    for (next = Math.max(next, from); next < to; next++) add(value[next]!);
    if (from >= middle && middle < to) {
      middle = to;
      count = mean = square = 0;
      for (let row = to - 1; row >= from; row--) {
        add(value[row]!);
        counts[row] = count;
        means[row] = mean;
        squares[row] = square;
      }
      count = mean = square = 0;
    }
    if (from >= to) {
      result[i] = NaN;
      continue;
    }
    const front = counts[from]!, all = front + count, off = mean - means[from]!;
    const joined = squares[from]! + square + (all > 0 ? off * off * front * count / all : 0);
    result[i] = all < 2 ? NaN : joined / (all - 1);
  }
  return result;
}

/** Returns the first or last value of each window; NaN without values. */
export function slidingEdges(
  value: Float64Array,
  { first, past }: Ranges,
  which: "first" | "last",
): Float64Array {
  const near = new Int32Array(value.length); // nearest row with a value, here or further inside
  const result = new Float64Array(first.length);
  if (which === "first") {
    for (let row = value.length - 1, found = value.length; row >= 0; row--) {
      near[row] = found = value[row] === value[row] ? row : found;
    }
  } else {
    for (let row = 0, found = -1; row < value.length; row++) {
      near[row] = found = value[row] === value[row] ? row : found;
    }
  }
  for (let i = 0; i < result.length; i++) {
    const from = first[i]!, to = past[i]!;
    const row = from < to ? near[which === "first" ? from : to - 1]! : -1;
    result[i] = row >= from && row < to ? value[row]! : NaN;
  }
  return result;
}
