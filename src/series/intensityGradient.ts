import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { DAY_US, MINUTE_US } from "../time/units.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { describeSeries } from "./describe/describeSeries.ts";
import { fitOf } from "./numerics/straightLine.ts";

/** Options of {@linkcode intensityGradient}. */
export interface IntensityGradientOptions extends GroupedSeriesColumns {
  /** Width of a bin of intensity, in the unit of the values. @default 25 */
  width?: number;
  /** Start of the last bin, which has no upper end; a multiple of `width`. @default 4000 */
  last?: number;
}

/** Name of a statistic of the intensity gradient. */
export type IntensityGradientStatistic = "gradient" | "intercept" | "R2";

const ACTION = "compute the intensity gradient";

const OPTIONS = optionNames<IntensityGradientOptions>()(GROUPED_COLUMNS, "width last");

/**
 * Computes the intensity gradient of activity: the slope of log minutes per day on log intensity
 * (Rowlands et al. 2018, doi 10.1249/MSS.0000000000001561). The more negative, the less time at
 * high intensities.
 *
 * | name | value |
 * |---|---|
 * | `gradient`, `intercept` | slope and height of the line through the logarithms |
 * | `R2` | squared correlation |
 *
 * Bins are 0 to 25 mg and so on; each counts at its middle, and the last, above 4,000 mg, at 6,000
 * mg (1.5 times its start). Empty bins are left out. Minutes are per 24 hours of known time. Each
 * value lasts for the median step of the record; negative values count as the first bin.
 *
 * @param frame a column of instants (`time`) in any order, and a column of mean accelerations, in
 * mg with the default bins.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of steps with a value), `n` `i64` (bins with values), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if an option is invalid
 *
 * @example Half of the time at each doubling of intensity
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const levels = [12, ...Array(4).fill(37), ...Array(2).fill(87), 187];
 * const rows = levels.map((mg, i) => ({ time: new Date(Date.UTC(2024, 0, 1, 0, i)), mg }));
 * assertAlmostEquals(series.intensityGradient(rows.slice(1)).gradient!, -0.86, 0.01);
 * ```
 */
export function intensityGradient(
  frame: FrameLike,
  options?: IntensityGradientOptions & { readonly by?: undefined },
): Statistics<IntensityGradientStatistic>;
/** Computes the gradient of each group of `by` and returns a long frame. */
export function intensityGradient(
  frame: FrameLike,
  options: IntensityGradientOptions & { readonly by: string | readonly string[] },
): Frame;
/** Computes with options that may contain `by`. */
export function intensityGradient(
  frame: FrameLike,
  options?: IntensityGradientOptions,
): Statistics<IntensityGradientStatistic> | Frame;
export function intensityGradient(
  frame: FrameLike,
  options: IntensityGradientOptions = {},
): Statistics<IntensityGradientStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { width = 25, last = 4000 } = options;
  const bins = last / width;
  if (!(width > 0 && Number.isInteger(bins) && bins > 0 && bins <= 100_000)) {
    throw new RangeError(
      `Cannot ${ACTION}: last ${last} is not a multiple of width ${width}. ` +
        "Use a width above 0 and a multiple of it, such as 25 and 4000.",
    );
  }
  const data = openFrame(frame, { action: ACTION });
  return describeSeries<IntensityGradientStatistic>(data, options, {
    verb: "series.intensityGradient",
    what: "a gradient",
  }, (values) => {
    const count = new Float64Array(bins + 1);
    for (const value of values.value) {
      count[Math.max(0, Math.min(bins, Math.floor(value / width)))]!++;
    }
    const used = [...count.keys()].filter((bin) => count[bin]! > 0);
    const days = values.value.length * values.step / DAY_US;
    const line = logLine(
      used.map((bin) => bin === bins ? 1.5 * last : (bin + 0.5) * width),
      used.map((bin) => count[bin]! * values.step / MINUTE_US / days),
    );
    const n = used.length, note = n < 3 ? "fewer than 3 bins" : "no variation";
    return [
      { name: "gradient", value: line?.gradient, n, note },
      { name: "intercept", value: line?.intercept, n, note },
      { name: "R2", value: line?.R2, n, note },
    ];
  });
}

/** Fits a line to the logarithms of positive values; `undefined` for fewer than 3. */
export function logLine(
  x: readonly number[],
  y: readonly number[],
): { readonly gradient: number; readonly intercept: number; readonly R2: number } | undefined {
  const own = [...x.keys()].filter((i) => x[i]! > 0 && y[i]! > 0);
  const fit = fitOf(
    Float64Array.from(own, (i) => Math.log(x[i]!)),
    Float64Array.from(own, (i) => Math.log(y[i]!)),
  );
  return fit.r === null
    ? undefined
    : { gradient: fit.slope, intercept: fit.intercept, R2: fit.r ** 2 };
}
