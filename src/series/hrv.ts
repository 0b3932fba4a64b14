// @ts-types="@types/d3-array"
import { deviation, mean, median } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { bandPowers, type BeatFilter, type BeatVariant, keptBeats } from "./describe/beats.ts";
import { describeSeries, type Description } from "./describe/describeSeries.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns, rejectBelow } from "./input/readValues.ts";

export type { BeatFilter, BeatVariant };

/** Options of {@linkcode hrv}. */
export interface HrvOptions extends GroupedSeriesColumns {
  /** Unit of the intervals, `ms` or `s`. @default the column's unit if it is known, else "ms" */
  unit?: string;
  /** Rule that drops intervals of extra or missed beats. @default "none" */
  filter?: BeatFilter;
  /**
   * Implementation of the filter: with `hrv-analysis`, `malik` and `kamath` always keep the interval
   * after a dropped one. @default "paper"
   */
  variant?: BeatVariant;
  /**
   * Beats that follow each other: by their `times`, or `all` rows regardless of gaps.
   * @default "times"
   */
  adjacent?: "times" | "all";
}

/** Name of a statistic of heart rate variability. */
export type HrvStatistic =
  | "meanNN"
  | "SDNN"
  | "RMSSD"
  | "SDSD"
  | "NN50"
  | "pNN50"
  | "heart_rate"
  | "VLF"
  | "LF"
  | "HF"
  | "LF_HF"
  | "dropped"
  | "pairs";

const ACTION = "compute heart rate variability";

const OPTIONS = optionNames<HrvOptions>()(GROUPED_COLUMNS, "unit filter variant adjacent");

/** Maximum difference between two times and an interval, as a share of the interval. */
const TOLERANCE = 0.1;

/**
 * Computes heart rate variability from the intervals between beats (Task Force 1996, doi
 * 10.1161/01.CIR.93.5.1043).
 *
 * | name | value |
 * |---|---|
 * | `meanNN`, `SDNN` | mean and standard deviation (n - 1) of the intervals |
 * | `RMSSD`, `SDSD` | root mean square and standard deviation of successive differences |
 * | `NN50`, `pNN50` | number of successive differences over 50 ms, and percentage of all pairs |
 * | `heart_rate` | 60,000 divided by the mean |
 * | `VLF`, `LF`, `HF` | power from 0.0033, 0.04 and 0.15 to 0.04, 0.15 and 0.4 Hz, by Lomb and Scargle in windows of 5 minutes, without resampling |
 * | `LF_HF` | `LF / HF` |
 * | `dropped` | number of intervals that the filter dropped |
 * | `pairs` | number of successive differences |
 *
 * A difference counts only if both intervals are kept and follow each other: the time between the
 * two beats equals the second interval to 10 %. Without that rule, a difference across a gap or a
 * dropped beat would count as variability. Frequency bands use windows that intervals cover by 80
 * %. A window of 5 minutes does not resolve the lowest part of VLF.
 *
 * Filters compare an interval with its neighbours before any is dropped: `malik` (20 % from the
 * interval before), `kamath` (Kamath and Fallen 1995: 32.5 % longer, 24.5 % shorter), `karlsson`
 * (Karlsson et al. 2012: 20 % from the mean of both neighbours), `acar` (Acar et al. 2000: 20 %
 * from the mean of the last 9 kept intervals).
 *
 * @param frame a column of instants (`time`), the beat that ends each interval, and a column of
 * intervals in milliseconds or seconds.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` (such as a column of nights or stages) the result itself, is a long frame: the columns of
 * `by`, `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64` (share of the time that kept intervals
 * cover), `n` `i64` (intervals, pairs or
 * windows), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if an interval is not above 0, the unit does not suit the values, or an
 * option is invalid
 *
 * @example Four beats
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * let time = Date.UTC(2024, 0, 1);
 * const beats = [800, 860, 800, 740].map((ms) => ({ time: new Date(time += ms), ms }));
 * const found = series.hrv(beats);
 * assertEquals([found.meanNN, found.RMSSD, found.pNN50], [800, 60, 100]);
 * ```
 */
export function hrv(
  frame: FrameLike,
  options?: HrvOptions & { readonly by?: undefined },
): Statistics<HrvStatistic>;
/** Computes each group of `by` and returns a long frame. */
export function hrv(
  frame: FrameLike,
  options: HrvOptions & { readonly by: string | readonly string[] },
): Frame;
/** Computes with options that may contain `by`. */
export function hrv(frame: FrameLike, options?: HrvOptions): Statistics<HrvStatistic> | Frame;
export function hrv(
  frame: FrameLike,
  options: HrvOptions = {},
): Statistics<HrvStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { filter = "none", variant = "paper", adjacent = "times" } = options;
  reject("unit", options.unit ?? "ms", ["ms", "s"]);
  reject("filter", filter, ["none", "malik", "karlsson", "kamath", "acar"]);
  reject("variant", variant, ["paper", "hrv-analysis"]);
  reject("adjacent", adjacent, ["times", "all"]);
  const data = openFrame(frame, { action: ACTION });
  return describeSeries<HrvStatistic>(data, options, {
    verb: "series.hrv",
    what: "heart rate variability",
    check: (values) => rejectBelow(values, "an interval", 0, ACTION, true),
  }, (values, unit) => {
    const intervals = toMilliseconds(values.value, unit);
    const at = values.at.map((one) => (one - (values.at[0] ?? 0)) / 1e6);
    const follows = Uint8Array.from(intervals, (own, i) =>
      i > 0 &&
        (adjacent === "all" ||
          Math.abs((at[i]! - at[i - 1]!) * 1000 - own) <= TOLERANCE * own)
        ? 1
        : 0);
    return variability(at, intervals, follows, keptBeats(intervals, follows, filter, variant));
  });
}

function reject(name: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${name} is ${JSON.stringify(value)}. Use ${known.join(", ")}.`,
  );
}

/** Returns intervals in milliseconds. */
function toMilliseconds(values: Float64Array, unit: string): Float64Array {
  const found = unit === "s" ? values.map((one) => one * 1000) : values,
    middle = median(found) ?? 800;
  if (middle >= 100 && middle <= 10_000) return found;
  throw new RangeError(
    `Cannot ${ACTION}: the median interval is ${middle} ms. Pass unit: "s" for seconds, ` +
      "or 60,000 divided by a heart rate.",
  );
}

function variability(
  at: Float64Array,
  intervals: Float64Array,
  follows: Uint8Array,
  kept: Uint8Array,
): Description<HrvStatistic>[] {
  const own = intervals.filter((_, i) => kept[i] === 1), n = own.length;
  const pairs = [...follows.keys()].filter((i) =>
    follows[i] === 1 && kept[i] === 1 && kept[i - 1] === 1
  );
  const steps = pairs.map((i) => intervals[i]! - intervals[i - 1]!), count = steps.length;
  const squares = steps.reduce((sum, step) => sum + step * step, 0);
  const large = steps.filter((step) => Math.abs(step) > 50).length, middle = mean(own);
  const { windows, power } = bandPowers(at.filter((_, i) => kept[i] === 1), own);
  const pair = { n: count, note: "no two beats follow each other" };
  const band = { n: windows, note: "no window of 5 minutes is covered", unit: "ms2" };
  const span = n === 0 ? 0 : (at.at(-1)! - at[0]!) * 1000 + intervals[0]!;
  const coverage = n === 0 ? 0 : Math.min(1, own.reduce((sum, one) => sum + one, 0) / span);
  const found: Description<HrvStatistic>[] = [
    { name: "meanNN", value: middle, unit: "ms", n },
    { name: "SDNN", value: deviation(own), unit: "ms", n, note: "fewer than 2 intervals" },
    { name: "RMSSD", value: Math.sqrt(squares / count), unit: "ms", ...pair },
    { name: "SDSD", value: deviation(steps), unit: "ms", n: count, note: "fewer than 2 pairs" },
    { name: "NN50", value: count === 0 ? null : large, unit: "count", ...pair },
    { name: "pNN50", value: 100 * large / count, unit: "%", ...pair },
    { name: "heart_rate", value: middle && 60_000 / middle, unit: "count/min", n },
    { name: "VLF", value: power.VLF, ...band },
    { name: "LF", value: power.LF, ...band },
    { name: "HF", value: power.HF, ...band },
    { name: "LF_HF", value: power.LF / power.HF, ...band, unit: "1" },
    { name: "dropped", value: intervals.length - n, unit: "count", n: intervals.length },
    { name: "pairs", value: count, unit: "count", n: intervals.length },
  ];
  return found.map((one) => ({ ...one, coverage }));
}
