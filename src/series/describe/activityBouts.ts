/** Bouts of rest and activity of a record in equal steps. */
export interface Bouts {
  /** Lengths of all bouts, in steps. */
  readonly rest: readonly number[];
  readonly active: readonly number[];
  /** Number of steps that have a successor, and of changes to the other state after them. */
  readonly restSteps: number;
  readonly restEnds: number;
  readonly activeSteps: number;
  readonly activeEnds: number;
}

/** Splits a record into bouts; a step without a value (NaN) ends a bout. */
export function boutsOf(steps: Float64Array, threshold: number): Bouts {
  const rest: number[] = [], active: number[] = [];
  const found = { restSteps: 0, restEnds: 0, activeSteps: 0, activeEnds: 0 };
  let length = 0;
  for (let i = 0; i < steps.length; i++) {
    const own = steps[i]!, next = steps[i + 1] ?? NaN;
    if (Number.isNaN(own)) continue;
    length++;
    const isActive = own > threshold, isLast = Number.isNaN(next);
    const changes = !isLast && (next > threshold) !== isActive;
    if (!isLast) {
      found[isActive ? "activeSteps" : "restSteps"]++;
      if (changes) found[isActive ? "activeEnds" : "restEnds"]++;
    }
    if (!isLast && !changes) continue;
    (isActive ? active : rest).push(length);
    length = 0;
  }
  return { rest, active, ...found };
}

/**
 * Returns the Gini index of lengths, corrected for their number (Deltas 2003); undefined below two.
 */
export function gini(lengths: readonly number[]): number | undefined {
  const n = lengths.length;
  if (n < 2) return undefined;
  const sorted = lengths.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, one) => sum + one, 0);
  const weighted = sorted.reduce((sum, one, i) => sum + (2 * (i + 1) - n - 1) * one, 0);
  return weighted / (n - 1) / total;
}

/**
 * Returns the probability of leaving a state in the range of bout lengths where it is constant (Lim
 * et al. 2011, doi 10.5665/sleep.1400): the probability of a bout of at least t steps to end after
 * t steps is smoothed over t, and averaged over the longest range in which it is within a standard
 * deviation of the smooth curve. Undefined with fewer than 4 different lengths.
 */
export function constantTransition(lengths: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const sizes = [...counts].sort(([a], [b]) => a - b);
  if (sizes.length < 4) return undefined;
  const t: number[] = [], probability: number[] = [], weight: number[] = [];
  let left = lengths.length;
  for (const [i, [size, ended]] of sizes.slice(0, -1).entries()) {
    const [after] = sizes[i + 1]!, next = left - ended;
    t.push(size);
    probability.push(ended / left / (after - size));
    weight.push(Math.sqrt(left + next));
    left = next;
  }
  const smooth = lowess(t, probability, 0.3);
  const mean = probability.reduce((sum, one) => sum + one, 0) / t.length;
  const deviation = Math.sqrt(
    probability.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (t.length - 1),
  );
  let from = 0, best = { from: 0, to: 0 };
  for (let i = 0; i <= t.length; i++) {
    if (i < t.length && Math.abs(probability[i]! - smooth[i]!) < deviation) continue;
    if (i - from > best.to - best.from) best = { from, to: i };
    from = i + 1;
  }
  let sum = 0, total = 0;
  for (let i = best.from; i < best.to; i++) {
    const own = weight[i]!;
    sum += own * probability[i]!;
    total += own;
  }
  return total > 0 ? sum / total : undefined;
}

/**
 * Smooths ascending points by local lines with tricube weights (Cleveland 1979), without
 * robustness.
 */
function lowess(x: readonly number[], y: readonly number[], share: number): number[] {
  const n = x.length, k = Math.max(2, Math.floor(share * n + 1e-10));
  let left = 0;
  return x.map((at, i) => {
    while (left + k < n && at > (x[left]! + x[left + k]!) / 2) left++;
    const radius = Math.max(at - x[left]!, x[left + k - 1]! - at);
    const weights = x.map((other, j) => {
      if (j < left) return 0;
      const distance = Math.abs(other - at);
      if (distance <= 0.001 * radius) return 1;
      return distance <= 0.999 * radius ? (1 - (distance / radius) ** 3) ** 3 : 0;
    });
    const total = weights.reduce((sum, one) => sum + one, 0);
    const along = (of: (x: number) => number): number =>
      x.reduce((sum, one, j) => sum + weights[j]! * of(one), 0);
    const middle = along((x) => x) / total;
    const level = y.reduce((sum, one, j) => sum + weights[j]! * one, 0) / total;
    const xx = along((x) => (x - middle) ** 2);
    if (!(xx / total > (0.001 * (x[n - 1]! - x[0]!)) ** 2)) {
      return Number.isNaN(level) ? y[i]! : level;
    }
    const xy = y.reduce((sum, one, j) => sum + weights[j]! * (x[j]! - middle) * one, 0);
    return level + xy / xx * (at - middle);
  });
}
