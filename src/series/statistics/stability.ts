import type { ClockBins } from "./binByClock.ts";

/** Sums of squares of IS and IV, which differ between published variants. */
export interface RhythmForm {
  /** Origin of the windows: the zone's clock, or the first instant. */
  readonly windows: "clock" | "start";
  /** Reduction of a window: the mean of its values, or their sum, which needs all values. */
  readonly reduce: "mean" | "sum";
  /** Centre of the mean day's deviations: the mean of all values, or of the mean day. */
  readonly dayCentre: "all" | "day";
  /** Centre of the values' deviations. */
  readonly centre: "all" | "day";
  /** Number subtracted from the counts of values and slots before division. */
  readonly ddof: 0 | 1;
  /** Divisor of the sum of squared differences: possible pairs, or known pairs. */
  readonly pairs: "all" | "known";
}

/** Moments of a series of windows. */
export interface RhythmMoments {
  /** Number of windows with a value. */
  readonly n: number;
  /**
   * Interdaily stability; null if no slot of the day is known on two days, if gaps at some times of
   * day lift it above its range, or if nothing varies.
   */
  readonly stability: number | null;
  /** Intradaily variability; null if no two windows are neighbours, or nothing varies. */
  readonly variability: number | null;
  /** Lag-1 autocorrelation; null under the same conditions as the variability. */
  readonly phi: number | null;
}

/** Upper limit of IS: the repeated hour of a clock change may lift it slightly above 1. */
const MOST_STABILITY = 1.05;

/**
 * Computes IS, IV and lag-1 autocorrelation of a series of windows; pairs across a gap are skipped.
 */
export function rhythmMoments(
  { value: mean, slot, perDay }: ClockBins,
  form: RhythmForm,
): RhythmMoments {
  const daySum = new Float64Array(perDay), dayCount = new Uint32Array(perDay);
  let n = 0, sum = 0;
  for (let i = 0; i < mean.length; i++) {
    const own = mean[i]!, at = slot[i]!;
    if (at < 0) continue;
    n++;
    sum += own;
    daySum[at]! += own;
    dayCount[at]!++;
  }
  let slots = 0, total = 0, repeated = false;
  for (let i = 0; i < perDay; i++) {
    const count = dayCount[i]!;
    if (count === 0) continue;
    slots++;
    total += daySum[i]! / count;
    if (count > 1) repeated = true;
  }
  const all = sum / n, day = total / slots;
  const centre = form.centre === "all" ? all : day;
  const dayCentre = form.dayCentre === "all" ? all : day;
  let between = 0;
  for (let i = 0; i < perDay; i++) {
    const count = dayCount[i]!;
    if (count > 0) between += (daySum[i]! / count - dayCentre) ** 2;
  }
  let squares = 0, scale = 0, steps = 0, products = 0, pairs = 0;
  for (let i = 0; i < mean.length; i++) {
    if (slot[i]! < 0) continue;
    const own = mean[i]!;
    squares += (own - centre) ** 2;
    scale += own ** 2;
    if (i === 0 || slot[i - 1]! < 0) continue;
    const before = mean[i - 1]!;
    pairs++;
    steps += (own - before) ** 2;
    products += (own - all) * (before - all);
  }
  // Rounding errors of a constant are not variation.
  if (n < 2 || !(squares > scale * 1e-24)) {
    return { n, stability: null, variability: null, phi: null };
  }
  const variance = squares / (n - form.ddof);
  const stability = between / (slots - form.ddof) / variance;
  return {
    n,
    stability: repeated && slots > form.ddof && stability < MOST_STABILITY ? stability : null,
    variability: pairs === 0 ? null : steps / (form.pairs === "all" ? n - 1 : pairs) / variance,
    phi: pairs === 0 ? null : products / squares,
  };
}

/**
 * Returns the coefficient of a first-order autoregression with a mean by exact maximum likelihood,
 * like R's `arima(x, order = c(1, 0, 0))`. Null for fewer than three values or a constant.
 *
 * For a given coefficient the mean and the variance have closed forms (Hamilton, "Time Series
 * Analysis", 1994, section 5.2); golden section search finds the coefficient.
 */
export function autoregression(x: Float64Array): number | null {
  if (x.length < 3 || x.every((value) => value === x[0])) return null;
  let low = -1, high = 1;
  while (high - low > 1e-10) {
    const left = high - (high - low) * GOLDEN, right = low + (high - low) * GOLDEN;
    if (deviance(x, left) < deviance(x, right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

/** Returns minus twice the log likelihood of a coefficient, up to a constant. */
function deviance(x: Float64Array, phi: number): number {
  const n = x.length, first = x[0]!, rest = 1 - phi * phi;
  let sum = 0;
  for (let i = 1; i < n; i++) sum += x[i]! - phi * x[i - 1]!;
  const mean = ((1 + phi) * first + sum) / (1 + phi + (n - 1) * (1 - phi));
  let squares = rest * (first - mean) ** 2;
  for (let i = 1; i < n; i++) squares += (x[i]! - mean - phi * (x[i - 1]! - mean)) ** 2;
  return n * Math.log(squares) - Math.log(rest);
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
