import { type FrameLike, openFrame } from "../frame/open.ts";
import { textColumn, timeColumn } from "../frame/columns/columns.ts";
import { enoughColumn, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { localZone, type Zones } from "../time/zone.ts";
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
import { type Length, windowLength } from "../time/length.ts";
import { localInstant, zonedTime } from "../time/zones.ts";
import { recordMade } from "../frame/cite/made.ts";

export type { RhythmVariant };

/** Options of {@linkcode rhythm}. */
export interface RhythmOptions extends GroupedSeriesColumns {
  /** IANA zone of the local clock. @default the zone of the time column */
  tz?: Zones;
  /** Published variant of IS, IV and phi. @default "population" */
  variant?: RhythmVariant;
  /**
   * Length of the windows of IS, IV and phi; it has to divide a day, such as `"30m"`. @default "1h"
   */
  window?: Length;
  /**
   * Lengths of the windows over which ISm and IVm average. @default the 22 lengths from 1 to 60
   * minutes that divide a day, `"1m"` to `"1h"`
   */
  windows?: readonly string[];
  /**
   * Length of consecutive periods from the first row on, each with its own statistics, such as
   * `"7d"` on the calendar of `tz`; the remainder is left out. @default one period, the whole
   * record
   */
  period?: Length;
  /**
   * Local time at which the periods start, such as `"12:00"`, instead of at the first row. With a
   * period of `"1d"`, L5 and M10 lie within the day. @default none
   */
  dayStart?: string;
  /**
   * Threshold: values above it count as 1, others as 0. @default none: values are used unchanged
   */
  threshold?: number;
  /**
   * Minutes between possible starts of L5 and M10; it has to divide 60. @default the data's own
   * step, at least 1 (below 1 for `pyActigraphy`), if it divides 60; else 1
   */
  resolution?: number;
  /**
   * Unit of the values, for L5 and M10. @default the column's unit if it is known, else "1"; "1"
   * with `threshold`
   */
  unit?: string;
}

export type { RhythmStatistic };

/**
 * Computes nonparametric statistics of a daily rhythm of activity, light, heart rate or another
 * series.
 *
 * | name | | source |
 * | --- | --- | --- |
 * | `IS` | interdaily stability of hourly means, `N sum_h (X_h - X)^2 / (p sum_i (X_i - X)^2)`: 1 if all days are equal, near 0 for noise | Witting et al. 1990 (Biol. Psychiatry 27:563) |
 * | `IV` | intradaily variability, `N sum (X_i - X_(i-1))^2 / ((N - 1) sum (X_i - X)^2)`: near 0 for a smooth day, about 2 for noise | Witting et al. 1990 |
 * | `ISm`, `IVm` | means of both over windows of 1 to 60 minutes that divide a day, without those finer than the data | Gonçalves et al. 2014 |
 * | `L5`, `M10` | mean of the lowest 5 and the highest 10 consecutive hours of the mean day, across midnight if needed | Van Someren et al. 1999, doi:10.3109/07420529908998724 |
 * | `L5_onset`, `M10_onset` | their starts, in hours after local midnight | Van Someren et al. 1999 |
 * | `RA` | `(M10 - L5) / (M10 + L5)` | Van Someren et al. 1999 |
 * | `phi` | lag-1 autocorrelation of the hourly means | GGIR 3.3 |
 *
 * Hours follow the local clock. At a daylight saving change, a repeated hour gives two values of
 * one hour of the day; a skipped hour gives none, and its neighbours form a pair. An hour with any
 * value has the mean of its values; pairs across an hour without values are dropped, and `N` is the
 * number of known hours. The same holds for windows of other lengths (`window`). The mean day is
 * the mean of all values at each time of day. A stretch of it counts for L5 and M10 if nine tenths
 * of it are known; of equal ones, the first counts.
 *
 * With missing or repeated windows, IS may slightly exceed 1 by this formula. IS is null if it is
 * 1.05 or more, since some times of day are then known on too few days, or if no window is known on
 * two days (it would be 1). With IV and phi, it is null if values are constant. RA is null if L5 is
 * negative or M10 is 0.
 *
 * `coverage` of IS, IV, ISm, IVm and phi is the share of windows with a value between the first and
 * the last row; `n` counts these windows (for ISm and IVm the lengths). `coverage` of L5 and M10 is
 * the share of their window, over all days of the record, that values cover at the median step. RA
 * has the smaller `coverage` of the two. `n` counts values.
 *
 * `enough` of IS, IV, ISm and IVm is true with at least 7 valid days, and null for the others, which have
 * no published minimum. Van Someren 2007 (doi:10.1111/j.1365-2869.2007.00592.x) finds IS reliable
 * with more than 7 days; a week is the usual record, and IV gets the same minimum. A day of 24 hours
 * from the first value on is valid with values in at least 16 hours (`includedaycrit` of GGIR 3.3).
 *
 * Variants: `sample` divides by `N - 1` and by `p - 1` (LightLogR). `GGIR` counts hours from the
 * first row, uses deviations from the mean of the mean day, and fits phi as an autoregression.
 * `pyActigraphy` follows that package except for its defaults (its threshold is 4; here there is
 * none). It sums windows counted from the first row, keeps a last window that the record cuts, and
 * drops windows that lack a value, as the package's mask does. It divides by `N - 1`, `p - 1` and
 * the number of pairs. Windows finer than the data use the data's own step. A period includes the
 * window and the value at its end, as pandas slices do, and is complete only if the record goes
 * beyond it.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @returns an object with a number or null per name; `unit`, `reason` and `enough` give each unit,
 * the reason for each null, and whether the days suffice. Its `frame`, or with `by` or `period` the result itself, is a long frame
 * with a row per statistic: the columns of `by`, with groups in order of their first rows; with
 * `period` its `start_time` and `end_time` `datetime[us, tz]`; `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64`, `n` `i64`; `note` `str`, the reason for a null value, such as `no
 * variation` or `too few days at some times of day`; `enough` `bool`.
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
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
  const tz = localZone(options.tz, own, ACTION);
  const made = series.map((values) =>
    periodsOf(values, options, tz, settings).map((period) => ({
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
    enough: enoughColumn(rows),
  };
  const counts = made.map((own) => own.reduce((sum, { statistics }) => sum + statistics.length, 0));
  const found = groupedFrame(groups, counts, columns, { action: ACTION });
  recordMade(found, "series.rhythm", options, frame);
  return options.by === undefined && options.period === undefined
    ? statistics<RhythmStatistic>("a rhythm", found)
    : found;
}

const ACTION = "compute the rhythm";

const OPTIONS = optionNames<RhythmOptions>()(
  GROUPED_COLUMNS,
  "tz variant window windows period dayStart threshold resolution unit",
);

/** Minutes of the windows over which ISm and IVm average: divisors of a day up to an hour. */
const LENGTHS: readonly string[] = Array.from({ length: 60 }, (_, i) => i + 1)
  .filter((minutes) => 1440 % minutes === 0)
  .map((minutes) => `${minutes}m`);

/** Reads the options. Values have the unit of their column, except with a threshold. */
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
    dayStart: options.period === undefined || !isDay(options.period)
      ? undefined
      : dayStartOf(options),
  };
}

/** Returns the minutes from midnight to the start of the periods; `undefined` without the option. */
function dayStartOf({ dayStart, period }: RhythmOptions): number | undefined {
  if (dayStart === undefined) return undefined;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(dayStart) ?? [];
  if (hours === undefined) {
    throw new RangeError(
      `Cannot ${ACTION}: dayStart is ${JSON.stringify(dayStart)}. Use a time such as "12:00".`,
    );
  }
  if (period === undefined) {
    throw new RangeError(`Cannot ${ACTION}: dayStart needs a period. Pass period, such as "1d".`);
  }
  return 60 * Number(hours) + Number(minutes);
}

function isDay(period: Length): boolean {
  const read = windowLength(period);
  return read.kind !== "clock" && read.days === 1 && read.months === 0;
}

function windowMicros(text: Length | string, option: string): number {
  const length = periodMicros(text, ACTION);
  if (length < DAY_US && DAY_US % length === 0) return length;
  throw new RangeError(
    `Cannot ${ACTION}: ${option} ${JSON.stringify(text)} does not divide a day; ` +
      "use 1m, 5m, 30m, 1h, 2h or another that divides a day",
  );
}

/** Returns the periods of a record; a single `undefined` for the whole record. */
function periodsOf(
  { span, step, at }: Values,
  options: RhythmOptions,
  tz: string,
  { form }: RhythmSettings,
): (Period | undefined)[] {
  const dayStart = dayStartOf(options), { period } = options;
  if (period === undefined) return [undefined];
  if (at.length === 0) return [];
  const first = dayStart === undefined ? span.first : firstAt(span.first, dayStart, tz);
  return periodsIn(
    { ...span, first },
    form.closedPeriods ? span.last : span.last + step,
    period,
    tz,
  );
}

/** Returns the first instant from another on that has a local time, in minutes after midnight. */
function firstAt(from: number, minutes: number, tz: string): number {
  const date = zonedTime(BigInt(from), tz).toPlainDate();
  const at = (day: Temporal.PlainDate): number =>
    Number(localInstant(day.toPlainDateTime().add({ minutes }), tz));
  const today = at(date);
  return today >= from ? today : at(date.add({ days: 1 }));
}
