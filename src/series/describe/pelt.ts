/** Division of a series into levels, with the remaining squares. */
export interface Segmentation {
  /** Index of the first value of each level; the first one is 0. */
  readonly starts: readonly number[];
  /** Squares around the means of the levels. */
  readonly rss: number;
}

/** Share of a sum of squares below which a difference is rounding. */
const NOTHING = 1e-12;

/**
 * Divides a series into levels so that the squares around their means, plus a penalty for each
 * change, are smallest. The result is exact: candidates are dropped only if they cannot become best
 * (PELT: Killick et al. 2012, doi 10.1080/01621459.2012.737745).
 *
 * @param least Minimum number of values of a level; a series of less than twice as many has one level.
 */
export function pelt(y: Float64Array, penalty: number, least: number): Segmentation {
  const n = y.length, mean = y.reduce((sum, one) => sum + one, 0) / n;
  const sums = new Float64Array(n + 1), squares = new Float64Array(n + 1);
  let sum = 0, square = 0;
  for (const [i, one] of y.entries()) {
    const own = one - mean;
    sums[i + 1] = sum += own;
    squares[i + 1] = square += own * own;
  }
  const cost = (from: number, to: number): number =>
    squares[to]! - squares[from]! - (sums[to]! - sums[from]!) ** 2 / (to - from);
  const best = new Float64Array(n + 1).fill(Infinity), last = new Int32Array(n + 1);
  best[0] = -penalty;
  // A level that starts at a dropped candidate may still end before `least` more values.
  const until = new Float64Array(n + 1).fill(Infinity);
  let candidates = [0];
  for (let to = least; to <= n; to++) {
    if (to - least >= least) candidates.push(to - least);
    let isDropped = false;
    for (const from of candidates) {
      const total = best[from]! + cost(from, to) + penalty;
      if (total < best[to]!) {
        best[to] = total;
        last[to] = from;
      }
    }
    for (const from of candidates) {
      if (best[from]! + cost(from, to) >= best[to]!) {
        until[from] = Math.min(until[from]!, to + least);
      }
      if (until[from]! <= to + 1) isDropped = true;
    }
    if (isDropped) candidates = candidates.filter((from) => until[from]! > to + 1);
  }
  const starts: number[] = [];
  let rss = 0;
  for (let to = n; to > 0;) {
    const from = last[to]!;
    starts.unshift(from);
    rss += Math.max(0, cost(from, to));
    to = from;
  }
  return { starts, rss };
}

/** Returns the penalty above which a series has no change: the largest gain per change. */
export function largestGain(y: Float64Array, least: number): number {
  const n = y.length, mean = y.reduce((sum, one) => sum + one, 0) / n;
  let whole = 0, sum = 0, most = 0;
  for (let i = 0; i < n; i++) {
    if (i >= least && i <= n - least) most = Math.max(most, sum * sum * n / (i * (n - i)));
    const own = y[i]! - mean;
    sum += own;
    whole += own * own;
  }
  for (;;) {
    const { starts, rss } = pelt(y, most, least), changes = starts.length - 1;
    const gain = changes === 0 ? 0 : (whole - rss) / changes;
    if (!(gain > most * (1 + NOTHING))) return most;
    most = gain;
  }
}
