import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { HOUR_US, MINUTE_US } from "../time/units.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { describeSeries, stepsOfSeries } from "./describe/describeSeries.ts";
import { straightLine } from "./numerics/straightLine.ts";

/** Options of {@linkcode fluctuations}. */
export interface FluctuationsOptions extends GroupedSeriesColumns {
  /**
   * Treatment of gaps: null results, or the values on both sides are joined, as if the gap did not
   * exist. @default "null"
   */
  gaps?: "null" | "join";
}

/** Name of a statistic of fluctuations. */
export type FluctuationsStatistic = "alpha" | "alpha_short" | "alpha_long" | "ABI";

const ACTION = "measure fluctuations";

const OPTIONS = optionNames<FluctuationsOptions>()(GROUPED_COLUMNS, "gaps");

/**
 * Measures how fluctuations of activity grow with the time scale, by detrended fluctuation analysis
 * (Peng et al. 1994; for activity Hu et al. 2004, doi 10.1016/j.physa.2004.01.042).
 *
 * | name | value |
 * |---|---|
 * | `alpha` | self-similarity parameter: slope of log fluctuation on log box size, over all box sizes; 0.5 for noise without memory, 1 for 1/f noise, 1.5 for Brownian noise |
 * | `alpha_short` | the same for boxes up to 90 minutes |
 * | `alpha_long` | the same for boxes from 2 to 10 hours |
 * | `ABI` | activity balance index, `exp(-abs(alpha - 1) * exp(2))` (Danilevicz et al. 2024) |
 *
 * Boxes grow from 4 steps by a factor of `2^(1/8)` to a quarter of the record. The mean square is
 * over all values, as in GGIR. A step is the median step of the record.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of steps with a value), `n` `i64` (values), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if an option is invalid
 *
 * @example Alternating values have no memory of the step before
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const minutes = Array.from({ length: 1440 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 0, i)),
 *   counts: i % 2 === 0 ? 0 : 50,
 * }));
 * assert(series.fluctuations(minutes).alpha! < 0.1);
 * ```
 */
export function fluctuations(
  frame: FrameLike,
  options?: FluctuationsOptions & { readonly by?: undefined },
): Statistics<FluctuationsStatistic>;
/** Measures each group of `by` and returns a long frame. */
export function fluctuations(
  frame: FrameLike,
  options: FluctuationsOptions & { readonly by: string | readonly string[] },
): Frame;
/** Measures with options that may contain `by`. */
export function fluctuations(
  frame: FrameLike,
  options?: FluctuationsOptions,
): Statistics<FluctuationsStatistic> | Frame;
export function fluctuations(
  frame: FrameLike,
  options: FluctuationsOptions = {},
): Statistics<FluctuationsStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { gaps = "null" } = options;
  if (gaps !== "null" && gaps !== "join") {
    throw new RangeError(
      `Cannot ${ACTION}: gaps is ${JSON.stringify(gaps)}. Use "null" or "join".`,
    );
  }
  const data = openFrame(frame, { action: ACTION });
  return describeSeries<FluctuationsStatistic>(data, options, {
    verb: "series.fluctuations",
    what: "fluctuations",
  }, (values) => {
    const steps = stepsOfSeries(values, values.step, ACTION);
    const known = steps.filter((one) => !Number.isNaN(one));
    const hasGaps = known.length < steps.length && gaps === "null";
    const boxes = hasGaps ? [] : fluctuation(known);
    const few = hasGaps ? "gaps" : boxes.length === 0 ? "too few values" : "fewer than 3 box sizes";
    const slope = (from: number, to: number) => {
      const own = boxes.filter(({ size }) =>
        size * values.step >= from && size * values.step <= to
      );
      if (own.length < 3) return { value: undefined, note: few };
      const line = straightLine(
        own.map(({ size }) => Math.log(size)),
        own.map(({ value }) => value > 0 ? Math.log(value) : NaN),
      );
      return { value: line?.slope, note: "no variation" };
    };
    const alpha = slope(0, Infinity), { value } = alpha;
    return [
      { name: "alpha", ...alpha },
      { name: "alpha_short", ...slope(0, 90 * MINUTE_US) },
      { name: "alpha_long", ...slope(2 * HOUR_US, 10 * HOUR_US) },
      {
        name: "ABI",
        value: value === undefined ? null : Math.exp(-Math.abs(value - 1) * Math.exp(2)),
        note: alpha.note,
      },
    ];
  });
}

/** Fluctuation around the lines of boxes of one size. */
interface BoxFluctuation {
  /** Number of values of a box. */
  readonly size: number;
  readonly value: number;
}

/** Growth of the box sizes from one to the next. */
const GROWTH = 2 ** (1 / 8);

/**
 * Returns the fluctuations of a series without gaps, by box size (Peng et al. 1994): the root mean
 * square of the cumulative sum around a line in each box. An incomplete last box is left out.
 */
function fluctuation(values: Float64Array): BoxFluctuation[] {
  const n = values.length;
  if (n < 16) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let total = 0;
  const profile = values.map((value) => total += value - mean);
  const sizes = [4];
  for (let size = 4; size + 4 < Math.round(n / 4);) sizes.push(size = Math.ceil(GROWTH * size));
  return sizes.map((size) => ({ size, value: Math.sqrt(squaresAround(profile, size) / n) }));
}

/** Returns the sum of squares around the lines of the boxes. */
function squaresAround(profile: Float64Array, size: number): number {
  const middle = (size - 1) / 2, xx = size * (size * size - 1) / 12;
  let squares = 0;
  for (let from = 0; from + size <= profile.length; from += size) {
    const first = profile[from]!;
    let sum = 0, xy = 0, yy = 0;
    for (let i = 0; i < size; i++) {
      const y = profile[from + i]! - first;
      sum += y;
      yy += y * y;
      xy += (i - middle) * y;
    }
    squares += Math.max(0, yy - sum * sum / size - xy * xy / xx);
  }
  return squares;
}
