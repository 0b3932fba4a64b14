// @ts-types="@types/d3-array"
import { quantile } from "d3-array";
import { scoreRuns, type Scores, slidingMedians } from "./scores.ts";

/** Usual sleep per day, and shortest rest or activity, in hours. */
const SLEEP = 8, SHORTEST = 1;
/** Longest valid run of zeros in minutes: at first, at rest and during activity. */
const ZEROS = 15, ZEROS_AT_REST = 30, ZEROS_ACTIVE = 2;
/** Quantile of all counts that replaces long runs of zeros. */
const QUANTILE = 0.33;

/**
 * Scores rest and activity of minutes by Crespo et al. (2012, doi 10.1007/s11517-012-0875-y): rest is
 * the third of the day in which the median of 8 hours of counts is lowest, in periods of an hour or
 * more. A first pass finds out which runs of zeros are not valid, and a second one leaves them out.
 */
export function crespo(counts: Float64Array): Scores {
  const most = counts.reduce((a, b) => b > a ? b : a, 0), hour = 60;
  const typical = quantile(counts, QUANTILE) ?? NaN, first = counts.slice();
  for (const [from, to] of scoreRuns(counts, 0)) {
    if (to - from >= ZEROS) first.fill(typical, from, to);
  }
  const half = SLEEP * hour / 2;
  const rest = restWhere(first, most, half, SHORTEST * hour + 1);
  const valid = counts.slice();
  for (const isRest of [1, 0] as const) {
    const longest = isRest === 1 ? ZEROS_AT_REST : ZEROS_ACTIVE;
    const zeros = counts.map((count, i) => rest[i] === isRest ? count : NaN);
    for (const [from, to] of scoreRuns(zeros, 0)) {
      if (to - from >= longest) valid.fill(NaN, from, to);
    }
  }
  const scores = restWhere(valid, most, SHORTEST * hour, 2 * SHORTEST * hour + 1);
  return scores.map((score, i) => Number.isNaN(counts[i]) ? NaN : score);
}

/**
 * Returns 1 at rest and 0 during activity.
 *
 * @param padding Number of minutes of most activity before and after the record.
 * @param width Number of minutes of the window that opens and closes periods.
 */
function restWhere(counts: Float64Array, most: number, padding: number, width: number): Scores {
  const padded = new Float64Array(counts.length + 2 * padding).fill(most);
  padded.set(counts, padding);
  const half = SLEEP * 60 / 2;
  const medians = slidingMedians(padded, half, half, 60).subarray(padding, padding + counts.length);
  const limit = quantile(medians, SLEEP / 24) ?? NaN;
  const active = Float64Array.from(medians, (median) => median > limit ? 1 : 0);
  return withoutShort(withoutShort(active, 0, width), 1, width).map((one) => 1 - one);
}

/** Removes runs of a value that are shorter than a window; a run at an end is short, too. */
function withoutShort(values: Float64Array, wanted: 0 | 1, width: number): Float64Array {
  const result = values.slice();
  for (const [from, to] of scoreRuns(values, wanted)) {
    if (to - from < width) result.fill(1 - wanted, from, to);
  }
  return result;
}
