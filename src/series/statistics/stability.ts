import type { ClockBins } from "./binByClock.ts";

/** How the sums of squares of IS and IV are made: what published forms differ in. */
export interface RhythmForm {
  /** Whether windows lie on the zone's clock, or are counted from the first instant. */
  readonly windows: "clock" | "start";
  /** Whether a window has the mean of its values, or their sum: then one that lacks a value has none. */
  readonly reduce: "mean" | "sum";
  /** The mean of the mean day's deviations: that of all values, or of the mean day. */
  readonly dayCentre: "all" | "day";
  /** The mean of the values' deviations. */
  readonly centre: "all" | "day";
  /** What is taken from the number of values, and of slots, to divide by. */
  readonly ddof: 0 | 1;
  /** What a sum of squared differences is divided by: pairs that there would be, or that there are. */
  readonly pairs: "all" | "known";
}

/** What a series of windows is made up of. */
export interface RhythmMoments {
  /** The number of windows that have a value. */
  readonly n: number;
  /** Interdaily stability; null if no slot of the day is known on two days, or nothing varies. */
  readonly stability: number | null;
  /** Intradaily variability; null if there are no neighbours, or nothing varies. */
  readonly variability: number | null;
  /** Lag-1 autocorrelation; null as for the variability. */
  readonly phi: number | null;
}

/** IS, IV and lag-1 autocorrelation of a series of windows; pairs over a gap are dropped. */
export function rhythmMoments(
  { value: mean, slot, perDay }: ClockBins,
  form: RhythmForm,
): RhythmMoments {
  const daySum = new Float64Array(perDay), dayCount = new Uint32Array(perDay);
  let n = 0, sum = 0;
  for (let i = 0; i < mean.length; i++) {
    if (slot[i]! < 0) continue;
    n++;
    sum += mean[i]!;
    daySum[slot[i]!]! += mean[i]!;
    dayCount[slot[i]!]!++;
  }
  let slots = 0, total = 0, repeated = false;
  for (let i = 0; i < perDay; i++) {
    if (dayCount[i] === 0) continue;
    slots++;
    total += daySum[i]! / dayCount[i]!;
    if (dayCount[i]! > 1) repeated = true;
  }
  const all = sum / n, day = total / slots;
  const centre = form.centre === "all" ? all : day;
  const dayCentre = form.dayCentre === "all" ? all : day;
  let between = 0;
  for (let i = 0; i < perDay; i++) {
    if (dayCount[i]! > 0) between += (daySum[i]! / dayCount[i]! - dayCentre) ** 2;
  }
  let squares = 0, scale = 0, steps = 0, products = 0, pairs = 0;
  for (let i = 0; i < mean.length; i++) {
    if (slot[i]! < 0) continue;
    squares += (mean[i]! - centre) ** 2;
    scale += mean[i]! ** 2;
    if (i === 0 || slot[i - 1]! < 0) continue;
    pairs++;
    steps += (mean[i]! - mean[i - 1]!) ** 2;
    products += (mean[i]! - all) * (mean[i - 1]! - all);
  }
  // What is left of a constant by rounding is no variation.
  if (n < 2 || !(squares > scale * 1e-24)) {
    return { n, stability: null, variability: null, phi: null };
  }
  const variance = squares / (n - form.ddof);
  return {
    n,
    stability: repeated && slots > form.ddof ? between / (slots - form.ddof) / variance : null,
    variability: pairs === 0 ? null : steps / (form.pairs === "all" ? n - 1 : pairs) / variance,
    phi: pairs === 0 ? null : products / squares,
  };
}

/**
 * The coefficient of a first order autoregression with a mean, by exact maximum likelihood: what
 * `arima(x, order = c(1, 0, 0))` of R answers. Null of fewer than three values, or of a constant.
 *
 * For a given coefficient the mean and the variance have closed forms (Hamilton, "Time Series
 * Analysis", 1994, section 5.2); the coefficient is then found by golden section.
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

/** Minus twice the log likelihood of a coefficient, but for a constant. */
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
