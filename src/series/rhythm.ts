import { type FrameLike, openFrame } from "../frame/open.ts";
import { textColumn, timeColumn } from "../frame/columns/columns.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { zone, type Zones } from "../time/zone.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type Period, periodsIn } from "./statistics/periods.ts";
import { suggest } from "../options/suggest.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  readGroupedValues,
  type Values,
} from "./input/readValues.ts";
import { RHYTHM_FORMS, type RhythmVariant } from "./statistics/rhythmForms.ts";
import {
  type RhythmSettings,
  type RhythmStatistic,
  rhythmStatistics,
} from "./statistics/rhythmStatistics.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { DAY_US } from "../time/units.ts";
import { periodMicros } from "./clock/elapsed.ts";
import type { Length } from "../time/length.ts";

export type { RhythmVariant };

/** How the statistics of a daily rhythm are computed. */
export interface RhythmOptions extends GroupedSeriesColumns {
  /** IANA zone whose clock tells the hours of the day. @default the zone of the time column */
  tz?: Zones;
  /** The published form of IS, IV and phi. @default "population" */
  variant?: RhythmVariant;
  /** Length of the windows of IS, IV and phi, which divides a day: `"30m"`. @default "1h" */
  window?: Length;
  /** Lengths of the windows over which ISm and IVm average. @default the 22 lengths from 1 to 60 minutes that divide a day, `"1m"` to `"1h"` */
  windows?: readonly string[];
  /** Statistics for each whole period from the first row on, such as `"7d"` on the calendar of `tz`; what is left over is left out. @default one period, the whole record */
  period?: Length;
  /** Values above it count as 1 and others as 0, as some publish activity. @default none: values count as they are */
  threshold?: number;
  /** Minutes between the times of day at which L5 and M10 may begin, which divides 60. @default the data's own step, at least 1 (below 1 with the variant `pyActigraphy`), if it divides 60; else 1 */
  resolution?: number;
  /** Unit of the values, given to L5 and M10. @default the column's, if the frame is known to have one, else "1"; "1" with `threshold` */
  unit?: string;
}

export type { RhythmStatistic };

/**
 * Nonparametric statistics of a daily rhythm, of activity, light, heart rate or any other series.
 *
 * | name | | source |
 * | --- | --- | --- |
 * | `IS` | interdaily stability of hourly means, `N sum_h (X_h - X)^2 / (p sum_i (X_i - X)^2)`: 1 where all days are equal, near 0 for noise | Witting et al. 1990 (Biol. Psychiatry 27:563) |
 * | `IV` | intradaily variability, `N sum (X_i - X_(i-1))^2 / ((N - 1) sum (X_i - X)^2)`: near 0 for a smooth day, about 2 for noise | Witting et al. 1990 |
 * | `ISm`, `IVm` | their means over windows of the lengths from 1 to 60 minutes that divide a day, those finer than the data's step left out | Gonçalves et al. 2014 |
 * | `L5`, `M10` | the mean of the lowest 5 and the highest 10 hours in a row of the mean day, over midnight too | Van Someren et al. 1999, doi:10.3109/07420529908998724 |
 * | `L5_onset`, `M10_onset` | when they begin, in hours after local midnight by the clock | Van Someren et al. 1999 |
 * | `RA` | `(M10 - L5) / (M10 + L5)` | Van Someren et al. 1999 |
 * | `phi` | lag-1 autocorrelation of the hourly means | GGIR 3.3 |
 *
 * Hours are those of the zone's clock. Where it is changed, an hour that it repeats is two values of
 * one hour of the day, one that it skips is none, and its neighbours are a pair. An hour with any
 * value has the mean of its values; one without has none, and pairs over it are dropped, with `N`
 * staying the number of known hours. With `window` the same holds of windows of another length. The
 * mean day is the mean of all values at each time of day; a part of it counts for L5 and M10 if
 * nine tenths of it are known; of equal ones the first does.
 *
 * With windows missing or repeated IS may pass 1 a little, as the formula stands. It is null where no
 * window is known on two days (it would be 1), with IV and phi where nothing varies; RA is where L5 is
 * negative or M10 is 0.
 *
 * `coverage` of IS, IV, ISm, IVm and phi is the share of the windows from the first row's to the last
 * row's that have a value, and `n` counts these (of ISm and IVm the lengths). `coverage` of L5 and M10
 * is the share of the time in that very window of every day, as far as it lies in the record, that
 * values cover, each for the usual (median) step; of RA the lesser of both. `n` counts the values.
 *
 * Variants: `sample` divides by `N - 1` and by `p - 1` (LightLogR). `GGIR` counts hours from the first
 * row, takes deviations from the mean of the mean day, and fits phi as an autoregression.
 * `pyActigraphy` is that package in all but its defaults (it takes a threshold of 4, here none is
 * usual): sums of windows counted from the first row, a last one that the record ends in as it is, one
 * that lacks a value left out as the package's mask does; division by `N - 1`, `p - 1` and the pairs
 * there are; windows finer than the data are the data's own step; and a period takes, as pandas
 * slices, the window and the value that begin where it ends, and must be passed to be whole.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @returns an object with a number, or null, by each name; `unit` and `reason` have the unit of each,
 * and why one is null. Its `frame`, or with `by` or `period` the result itself, is a long frame with a
 * row for each statistic: the columns of `by`; with `period` its `start_time` and `end_time`
 * `datetime[us, tz]`; `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`; `note`
 * `str`, the reason for a null value, such as `no variation` or `no window on two days`. Groups come in
 * order of their first rows.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if the zone or the variant is invalid, the resolution does not divide 60, a window
 * does not divide a day, or there would be more than 100,000 periods
 *
 * @example Three equal days
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 72 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: i % 24 < 8 ? 0 : 600,
 * }));
 * const { IS, L5, L5_onset, M10, M10_onset, RA } = series.rhythm(hours, { tz: "UTC" });
 * assertEquals([IS, L5, L5_onset], [1, 0, 0]);
 * assertEquals([M10, M10_onset, RA], [600, 8, 1]);
 * ```
 */
export function rhythm(
  frame: FrameLike,
  options?: RhythmOptions & { readonly by?: undefined; readonly period?: undefined },
): Statistics<RhythmStatistic>;
/** Computes the rhythm of each group of `by`; returns a long frame. */
export function rhythm(
  frame: FrameLike,
  options: RhythmOptions & { readonly by: string | readonly string[] },
): Frame;
/** Computes the rhythm of each period; returns a long frame. */
export function rhythm(
  frame: FrameLike,
  options: RhythmOptions & { readonly period: Length },
): Frame;
/** Computes the rhythm with options that may have `by` or `period`. */
export function rhythm(
  frame: FrameLike,
  options?: RhythmOptions,
): Statistics<RhythmStatistic> | Frame;
export function rhythm(
  frame: FrameLike,
  options: RhythmOptions = {},
): Statistics<RhythmStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, zone: own, groups, series } = readGroupedValues(data, options);
  const settings = settingsOf(options, data.units[name]);
  const tz = zone(options.tz ?? own);
  const made = series.map((values) =>
    periodsOf(values, options.period, tz, settings).map((period) => ({
      period,
      statistics: rhythmStatistics(values, period, tz, settings),
    }))
  );
  const all = made.flat(), rows = all.flatMap(({ statistics }) => statistics);
  const bound = (end: "start" | "end") =>
    timeColumn(
      BigInt64Array.from(
        all.flatMap(({ period, statistics }) => statistics.map(() => BigInt(period![end]))),
      ),
      tz,
    );
  const columns = {
    ...(options.period === undefined ? {} : { start_time: bound("start"), end_time: bound("end") }),
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ note }) => note)),
  };
  const counts = made.map((own) => own.reduce((sum, { statistics }) => sum + statistics.length, 0));
  const found = groupedFrame(groups, counts, columns, { action: ACTION });
  return options.by === undefined && options.period === undefined
    ? statistics<RhythmStatistic>("a rhythm", found)
    : found;
}

const ACTION = "compute the rhythm";

const OPTIONS = optionNames<RhythmOptions>()(
  GROUPED_COLUMNS,
  "tz variant window windows period threshold resolution unit",
);

/** The lengths over which ISm and IVm average: divisors of a day of up to an hour, in minutes. */
const LENGTHS: readonly string[] = Array.from({ length: 60 }, (_, i) => i + 1)
  .filter((minutes) => 1440 % minutes === 0)
  .map((minutes) => `${minutes}m`);

/** Reads the options; values have the unit of their column unless they only count a threshold passed. */
function settingsOf(options: RhythmOptions, own: string | undefined): RhythmSettings {
  const unit = options.unit ?? (options.threshold === undefined ? own : undefined) ?? "1";
  const { variant = "population", window = "1h", windows = LENGTHS } = options;
  if (!Object.hasOwn(RHYTHM_FORMS, variant)) {
    throw new RangeError(
      `Cannot ${ACTION}: there is no variant ${JSON.stringify(variant)}${
        suggest(String(variant), Object.keys(RHYTHM_FORMS))
      }`,
    );
  }
  const { resolution, threshold } = options;
  if (
    resolution !== undefined &&
    !(Number.isInteger(resolution) && resolution > 0 && 60 % resolution === 0)
  ) {
    throw new RangeError(`Cannot ${ACTION}: resolution ${resolution} min does not divide 60`);
  }
  if (windows.length === 0) throw new RangeError(`Cannot ${ACTION}: windows is empty`);
  return {
    form: RHYTHM_FORMS[variant],
    window: windowMicros(window, "window"),
    windows: windows.map((length) => windowMicros(length, "windows")),
    threshold,
    resolution,
    unit,
  };
}

function windowMicros(text: Length | string, option: string): number {
  const length = periodMicros(text, ACTION);
  if (length < DAY_US && DAY_US % length === 0) return length;
  throw new RangeError(
    `Cannot ${ACTION}: ${option} ${JSON.stringify(text)} does not divide a day; ` +
      "use 1m, 5m, 30m, 1h, 2h or another that divides a day",
  );
}

/** The periods of a record; one that is undefined, the whole record, if none were asked for. */
function periodsOf(
  { span, step, at }: Values,
  length: Length | undefined,
  tz: string,
  { form }: RhythmSettings,
): (Period | undefined)[] {
  if (length === undefined) return [undefined];
  if (at.length === 0) return [];
  return periodsIn(span, form.closedPeriods ? span.last : span.last + step, length, tz);
}
