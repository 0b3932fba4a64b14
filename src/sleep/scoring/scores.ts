// @ts-types="@types/d3-array"
import { bisectLeft } from "d3-array";

/** Scores of epochs: 1 asleep, 0 awake, NaN unknown. */
export type Scores = Float64Array;

/**
 * Returns the sum of weighted counts around each epoch; NaN if a count with a weight is missing.
 *
 * @param before Number of weights before the epoch itself.
 */
export function weightedSum(
  counts: Float64Array,
  weights: readonly number[],
  before: number,
): Float64Array {
  return counts.map((_, i) => {
    let sum = 0;
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] !== 0) sum += weights[k]! * (counts[i + k - before] ?? NaN);
    }
    return sum;
  });
}

/** Scores epochs as asleep where a condition holds; unknown values stay unknown. */
export function asleepWhere(values: Float64Array, isAsleep: (value: number) => boolean): Scores {
  return values.map((value) => Number.isNaN(value) ? NaN : isAsleep(value) ? 1 : 0);
}

/** Runs of equal scores: `[from, to)`. */
export function scoreRuns(scores: Scores, wanted: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let i = 0; i < scores.length;) {
    const from = i;
    while (i < scores.length && scores[i] === wanted) i++;
    if (i > from) runs.push([from, i]);
    else i++;
  }
  return runs;
}

/**
 * Returns the median of the known values from `before` epochs before each epoch to `after` epochs
 * after it, as far as the record goes; NaN if fewer than `least` of them are known.
 */
export function slidingMedians(
  values: Float64Array,
  before: number,
  after: number,
  least: number,
): Float64Array {
  const sorted: number[] = [], n = values.length;
  let end = 0;
  return values.map((_, i) => {
    for (; end < Math.min(n, i + after + 1); end++) {
      const value = values[end]!;
      if (!Number.isNaN(value)) sorted.splice(bisectLeft(sorted, value), 0, value);
    }
    const start = i - before, gone = values[start - 1] ?? NaN;
    if (!Number.isNaN(gone)) sorted.splice(bisectLeft(sorted, gone), 1);
    const known = sorted.length, middle = known >> 1;
    if (known < least) return NaN;
    return known % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  });
}
