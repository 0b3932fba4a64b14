import { scoreRuns, type Scores } from "./scores.ts";

/** After this many minutes awake, the first minutes asleep become wake. */
const AFTER: readonly (readonly [wake: number, sleep: number])[] = [[4, 1], [10, 3], [15, 4]];
/** Sleep of at most this many minutes becomes wake between this many minutes awake. */
const BETWEEN: readonly (readonly [wake: number, sleep: number])[] = [[10, 6], [20, 10]];

/**
 * Rescores minutes by the five rules of Webster et al. (1982, doi 10.1093/sleep/5.4.389). Each rule
 * looks at the first scores, not at the results of other rules.
 */
export function webster(scores: Scores): Scores {
  const result = scores.slice(), sleeps = scoreRuns(scores, 1);
  for (const [from, to] of sleeps) {
    const before = wakeBefore(scores, from), after = wakeAfter(scores, to), length = to - from;
    const taken = AFTER.reduce(
      (most, [wake, sleep]) => before >= wake && length >= sleep ? Math.max(most, sleep) : most,
      0,
    );
    const isShort = BETWEEN.some(([wake, sleep]) =>
      before >= wake && after >= wake && length <= sleep
    );
    result.fill(0, from, isShort ? to : from + taken);
  }
  return result;
}

function wakeBefore(scores: Scores, at: number): number {
  let length = 0;
  while (scores[at - 1 - length] === 0) length++;
  return length;
}

function wakeAfter(scores: Scores, at: number): number {
  let length = 0;
  while (scores[at + length] === 0) length++;
  return length;
}
