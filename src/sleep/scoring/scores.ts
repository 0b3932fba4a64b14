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
  const n = counts.length, sums = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue;
      const at = i + k - before;
      sum += at >= 0 && at < n ? weights[k]! * counts[at]! : NaN;
    }
    sums[i] = sum;
  }
  return sums;
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
  const n = values.length, sorted = new Float64Array(before + after + 2), medians = values.slice();
  let known = 0;
  /** Returns the number of known values below a value. */
  const rankOf = (value: number): number => {
    let low = 0, high = known;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let i = 0, end = 0; i < n; i++) {
    for (; end < Math.min(n, i + after + 1); end++) {
      const value = values[end]!, at = rankOf(value);
      if (Number.isNaN(value)) continue;
      sorted.copyWithin(at + 1, at, known++);
      sorted[at] = value;
    }
    const gone = i - before > 0 ? values[i - before - 1]! : NaN;
    if (!Number.isNaN(gone)) sorted.copyWithin(rankOf(gone), rankOf(gone) + 1, known--);
    const middle = known >> 1;
    medians[i] = known < least
      ? NaN
      : known % 2 === 1
      ? sorted[middle]!
      : (sorted[middle - 1]! + sorted[middle]!) / 2;
  }
  return medians;
}
