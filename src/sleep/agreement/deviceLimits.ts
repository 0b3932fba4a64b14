// @ts-types="@types/d3-array"
import { deviation, mean } from "d3-array";
import { bootstrap, type BootstrapForm } from "../../series/numerics/bootstrap.ts";
import { shapiroWilk } from "../../series/numerics/shapiroWilk.ts";
import { studentBound, studentTail } from "../../series/numerics/student.ts";
import { studentizedMean } from "../../series/numerics/studentizedBootstrap.ts";
import { straightLine } from "../../series/numerics/straightLine.ts";

/** Settings of intervals of limits of agreement. */
export interface LimitSettings {
  readonly confidence: number;
  readonly interval: "auto" | "t" | BootstrapForm;
  readonly resamples: number;
  readonly seed: number;
}

/** Values of limits of agreement; NaN if undefined. */
export interface DeviceLimits {
  readonly values: Readonly<Record<LimitName, number>>;
  /** Kind of the bias that the tests suggest. */
  readonly biasModel: "constant" | "proportional";
  /** Kind of the limits that the tests suggest. */
  readonly limitsModel: "constant" | "proportional";
  /** Kind of the intervals. */
  readonly interval: IntervalForm;
}

/**
 * Kind of intervals. `studentized` gives intervals of the bias and the slope that hold for skewed
 * differences, and no intervals of the limits.
 */
export type IntervalForm = "t" | BootstrapForm | "studentized";

/** Names of the values, in the order of the result. */
export const LIMIT_NAMES = [
  "bias",
  "bias_low",
  "bias_high",
  "SD",
  "lower",
  "lower_low",
  "lower_high",
  "upper",
  "upper_low",
  "upper_high",
  "intercept",
  "slope",
  "slope_low",
  "slope_high",
  "spread_intercept",
  "spread_slope",
  "log_slope",
  "bias_p",
  "normal_p",
  "slope_p",
  "spread_p",
] as const;

export type LimitName = typeof LIMIT_NAMES[number];

/**
 * Minimum number of pairs for which `auto` gives intervals. Fewer pairs cannot show whether
 * differences are skewed: with 7 to 10 skewed pairs, t misses the bias in 10 to 13 of 100 studies.
 */
export const LEAST_JUDGED = 14;

/** Standard deviations between the bias and its limits. */
const WIDTH = 1.96;
/** Level of the tests that choose a model. */
export const LEVEL = 0.05;

/** Computes limits of agreement of pairs that are independent of each other. */
export function deviceLimits(
  reference: Float64Array,
  other: Float64Array,
  settings: LimitSettings,
): DeviceLimits {
  const n = reference.length, difference = other.map((value, i) => value - reference[i]!);
  const bias = mean(difference) ?? NaN, spread = deviation(difference) ?? NaN;
  const error = spread / Math.sqrt(n);
  const line = straightLine(reference, difference, settings.confidence);
  const residuals = line && residualsOf(reference, difference, line).map(Math.abs);
  const around = residuals && n > 2 ? straightLine(reference, residuals) : undefined;
  const normal = shapiroWilk(difference) ?? NaN;
  const spreadTest = line !== undefined && normal < LEVEL
    ? straightLine(reference, withoutSkew(reference, difference, line))
    : around;
  const isFew = settings.interval === "auto" && n < LEAST_JUDGED;
  const interval = settings.interval !== "auto"
    ? settings.interval
    : normal < LEVEL
    ? "studentized"
    : "t";
  const resample = (form: BootstrapForm): LimitIntervals => {
    const compute = (items: Uint32Array) => resampled(reference, difference, items);
    const [bias, lower, upper, slope] = bootstrap(n, compute, { ...settings, form });
    return [bias!, lower!, upper!, slope!];
  };
  // Differences that do not vary say nothing about how far their mean may be off.
  const isVaried = spread > 1e-12 * (Math.abs(mean(reference) ?? NaN) + Math.abs(bias));
  const [ofBias, ofLower, ofUpper, ofSlope]: LimitIntervals = isFew || !isVaried
    ? [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    : interval === "t"
    ? studentIntervals(bias, spread, error, n, settings.confidence, line)
    : interval === "studentized"
    ? [studentizedMean(difference, settings), UNKNOWN, UNKNOWN, resample("basic")[3]]
    : resample(interval);
  const biasP = isVaried ? studentTail(bias / error, n - 1) : NaN;
  return {
    values: {
      bias,
      bias_low: ofBias.low,
      bias_high: ofBias.high,
      SD: spread,
      lower: bias - WIDTH * spread,
      lower_low: ofLower.low,
      lower_high: ofLower.high,
      upper: bias + WIDTH * spread,
      upper_low: ofUpper.low,
      upper_high: ofUpper.high,
      intercept: line?.intercept ?? NaN,
      slope: line?.slope ?? NaN,
      slope_low: ofSlope.low,
      slope_high: ofSlope.high,
      spread_intercept: around?.intercept ?? NaN,
      spread_slope: around?.slope ?? NaN,
      log_slope: logSlope(reference, other),
      bias_p: isFew ? NaN : ofBias.p ?? biasP,
      normal_p: normal,
      slope_p: line?.p ?? NaN,
      spread_p: spreadTest?.p ?? NaN,
    },
    biasModel: (line?.p ?? 1) < LEVEL ? "proportional" : "constant",
    limitsModel: (spreadTest?.p ?? 1) < LEVEL ? "proportional" : "constant",
    interval,
  };
}

interface Line {
  readonly intercept: number;
  readonly slope: number;
}

function residualsOf(
  reference: Float64Array,
  difference: Float64Array,
  { intercept, slope }: Line,
): Float64Array {
  return difference.map((one, i) => one - intercept - slope * reference[i]!);
}

/**
 * Returns absolute residuals for a test of their slope that skewed differences do not break (Im
 * 2000): the residuals themselves are subtracted in proportion to the excess of one sign.
 */
function withoutSkew(reference: Float64Array, difference: Float64Array, line: Line): Float64Array {
  const residuals = residualsOf(reference, difference, line);
  const excess = mean(residuals.map(Math.sign)) ?? 0;
  return residuals.map((one) => Math.abs(one) - excess * one);
}

/** Ends of an interval, and the p value that agrees with it if that is not Student's. */
interface Interval {
  readonly low: number;
  readonly high: number;
  readonly p?: number;
}

/** Intervals of the bias, the lower limit, the upper limit and the slope. */
type LimitIntervals = readonly [Interval, Interval, Interval, Interval];

const UNKNOWN: Interval = { low: NaN, high: NaN };

/** Returns intervals by Student's t, for limits as in Bland and Altman (1999). */
function studentIntervals(
  bias: number,
  spread: number,
  error: number,
  n: number,
  confidence: number,
  line: ReturnType<typeof straightLine>,
): LimitIntervals {
  const half = n > 1 ? error * studentBound(confidence, n - 1) : NaN;
  const about = (value: number, half: number) => ({ low: value - half, high: value + half });
  return [
    about(bias, half),
    about(bias - WIDTH * spread, Math.sqrt(3) * half),
    about(bias + WIDTH * spread, Math.sqrt(3) * half),
    about(line?.slope ?? NaN, line?.slopeHalf ?? NaN),
  ];
}

/** Returns bias, limits and slope of some pairs. */
function resampled(
  reference: Float64Array,
  difference: Float64Array,
  items: Uint32Array,
): number[] {
  const n = items.length;
  let sum = 0, sumX = 0;
  for (const i of items) {
    sum += difference[i]!;
    sumX += reference[i]!;
  }
  const bias = sum / n, middle = sumX / n;
  let squares = 0, xx = 0, xy = 0;
  for (const i of items) {
    const y = difference[i]! - bias, x = reference[i]! - middle;
    squares += y * y;
    xx += x * x;
    xy += x * y;
  }
  const width = WIDTH * Math.sqrt(squares / (n - 1));
  return [bias, bias - width, bias + width, xx > 0 ? xy / xx : NaN];
}

/**
 * Returns the slope of limits that grow with the value, from the standard deviation of the
 * differences of logarithms (Euser et al. 2008); NaN if a value is not above 0.
 */
function logSlope(reference: Float64Array, other: Float64Array): number {
  const logs = other.map((value, i) => Math.log(value) - Math.log(reference[i]!));
  if (!logs.every(Number.isFinite)) return NaN;
  const power = Math.exp(WIDTH * (deviation(logs) ?? NaN));
  return 2 * (power - 1) / (power + 1);
}
