import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Columns } from "../frame/columns/columns.ts";
import { LEAST_RESAMPLED } from "../series/numerics/bootstrap.ts";
import { studentBound } from "../series/numerics/student.ts";
import { studentizedMean } from "../series/numerics/studentizedBootstrap.ts";
import { dependentMean } from "../series/statistics/dependentMean.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { rowsOfGroups } from "../frame/columns/groups.ts";
import {
  differencesOf,
  type PairDifferences,
  type PairOptions,
  readPairs,
} from "./agreement/pairDifferences.ts";
import { groupsFrame } from "./stages/stageGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode blandAltman}. */
export interface BlandAltmanOptions extends PairOptions {
  /** Unit of the values. @default "1" */
  unit?: string;
  /**
   * Columns that form groups, such as `user`: each group is compared separately, and these columns
   * come first. @default none
   */
  by?: string | readonly string[];
}

/**
 * Name of a statistic of paired values: bias, standard deviation, limits, and the confidence
 * interval of the bias.
 */
export type BlandAltmanStatistic = "bias" | "SD" | "lower" | "upper" | "bias_low" | "bias_high";

const ACTION = "compare values";

const OPTIONS = optionNames<BlandAltmanOptions>()("reference other unit by");

/**
 * Computes bias and limits of agreement of two columns of paired values, such as the time asleep
 * per night from two devices (Bland and Altman 1986). Differences are other minus reference, their
 * standard deviation is a sample's (n - 1), and the limits are 1.96 standard deviations from the
 * bias. The limits describe these pairs. With few pairs, or nights that resemble the previous
 * nights, more than 5 in 100 later differences are outside. The bias has a 95 % confidence interval
 * that allows for dependence between consecutive rows and, from 10 pairs on, for skewed differences.
 * It is null below 7 pairs, and if most differences are equal.
 *
 * @param frame A row for each pair; pairs with a missing value or NaN are skipped.
 * @returns an object with a number or null for each name, and `unit`. Its `frame`, or with `by` the
 * result itself, is a long frame: the columns of `by`, `name` `str` (`bias`, `SD`, `lower`,
 * `upper`, `bias_low`, `bias_high`), `value` `f64` (null with too few pairs), `unit` `str`,
 * `coverage` `f64` (share of rows with both values), `n` `i64` (pairs).
 * @throws {TypeError} if a column is missing or not numeric
 *
 * @example Minutes asleep by a watch and by a ring
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = [{ watch: 400, ring: 410 }, { watch: 420, ring: 450 }, { watch: 380, ring: 400 }];
 * const found = sleep.blandAltman(nights, { reference: "watch", other: "ring", unit: "min" });
 * assertEquals([found.bias, found.SD, found.upper], [20, 10, 39.6]);
 * ```
 */
export function blandAltman(
  frame: FrameLike,
  options: BlandAltmanOptions & { readonly by?: undefined },
): Statistics<BlandAltmanStatistic>;
/** Compares within each group of `by` and returns a long frame. */
export function blandAltman(
  frame: FrameLike,
  options: BlandAltmanOptions & { readonly by: string | readonly string[] },
): Frame;
/** Compares with options that may contain `by`. */
export function blandAltman(
  frame: FrameLike,
  options: BlandAltmanOptions,
): Statistics<BlandAltmanStatistic> | Frame;
export function blandAltman(
  frame: FrameLike,
  options: BlandAltmanOptions,
): Statistics<BlandAltmanStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS, "reference and other");
  const { unit = "1" } = options;
  const data = openFrame(frame, { action: ACTION }), pairs = readPairs(data, options);
  const groups = data.groups(options.by);
  const parts = groups === undefined ? [undefined] : rowsOfGroups(groups, undefined);
  const found = groupsFrame(
    groups,
    parts.map((rows) => limitStatistics(differencesOf(pairs, rows), unit)),
    () => limitStatistics(differencesOf(pairs), unit),
    { action: ACTION },
  );
  recordMade(found, "sleep.blandAltman", options, frame);
  return options.by === undefined
    ? statistics<BlandAltmanStatistic>("an agreement of values", found)
    : found;
}

/** Settings of the bootstrap that judges skewness. */
const SKEWNESS = { resamples: 1000, seed: 1, confidence: 0.95 };

/**
 * Returns the interval of the bias: the interval for dependent differences, widened at each end by
 * as much as a studentized bootstrap is wider than Student's t, which fails for skewed differences.
 */
function biasInterval(
  { at, difference, bias, deviation }: PairDifferences,
): { readonly low: number | null; readonly high: number | null } {
  const n = difference.length, half = dependentMean(at, difference);
  if (bias === null || deviation === null || half === undefined) return { low: null, high: null };
  if (n < LEAST_RESAMPLED) return { low: bias - half, high: bias + half };
  const { low, high } = studentizedMean(Float64Array.from(difference), SKEWNESS);
  if (Number.isNaN(high - low)) return { low: null, high: null }; // most differences are equal
  const student = studentBound(SKEWNESS.confidence, n - 1) * deviation / Math.sqrt(n);
  return {
    low: bias - half * Math.max(1, (bias - low) / student),
    high: bias + half * Math.max(1, (high - bias) / student),
  };
}

function limitStatistics(found: PairDifferences, unit: string): Columns {
  const n = found.difference.length, interval = biasInterval(found);
  const coverage = found.rows === 0 ? 0 : n / found.rows;
  return statisticColumns([
    { name: "bias", value: found.bias },
    { name: "SD", value: found.deviation },
    { name: "lower", value: found.limits?.[0] ?? null },
    { name: "upper", value: found.limits?.[1] ?? null },
    { name: "bias_low", value: interval.low },
    { name: "bias_high", value: interval.high },
  ].map((statistic) => ({ ...statistic, unit, coverage, n })));
}
