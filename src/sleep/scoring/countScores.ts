import { asleepWhere, scoreRuns, type Scores, weightedSum } from "./scores.ts";

/** Weights of Cole et al. (1992) for the mean activity of a minute, from 4 minutes before on. */
const COLE_KRIPKE = [106, 54, 58, 76, 230, 74, 67];
/** Weights of Kripke et al. (2010), from 10 minutes before to 2 after. */
const SCRIPPS = [
  0.0064,
  0.0074,
  0.0112,
  0.0112,
  0.0118,
  0.0118,
  0.0128,
  0.0188,
  0.0280,
  0.0664,
  0.0300,
  0.0112,
  0.0100,
];

/** Counts of a minute as the weights of Cole and Kripke expect them, by variant. */
const SCALED = {
  /** Mean of 30 readings of 2 seconds. */
  paper: (count: number) => count / 30,
  /** GGIR divides by 6. */
  GGIR: (count: number) => count / 6,
  /** ActiLife divides by 100, and caps at 300. */
  ActiLife: (count: number) => Math.min(300, count / 100),
} as const;

/** Scores minutes by Cole et al. (1992, doi 10.1093/sleep/15.5.461): asleep below 1. */
export function coleKripke(counts: Float64Array, variant: keyof typeof SCALED): Scores {
  const scores = weightedSum(counts.map(SCALED[variant]), COLE_KRIPKE, 4);
  return asleepWhere(scores, (score) => 0.001 * score < 1);
}

/**
 * Scores minutes by Kripke et al. (2010, doi 10.1111/j.1365-2869.2010.00835.x).
 *
 * @param variant `pyActigraphy` scores the 10 minutes at either end of the record, which its window
 * does not cover, as awake.
 */
export function scripps(counts: Float64Array, variant: "paper" | "pyActigraphy"): Scores {
  const scores = asleepWhere(weightedSum(counts, SCRIPPS, 10), (score) => 0.204 * score < 1);
  return variant === "paper"
    ? scores
    : scores.map((score, i) => i < 10 || i >= scores.length - 10 ? 0 : score);
}

/** Weights of Galland et al. (2012) from 4 minutes before to 2 after. */
const GALLAND = [1, 2, 3, 4, 5, 3, 1];

/**
 * Scores minutes of infants by Galland et al. (2012, doi 10.1016/j.sleep.2012.01.018): counts
 * are divided by the mean of all counts above 0.
 */
export function galland(counts: Float64Array): Scores {
  const active = counts.filter((count) => count > 0);
  const mean = active.reduce((sum, count) => sum + count, 0) / active.length;
  const scaled = active.length === 0 ? counts : counts.map((count) => count / mean);
  return asleepWhere(weightedSum(scaled, GALLAND, 4), (score) => 2.7 * score < 1);
}

/**
 * Scores minutes by Sadeh et al. (1994, doi 10.1093/sleep/17.3.201): `7.601 - 0.065 mean - 1.08 NAT
 * - 0.056 SD - 0.703 log(count + 1)`, asleep from 0 on. The mean and NAT (the number of minutes from
 * 50 to below 100 counts) are of 11 minutes around the minute, SD is of it and the 5 before.
 *
 * @param variant `pyActigraphy` uses the logarithm of the next minute, leaves 50 out of NAT, and
 * needs a score above 0; `ActiLife` caps counts at 300.
 */
export function sadeh(given: Float64Array, variant: "paper" | "pyActigraphy" | "ActiLife"): Scores {
  const counts = variant === "ActiLife" ? given.map((count) => Math.min(300, count)) : given;
  const isTheirs = variant === "pyActigraphy";
  const values = counts.map((_, i) => {
    let sum = 0, near = 0, last = 0, squares = 0;
    for (let k = -5; k <= 5; k++) {
      const count = counts[i + k] ?? NaN;
      sum += count;
      if ((isTheirs ? count > 50 : count >= 50) && count < 100) near++;
      if (k <= 0) last += count / 6;
    }
    for (let k = -5; k <= 0; k++) squares += ((counts[i + k] ?? NaN) - last) ** 2;
    const log = Math.log((counts[isTheirs ? i + 1 : i] ?? NaN) + 1);
    return 7.601 - 0.065 * sum / 11 - 1.08 * near - 0.056 * Math.sqrt(squares / 5) - 0.703 * log;
  });
  return asleepWhere(values, (score) => isTheirs ? score > 0 : score >= 0);
}

/** Weights of Oakley (1997) on one side of an epoch, from the nearest on, and of the epoch itself. */
const OAKLEY: Readonly<Record<number, { readonly own: number; readonly side: readonly number[] }>> =
  {
    15: { own: 4, side: [0.2, 0.2, 0.2, 0.2, 0.04, 0.04, 0.04, 0.04] },
    30: { own: 2, side: [0.2, 0.2, 0.04, 0.04] },
    60: { own: 1, side: [0.2, 0.04] },
    120: { own: 0.5, side: [0.12] },
  };

/** Seconds of the epochs for which Oakley's algorithm is defined. */
export const OAKLEY_EPOCHS = [15, 30, 60, 120] as const;

/** Scores epochs by Oakley (1997): asleep if the weighted sum is at most the threshold. */
export function oakley(counts: Float64Array, seconds: number, threshold: number): Scores {
  const { own, side } = OAKLEY[seconds]!;
  const weights = [...side.toReversed(), own, ...side];
  return asleepWhere(weightedSum(counts, weights, side.length), (score) => score <= threshold);
}

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
