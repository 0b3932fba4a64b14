import { scoreRuns, type Scores } from "./scores.ts";

/** Largest share of the trend that makes an epoch a candidate for sleep. */
const THRESHOLD = 0.15;

/**
 * Scores consolidated sleep by Roenneberg et al. (2015, doi 10.1016/bs.mie.2014.11.028). Epochs of
 * at most 15 % of the mean of 24 hours around them are candidates. From each run of candidates of
 * 30 minutes on, sleep lasts up to the epoch at which a block of sleep correlates best with the
 * candidates of 12 hours, where a peak is higher than the next 30 minutes.
 *
 * @param hour Number of epochs of an hour.
 */
export function roenneberg(counts: Float64Array, hour: number): Scores {
  const limit = trend(counts, 24 * hour);
  const candidates = counts.map((count, i) =>
    Number.isNaN(count) || Number.isNaN(limit[i]) ? NaN : count <= THRESHOLD * limit[i]! ? 1 : 0
  );
  const scores = candidates.map((one) => Number.isNaN(one) ? NaN : 0);
  const shortest = Math.max(1, Math.round(hour / 2));
  let end = -1;
  for (const [from, to] of scoreRuns(candidates, 1)) {
    if (to - from < shortest || from < end) continue;
    const length = bestBlock(candidates.subarray(from, from + 12 * hour), shortest);
    if (length === undefined) continue;
    end = from + length;
    scores.fill(1, from, end + 1);
  }
  return scores.map((score, i) => Number.isNaN(candidates[i]) ? NaN : score);
}

/** Returns the mean around each epoch; NaN if less than half of the window is known. */
function trend(counts: Float64Array, window: number): Float64Array {
  const sums = new Float64Array(counts.length + 1), known = new Float64Array(counts.length + 1);
  counts.forEach((count, i) => {
    sums[i + 1] = sums[i]! + (Number.isNaN(count) ? 0 : count);
    known[i + 1] = known[i]! + (Number.isNaN(count) ? 0 : 1);
  });
  const after = Math.floor((window - 1) / 2) + 1;
  return counts.map((_, i) => {
    const to = Math.min(counts.length, i + after), from = Math.max(0, i + after - window);
    const n = known[to]! - known[from]!;
    return n >= window / 2 ? (sums[to]! - sums[from]!) / n : NaN;
  });
}

/**
 * Returns the index of the last epoch of the block that correlates best; undefined if the
 * correlation has no peak.
 */
function bestBlock(given: Float64Array, ahead: number): number | undefined {
  const gap = given.findIndex(Number.isNaN);
  const candidates = gap < 0 ? given : given.subarray(0, gap);
  const n = candidates.length, total = candidates.reduce((sum, one) => sum + one, 0);
  const spread = total - total * total / n;
  let within = 0;
  const correlation = candidates.map((one, i) => {
    within += one;
    const block = i + 1, own = block - block * block / n;
    return own > 0 && spread > 0 ? (within - block * total / n) / Math.sqrt(own * spread) : NaN;
  });
  let best = -1;
  for (let i = 0; i + ahead < n; i++) {
    const value = correlation[i]!;
    if (best >= 0 && !(value > correlation[best]!)) continue;
    let isPeak = !Number.isNaN(value);
    for (let k = 1; isPeak && k <= ahead; k++) isPeak = value > correlation[i + k]!;
    if (isPeak) best = i;
  }
  return best < 0 ? undefined : best;
}
