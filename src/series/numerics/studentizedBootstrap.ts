import { random } from "./random.ts";

/** An estimate and its standard error. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Settings of a bootstrap. */
export interface BootstrapSettings {
  readonly resamples: number;
  readonly seed: number;
  /** Share of intervals that contain the true value. */
  readonly confidence: number;
}

/** Ends of an interval, and the p value of 0 that agrees with it; NaN if undefined. */
export interface JudgedEstimate {
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** Fraction of a standard error below which a distance is a rounding error. */
const ROUNDING = 1e-9;

const UNKNOWN: JudgedEstimate = { low: NaN, high: NaN, p: NaN };

/**
 * Judges estimates by the studentized bootstrap: each resampled estimate is divided by its own
 * standard error, so that skewed values widen the interval. The symmetric bootstrap (Hall 1988)
 * misses the mean of a few skewed values too often, and the equal-tailed bootstrap misses the mean
 * of symmetric values with long tails too often. Each end is therefore the wider of the two. All
 * estimates use the same resampled items.
 *
 * @param n Number of items, such as people.
 * @param measure Returns the estimates of some items, by their indices; NaN if undefined.
 */
export function studentizedBootstrap(
  n: number,
  measure: (items: Uint32Array) => readonly Estimate[],
  { resamples, seed, confidence }: BootstrapSettings,
): JudgedEstimate[] {
  const found = measure(Uint32Array.from({ length: n }, (_, i) => i));
  const next = random(seed), items = new Uint32Array(n);
  const judged = found.map((own) => ({
    ...own,
    above: new Float64Array(resamples),
    below: new Float64Array(resamples),
  }));
  for (let k = 0; k < resamples; k++) {
    for (let i = 0; i < n; i++) items[i] = Math.floor(next() * n);
    measure(items).forEach(({ value, error }, j) => {
      const own = judged[j]!, step = value - own.value, nothing = ROUNDING * own.error;
      const errors = Math.abs(step) <= nothing ? 0 : step / (error > nothing ? error : 0);
      const isUnknown = Number.isNaN(errors); // as far as any, on both sides
      own.above[k] = isUnknown ? Infinity : errors;
      own.below[k] = isUnknown ? Infinity : -errors;
    });
  }
  const indexOf = (share: number): number =>
    Math.min(resamples - 1, Math.floor(share * resamples + 1e-9));
  return judged.map(({ value, error, above, below }) => {
    const far = above.map((one, k) => Math.max(one, below[k]!)).sort();
    const both = far[indexOf(confidence)]!, side = indexOf((1 + confidence) / 2);
    const down = error * Math.max(both, above.sort()[side]!);
    const up = error * Math.max(both, below.sort()[side]!);
    if (!Number.isFinite(down + up)) return UNKNOWN; // many samples of equal values
    const count = (sorted: Float64Array): number =>
      sorted.filter((one) => error * one >= Math.abs(value)).length;
    const asFar = Math.max(count(far), 2 * count(value < 0 ? below : above));
    return {
      low: value - down,
      high: value + up,
      p: Math.min(1, Math.max(1, asFar) / resamples),
    };
  });
}

/** Judges the mean of values by {@linkcode studentizedBootstrap}. */
export function studentizedMean(
  values: Float64Array,
  settings: BootstrapSettings,
): JudgedEstimate {
  const n = values.length;
  const measure = (items: Uint32Array): Estimate[] => {
    let sum = 0, squares = 0;
    for (const i of items) sum += values[i]!;
    const value = sum / n;
    for (const i of items) squares += (values[i]! - value) ** 2;
    return [{ value, error: Math.sqrt(squares / (n - 1) / n) }];
  };
  return studentizedBootstrap(n, measure, settings)[0] ?? UNKNOWN;
}
