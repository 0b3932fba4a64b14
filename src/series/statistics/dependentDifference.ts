/** Values of two groups in the order of time, no two on one step. */
export interface SteppedGroups {
  /** The step of each value, ascending. */
  readonly at: Int32Array;
  /** The values. */
  readonly value: Float64Array;
  /** The group of each value. */
  readonly group: Uint8Array;
}

/** How sure a difference of means is where neighbours in time hang together. */
export interface DependentDifference {
  /** The standard error of the difference. */
  readonly error: number;
  /** How many independent values they are worth: at most as many as there are. */
  readonly size: number;
  /** The correlation of neighbours, free of the bias of small groups; from 0; null where it is not known. */
  readonly autocorrelation: number | null;
}

/** Neighbours that hang together more than this tell nothing of the means. */
const MOST = 0.99;

/**
 * The standard error of the difference of two means whose values follow a first-order autoregression
 * around them: the pooled one, times the root of what the correlation of neighbours adds. That
 * correlation is the one under which the residuals would have, in expectation, the correlation that
 * they have: taking the means away makes it smaller, most of all in few values. It counts from 0, so
 * that nothing is surer than it were of independent values.
 *
 * The sums over all pairs run in one pass forth and one back, as those of an autoregression can.
 *
 * @returns undefined of fewer than two values in a group, or where nothing varies
 */
export function dependentDifference(groups: SteppedGroups): DependentDifference | undefined {
  const { at, value, group } = groups, n = value.length;
  const count = [0, 0], sum = [0, 0];
  for (let i = 0; i < n; i++) {
    count[group[i]!]!++;
    sum[group[i]!]! += value[i]!;
  }
  if (Math.min(...count) < 2) return undefined;
  const off = value.map((one, i) => one - sum[group[i]!]! / count[group[i]!]!);
  const squares = off.reduce((total, one) => total + one * one, 0);
  if (squares === 0) return undefined;
  const step = usualGap(at);
  let products = 0, pairs = 0;
  for (let i = 1; i < n; i++) {
    if (at[i]! - at[i - 1]! !== step) continue;
    products += off[i]! * off[i - 1]!;
    pairs++;
  }
  const found = pairs === 0 ? 0 : products / pairs / (squares / n);
  let low = 0, high = MOST;
  if (found <= expected(groups, count, step, 0).ratio) high = 0;
  while (high - low > 1e-7) {
    const middle = (low + high) / 2;
    if (expected(groups, count, step, middle).ratio < found) low = middle;
    else high = middle;
  }
  const none = expected(groups, count, step, 0), some = expected(groups, count, step, high);
  const inflation = Math.max(1, some.variance / none.variance);
  return {
    error: Math.sqrt(none.variance * inflation * squares),
    size: n / inflation,
    autocorrelation: high,
  };
}

/** The most common gap between neighbours. */
function usualGap(at: Int32Array): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < at.length; i++) {
    const gap = at[i]! - at[i - 1]!;
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => one[1] > best[1] ? one : best, [1, 0])[0];
}

/** The correlation over a gap. */
function over(gap: number, step: number, phi: number): number {
  return gap === step ? phi : phi ** (gap / step);
}

/**
 * What is to be expected of values that are correlated by `phi` from step to step: the correlation
 * of neighbouring residuals, and the variance of the difference of means by their sum of squares.
 */
function expected(
  { at, group }: SteppedGroups,
  count: readonly number[],
  step: number,
  phi: number,
): { ratio: number; variance: number } {
  const n = at.length;
  // The covariance of each value with the mean of each group.
  const withMean = [new Float64Array(n), new Float64Array(n)];
  for (const own of [0, 1]) {
    const sums = withMean[own]!;
    for (let i = 0, forth = 0; i < n; i++) {
      if (i > 0) forth *= over(at[i]! - at[i - 1]!, step, phi);
      forth += group[i] === own ? 1 : 0;
      sums[i] = forth;
    }
    for (let i = n - 1, back = 0; i >= 0; i--) {
      sums[i]! += back;
      back += group[i] === own ? 1 : 0;
      if (i > 0) back *= over(at[i]! - at[i - 1]!, step, phi);
    }
    for (let i = 0; i < n; i++) sums[i]! /= count[own]!;
  }
  // The covariances of the means.
  const ofMeans = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    for (const own of [0, 1]) {
      ofMeans[2 * own + group[i]!]! += withMean[own]![i]! / count[group[i]!]!;
    }
  }
  let trace = 0, products = 0, pairs = 0;
  for (let i = 0; i < n; i++) {
    const g = group[i]!;
    trace += 1 - 2 * withMean[g]![i]! + ofMeans[3 * g]!;
    if (i === 0 || at[i]! - at[i - 1]! !== step) continue;
    const h = group[i - 1]!;
    products += phi - withMean[h]![i]! - withMean[g]![i - 1]! + ofMeans[2 * g + h]!;
    pairs++;
  }
  return {
    ratio: pairs === 0 ? 0 : products / pairs / (trace / n),
    variance: (ofMeans[0]! + ofMeans[3]! - ofMeans[1]! - ofMeans[2]!) / trace,
  };
}
