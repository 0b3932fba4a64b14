import { type Percentile, quantileOf, type RowReducer } from "../input/reducers.ts";
import {
  quantileOfSorted,
  type Ranges,
  slidingCounts,
  slidingEdges,
  slidingFold,
  slidingMeans,
  slidingQuantiles,
  slidingVariances,
} from "./slidingReducers.ts";

/** Reduces the values of each window to a number; NaN counts as missing in both. */
type Reduce = (value: Float64Array, ranges: Ranges) => Float64Array;

/**
 * Implementations of each function. The first handles separate windows, each from its own rows. The
 * second handles windows that slide over the rows, in a time that does not depend on their size.
 */
const ROW_REDUCERS: Readonly<
  Record<Exclude<RowReducer, Percentile>, { readonly apart: Reduce; readonly sliding: Reduce }>
> = {
  mean: {
    apart: (value, ranges) => ratios(reduceEach(value, ranges, sumOf), counts(value, ranges)),
    sliding: slidingMeans,
  },
  sum: {
    apart: (value, ranges) => {
      const sum = reduceEach(value, ranges, sumOf), count = counts(value, ranges);
      return sum.map((one, i) => count[i] === 0 ? NaN : one);
    },
    sliding: (value, ranges) => slidingFold(value, ranges, "sum"),
  },
  min: {
    apart: (value, ranges) => reduceEach(value, ranges, leastOf),
    sliding: (value, ranges) => slidingFold(value, ranges, "min"),
  },
  max: {
    apart: (value, ranges) => reduceEach(value, ranges, mostOf),
    sliding: (value, ranges) => slidingFold(value, ranges, "max"),
  },
  median: {
    apart: (value, ranges) => quantiles(value, ranges, 0.5),
    sliding: (value, ranges) => slidingQuantiles(value, ranges, 0.5),
  },
  std: {
    apart: (value, ranges) => reduceEach(value, ranges, varianceOf).map(Math.sqrt),
    sliding: (value, ranges) => slidingVariances(value, ranges).map(Math.sqrt),
  },
  var: {
    apart: (value, ranges) => reduceEach(value, ranges, varianceOf),
    sliding: slidingVariances,
  },
  first: {
    apart: (value, ranges) => slidingEdges(value, ranges, "first"),
    sliding: (value, ranges) => slidingEdges(value, ranges, "first"),
  },
  last: {
    apart: (value, ranges) => slidingEdges(value, ranges, "last"),
    sliding: (value, ranges) => slidingEdges(value, ranges, "last"),
  },
  count: { apart: counts, sliding: slidingCounts },
};

/** Row functions in the order used in messages; one percentile represents all. */
export const ROW_REDUCER_NAMES: readonly RowReducer[] = [
  ...Object.keys(ROW_REDUCERS) as RowReducer[],
  "p90",
];

/**
 * Reduces each window by a function; NaN if the result is undefined.
 *
 * @param value Values in row order; NaN if missing.
 * @param how `"sliding"` windows have `first` and `past` that never decrease; others are separate.
 */
export function reduceRanges(
  reducer: RowReducer,
  value: Float64Array,
  ranges: Ranges,
  how: "apart" | "sliding",
): Float64Array {
  const share = quantileOf(reducer);
  if (share === undefined) {
    return ROW_REDUCERS[reducer as Exclude<RowReducer, Percentile>][how](value, ranges);
  }
  return (how === "apart" ? quantiles : slidingQuantiles)(value, ranges, share);
}

function reduceEach(
  value: Float64Array,
  { first, past }: Ranges,
  reduce: (value: Float64Array, from: number, to: number) => number,
): Float64Array {
  const result = new Float64Array(first.length);
  for (let i = 0; i < result.length; i++) result[i] = reduce(value, first[i]!, past[i]!);
  return result;
}

function ratios(sum: Float64Array, count: Float64Array): Float64Array {
  for (let i = 0; i < sum.length; i++) sum[i]! /= count[i]!;
  return sum;
}

function counts(value: Float64Array, ranges: Ranges): Float64Array {
  return reduceEach(value, ranges, (_, from, to) => {
    let count = 0;
    for (let i = from; i < to; i++) if (value[i] === value[i]) count++;
    return count;
  });
}

function leastOf(value: Float64Array, from: number, to: number): number {
  let least = NaN;
  for (let i = from; i < to; i++) {
    const one = value[i]!;
    if (!(one >= least)) least = valueOr(one, least);
  }
  return least;
}

function mostOf(value: Float64Array, from: number, to: number): number {
  let most = NaN;
  for (let i = from; i < to; i++) {
    const one = value[i]!;
    if (!(one <= most)) most = valueOr(one, most);
  }
  return most;
}

/** Returns the first value, or the second if the first is NaN. */
function valueOr(one: number, before: number): number {
  return one === one ? one : before;
}

/** Length of a block, and number of lanes added in parallel. */
const BLOCK = 128, LANES = 16;
const lanes = new Float64Array(LANES);

/**
 * Adds values in blocks of 128 with 16 lanes, and the blocks in pairs, so the error grows with the
 * logarithm of their number (Higham 1993, SIAM J. Sci. Comput. 14:783). The rest that does not fill
 * a block comes first. Polars does the same, so both agree to the last bit.
 */
function sumOf(value: Float64Array, from: number, to: number): number {
  const start = from + (to - from) % BLOCK;
  let rest = 0;
  for (let i = from; i < start; i++) rest += valueOr(value[i]!, 0);
  return start < to ? sumOfBlocks(value, start, to) + rest : rest;
}

function sumOfBlocks(value: Float64Array, from: number, to: number): number {
  const blocks = (to - from) / BLOCK;
  if (blocks > 1) {
    const middle = from + (blocks >> 1) * BLOCK;
    return sumOfBlocks(value, from, middle) + sumOfBlocks(value, middle, to);
  }
  lanes.fill(0);
  for (let i = from; i < to; i += LANES) {
    for (let lane = 0; lane < LANES; lane++) {
      const one = value[i + lane]!;
      if (one === one) lanes[lane]! += one;
    }
  }
  for (let width = LANES; width > 4; width /= 2) {
    for (let lane = 0; lane < width / 2; lane++) lanes[lane]! += lanes[lane + width / 2]!;
  }
  return (lanes[0]! + lanes[2]!) + (lanes[1]! + lanes[3]!);
}

/**
 * Returns the sample variance, divided by `n - 1`, in two passes; NaN for fewer than two values.
 */
function varianceOf(value: Float64Array, from: number, to: number): number {
  let count = 0, mean = 0, square = 0;
  for (let block = from; block < to; block += BLOCK) {
    const past = Math.min(to, block + BLOCK);
    let own = 0, sum = 0;
    for (let i = block; i < past; i++) {
      const one = value[i]!;
      if (one !== one) continue;
      own++;
      sum += one;
    }
    if (own === 0) continue;
    const middle = sum / own;
    let squares = 0;
    for (let i = block; i < past; i++) {
      const one = value[i]!;
      if (one === one) squares += (one - middle) ** 2;
    }
    // Combine blocks as Chan, Golub and LeVeque (1979) do.
    const off = middle - mean, all = count + own;
    square += squares + off * off * count * own / all;
    mean += off * own / all;
    count = all;
  }
  return count < 2 ? NaN : square / (count - 1);
}

/** Returns a quantile of each window with linear interpolation (R's type 7). */
function quantiles(value: Float64Array, ranges: Ranges, share: number): Float64Array {
  return reduceEach(value, ranges, (_, from, to) => {
    const sorted = value.slice(from, to).sort(); // NaN sorts last
    let size = sorted.length;
    while (size > 0 && sorted[size - 1] !== sorted[size - 1]) size--;
    return quantileOfSorted(sorted, size, share);
  });
}
