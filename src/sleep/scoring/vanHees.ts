// @ts-types="@types/d3-array"
import { quantile } from "d3-array";
import { scoreRuns, type Scores, slidingMedians } from "./scores.ts";

/**
 * Scores sustained inactivity by van Hees et al. (2015, doi 10.1371/journal.pone.0142533): the time
 * between two changes of the arm's angle of more than 5 degrees that are more than 5 minutes apart.
 *
 * @param angles Angle of the arm in degrees.
 * @param minute Number of epochs of a minute.
 */
export function vanHees(
  angles: Float64Array,
  minute: number,
  degrees: number,
  minutes: number,
): Scores {
  const changes: number[] = [];
  for (let i = 0; i + 1 < angles.length; i++) {
    if (Math.abs(angles[i + 1]! - angles[i]!) > degrees) changes.push(i);
  }
  const scores = new Float64Array(angles.length);
  let found = 0;
  for (let k = 0; k + 1 < changes.length; k++) {
    const from = changes[k]!, to = changes[k + 1]!;
    if (to - from <= minutes * minute) continue;
    scores.fill(1, from, to + 1);
    found++;
  }
  if (found === 0 && changes.length < 10) scores.fill(1);
  return scores.map((score, i) => Number.isNaN(angles[i]) ? NaN : score);
}

/** Indexes of the first epoch of a period, and of the first one after it. */
export type Period = readonly [from: number, to: number];

/**
 * Scores sustained inactivity within the main sleep period of each day by van Hees et al. (2018, doi
 * 10.1038/s41598-018-31266-z). Periods of inactivity that overlap it count with their whole length.
 *
 * @param noons Indexes at which the days start, ascending, beginning with the first.
 * @param diary Periods of the diary; on their days, they replace the main sleep period.
 */
export function hdcza(
  angles: Float64Array,
  minute: number,
  noons: readonly number[],
  diary: readonly Period[],
  [degrees, minutes]: readonly [number, number],
): Scores {
  const sleeps = scoreRuns(vanHees(angles, minute, degrees, minutes), 1);
  const scores = angles.map((angle) => Number.isNaN(angle) ? NaN : 0);
  noons.forEach((from, day) => {
    const to = noons[day + 1] ?? angles.length;
    const isWithin = ([start, end]: Period): boolean =>
      (start + end) / 2 >= from && (start + end) / 2 < to;
    const nights = diary.filter(isWithin);
    if (nights.length === 0) {
      nights.push(
        ...longestStill(angles.subarray(from, to), minute).map(([start, end]): Period => [
          from + start,
          from + end,
        ]),
      );
    }
    for (const [start, end] of sleeps) {
      if (nights.some((night) => start < night[1] && end > night[0])) scores.fill(1, start, end);
    }
  });
  return scores;
}

/** Parts of HDCZA: window of the median, shortest still period and longest gap in it, in minutes. */
const WINDOW = 5, SHORTEST = 30, LONGEST_GAP = 60;
/** Threshold: multiple of the 10th percentile, between these bounds in degrees. */
const MULTIPLE = 15, LEAST = 0.13, MOST = 0.5;

/** Returns the longest period in which the angle hardly changes; empty if it changes throughout. */
function longestStill(angles: Float64Array, minute: number): Period[] {
  const changes = medianChanges(angles, Math.round(WINDOW * minute));
  const limit = Math.min(MOST, Math.max(LEAST, MULTIPLE * (quantile(changes, 0.1) ?? NaN)));
  const still = Float64Array.from(changes, (change) => change < limit ? 1 : 0);
  let longest: Period | undefined, last: Period | undefined;
  for (const [from, to] of scoreRuns(still, 1)) {
    if (to - from <= SHORTEST * minute) continue;
    last = last !== undefined && from - last[1] < LONGEST_GAP * minute ? [last[0], to] : [from, to];
    if (longest === undefined || last[1] - last[0] > longest[1] - longest[0]) longest = last;
  }
  return longest === undefined ? [] : [longest];
}

/**
 * Returns the median change from epoch to epoch in windows around each epoch: 0 at the ends, where
 * the window is not complete, and NaN if less than half of it is known.
 *
 * @param width Number of epochs of a window.
 */
function medianChanges(angles: Float64Array, width: number): Float64Array {
  const after = Math.floor(width / 2), before = width - 1 - after;
  const changes = angles.map((angle, i) => Math.abs((angles[i + 1] ?? NaN) - angle));
  return slidingMedians(changes, before, after - 1, (width - 1) / 2).map((median, i) =>
    i < before || i + after >= angles.length ? 0 : median
  );
}
