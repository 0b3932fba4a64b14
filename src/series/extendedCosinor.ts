import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { DAY_US, MINUTE_US } from "../time/units.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { localClock } from "./clock/localClock.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns, type Values } from "./input/readValues.ts";
import { describeSeries } from "./describe/describeSeries.ts";
import { fitSigmoid, sigmoidAt } from "./describe/fitSigmoid.ts";
import { meanDay } from "./statistics/meanDay.ts";

/** Options of {@linkcode extendedCosinor}. */
export interface ExtendedCosinorOptions extends GroupedSeriesColumns {
  /** IANA zone of the local clock. @default the zone of the time column */
  tz?: Zones;
  /** Change of the values before the fit: `"log"` is `log(value + 1)`. @default "none" */
  transform?: "none" | "log";
  /** Unit of the values. @default the column's unit if it is known, else "1"; "1" with "log" */
  unit?: string;
}

/** Name of a statistic of an extended cosinor. */
export type ExtendedCosinorStatistic =
  | "minimum"
  | "amplitude"
  | "alpha"
  | "beta"
  | "acrophase"
  | "mesor"
  | "up_mesor"
  | "down_mesor"
  | "R2";

const ACTION = "fit an extended cosinor";

const OPTIONS = optionNames<ExtendedCosinorOptions>()(GROUPED_COLUMNS, "tz transform unit");

/**
 * Fits a daily rhythm whose peaks and troughs differ in width: a cosine transformed by a logistic
 * function, `minimum + amplitude * logistic(beta * (cos(t - acrophase) - alpha))` (Marler et al.
 * 2006, doi 10.1002/sim.2466).
 *
 * | name | value |
 * |---|---|
 * | `minimum`, `amplitude` | lowest value, and rise of the curve if the peak is broad; both at least 0 |
 * | `alpha` | from -1 (long active, short rest) to 1 (short active, long rest) |
 * | `beta` | steepness of the changes |
 * | `acrophase` | hour of the peak on the local clock |
 * | `mesor` | middle of the curve, `minimum + amplitude / 2` |
 * | `up_mesor`, `down_mesor` | hours at which the curve passes the middle |
 * | `R2` | squared correlation of all values with the curve |
 *
 * Times follow the local clock: at a daylight saving change, a repeated hour counts twice. Times of
 * day without a value are left out. Activity counts usually need `transform: "log"`.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of steps with a value), `n` `i64` (values), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if an option is invalid
 *
 * @example Active from 8:00 to 20:00
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const quarters = Array.from({ length: 4 * 24 * 3 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 0, 15 * i)),
 *   counts: i % 96 >= 32 && i % 96 < 80 ? 300 : 0,
 * }));
 * const found = series.extendedCosinor(quarters, { tz: "UTC" });
 * assertAlmostEquals(found.up_mesor!, 7.875, 0.13);
 * assertAlmostEquals(found.amplitude!, 300, 1);
 * ```
 */
export function extendedCosinor(
  frame: FrameLike,
  options?: ExtendedCosinorOptions & { readonly by?: undefined },
): Statistics<ExtendedCosinorStatistic>;
/** Fits each group of `by` and returns a long frame. */
export function extendedCosinor(
  frame: FrameLike,
  options: ExtendedCosinorOptions & { readonly by: string | readonly string[] },
): Frame;
/** Fits with options that may contain `by`. */
export function extendedCosinor(
  frame: FrameLike,
  options?: ExtendedCosinorOptions,
): Statistics<ExtendedCosinorStatistic> | Frame;
export function extendedCosinor(
  frame: FrameLike,
  options: ExtendedCosinorOptions = {},
): Statistics<ExtendedCosinorStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { transform = "none" } = options;
  if (transform !== "none" && transform !== "log") {
    throw new RangeError(
      `Cannot ${ACTION}: transform is ${JSON.stringify(transform)}. Use "none" or "log".`,
    );
  }
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const shown = transform === "log" ? { unit: "1", ...options } : options;
  return describeSeries<ExtendedCosinorStatistic>(data, shown, {
    verb: "series.extendedCosinor",
    what: "a fit",
  }, (values, unit) => {
    const own = transform === "log" ? { ...values, value: values.value.map(logOf) } : values;
    return curveOf(own, unit, localZone(options.tz, values.zone, ACTION));
  });
}

function logOf(value: number): number {
  if (value > -1) return Math.log(value + 1);
  throw new RangeError(
    `Cannot ${ACTION}: value ${value} has no logarithm of value + 1. Use transform "none".`,
  );
}

/** Slots of the mean day; finer steps do not change the curve. */
const SLOT = MINUTE_US;

function curveOf(values: Values, unit: string, tz: string) {
  const { mean, count } = meanDay(values, localClock(values.span, tz), SLOT);
  const slots = [...mean.keys()].filter((slot) => count[slot] !== 0), turn = 2 * Math.PI;
  const angle = slots.map((slot) => slot * SLOT / DAY_US * turn);
  const means = [...mean].filter((_, slot) => count[slot] !== 0);
  const weight = [...count].filter((one) => one > 0);
  let sine = 0, cosine = 0;
  const total = weight.reduce((sum, one) => sum + one, 0);
  const level = means.reduce((sum, one, i) => sum + one * weight[i]!, 0) / total;
  angle.forEach((one, i) => {
    const off = weight[i]! * (means[i]! - level);
    sine += off * Math.sin(one);
    cosine += off * Math.cos(one);
  });
  const fit = fitSigmoid({ angle, mean: means, weight }, Math.atan2(sine, cosine));
  const hour = (angle: number): number => (((angle / turn * 24) % 24) + 24) % 24;
  const half = fit === undefined ? NaN : Math.acos(Math.max(-1, Math.min(1, fit.alpha)));
  const note = slots.length < 6 ? "fewer than 6 times of day" : "no variation";
  const row = <N extends ExtendedCosinorStatistic>(
    name: N,
    value: number | undefined,
    of = "1",
  ) => ({
    name,
    value,
    unit: of,
    note,
  });
  return [
    row("minimum", fit?.minimum, unit),
    row("amplitude", fit?.amplitude, unit),
    row("alpha", fit?.alpha),
    row("beta", fit?.beta),
    row("acrophase", fit && hour(fit.acrophase), "h"),
    row("mesor", fit && fit.minimum + fit.amplitude / 2, unit),
    row("up_mesor", fit && hour(fit.acrophase - half), "h"),
    row("down_mesor", fit && hour(fit.acrophase + half), "h"),
    row("R2", fit && squaredCorrelation(values, { angle, means, weight, level, fit })),
  ];
}

/** Returns the squared correlation of all values with the curve. */
function squaredCorrelation(
  { value }: Values,
  { angle, means, weight, level, fit }: {
    readonly angle: readonly number[];
    readonly means: readonly number[];
    readonly weight: readonly number[];
    readonly level: number;
    readonly fit: NonNullable<ReturnType<typeof fitSigmoid>>;
  },
): number {
  const curve = angle.map((one) => sigmoidAt(one, fit));
  const total = weight.reduce((sum, one) => sum + one, 0);
  const middle = curve.reduce((sum, one, i) => sum + weight[i]! * one, 0) / total;
  let xy = 0, xx = 0, yy = 0;
  curve.forEach((one, i) => {
    const own = weight[i]!;
    xy += own * (one - middle) * (means[i]! - level);
    xx += own * (one - middle) ** 2;
  });
  for (const one of value) yy += (one - level) ** 2;
  return xy * xy / (xx * yy);
}
