import { quantileOfSorted } from "../windows/slidingReducers.ts";
import { normalQuantile, normalTail } from "./chiSquare.ts";
import { random } from "./random.ts";

/** Kind of a bootstrap interval (Efron and Tibshirani 1993). */
export type BootstrapForm = "basic" | "percentile" | "BCa";

/** Minimum number of items for a bootstrap interval. */
export const LEAST_RESAMPLED = 10;

/**
 * Computes bootstrap intervals of several statistics, which all use the same resampled items.
 *
 * @param n Number of items, such as people.
 * @param statistics Returns the statistics of some items, by their indices; NaN if undefined.
 * @returns low and high of each statistic; NaN for fewer than {@linkcode LEAST_RESAMPLED} items, or
 * if a statistic is undefined in more than a tenth of the resamples
 */
export function bootstrap(
  n: number,
  statistics: (items: Uint32Array) => readonly number[],
  { form, resamples, seed, confidence }: {
    readonly form: BootstrapForm;
    readonly resamples: number;
    readonly seed: number;
    readonly confidence: number;
  },
): { readonly low: number; readonly high: number }[] {
  const all = Uint32Array.from({ length: n }, (_, i) => i), found = statistics(all);
  if (n < LEAST_RESAMPLED) return found.map(() => ({ low: NaN, high: NaN }));
  const next = random(seed), items = new Uint32Array(n);
  const drawn = found.map(() => new Float64Array(resamples));
  for (let k = 0; k < resamples; k++) {
    for (let i = 0; i < n; i++) items[i] = Math.floor(next() * n);
    statistics(items).forEach((value, j) => drawn[j]![k] = value);
  }
  const without = form === "BCa"
    ? Array.from(all, (left) => statistics(all.filter((i) => i !== left)))
    : [];
  return found.map((value, j) => {
    const sorted = drawn[j]!.filter((one) => !Number.isNaN(one)).sort();
    if (Number.isNaN(value) || sorted.length < 0.9 * resamples) return { low: NaN, high: NaN };
    const tail = (1 - confidence) / 2;
    const quantileAt = (share: number) => quantileOfSorted(sorted, sorted.length, share);
    if (form !== "BCa") {
      const low = quantileAt(tail), high = quantileAt(1 - tail);
      return form === "percentile"
        ? { low, high }
        : { low: 2 * value - high, high: 2 * value - low };
    }
    const left = without.map((one) => one[j]!);
    const [low, high] = correctedShares(value, sorted, left, tail);
    return { low: quantileAt(low), high: quantileAt(high) };
  });
}

/** Returns the shares of resamples at which a bias-corrected and accelerated interval ends. */
function correctedShares(
  value: number,
  sorted: Float64Array,
  without: readonly number[],
  tail: number,
): [number, number] {
  const below = sorted.filter((one) => one < value).length + sorted.filter((one) => one === value)
        .length / 2;
  const share = Math.min(1 - 1e-9, Math.max(1e-9, below / sorted.length));
  const shift = normalQuantile(share);
  const mean = without.reduce((sum, one) => sum + one, 0) / without.length;
  const squares = without.reduce((sum, one) => sum + (mean - one) ** 2, 0);
  const cubes = without.reduce((sum, one) => sum + (mean - one) ** 3, 0);
  const acceleration = squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
  const shareAt = (z: number): number =>
    1 - normalTail(shift + (shift + z) / (1 - acceleration * (shift + z)));
  return [shareAt(normalQuantile(tail)), shareAt(normalQuantile(1 - tail))];
}
