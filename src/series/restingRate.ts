import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { MINUTE_US } from "../time/units.ts";
import type { Zones } from "../time/zone.ts";
import { describeSeries, type Description } from "./describe/describeSeries.ts";
import { ASLEEP, readSleep, UNKNOWN } from "./input/readSleep.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  rejectBelow,
  type Values,
} from "./input/readValues.ts";

/** Options of {@linkcode restingRate}. */
export interface RestingRateOptions extends GroupedSeriesColumns {
  /**
   * Periods of sleep (`start_time`, `end_time`), such as `sleep.sessions(stages)`, with the columns
   * of `by` that define people. @default none
   */
  sessions?: FrameLike;
  /** IANA zone of times without one. @default the zone of the time column */
  tz?: Zones;
  /** Unit of the values. @default the column's unit if it is known, else "count/min" */
  unit?: string;
}

/** Name of a statistic of the resting heart rate. */
export type RestingRateStatistic = "lowest_5" | "lowest_30" | "sleeping" | "waking" | "dip";

const ACTION = "compute the resting rate";

const OPTIONS = optionNames<RestingRateOptions>()(GROUPED_COLUMNS, "sessions tz unit");

/** Share of a window that values must cover. */
const COVERED = 0.8;

/**
 * Computes the resting heart rate and its fall during sleep. Authors and vendors define resting
 * rates differently; these are the common ones.
 *
 * | name | value |
 * |---|---|
 * | `lowest_5`, `lowest_30` | lowest mean of 5 and of 30 minutes |
 * | `sleeping`, `waking` | mean during `sessions`, and during the known time between them |
 * | `dip` | `100 * (1 - sleeping / waking)`, as for blood pressure (Hinderliter et al. 2013, doi 10.1016/j.jash.2013.06.001) |
 *
 * Windows end with each value; values must cover 80 % of them, each for the median step of the
 * record. Waking hours after the last sleep, more than 3 hours before the first one, and between two
 * that are more than a day apart do not count, because sleep may be missing there.
 *
 * @param frame a column of instants (`time`) in any order, and a column of heart rates.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` (such as a column of nights) the result itself, is a long frame: the columns of `by`, `name`
 * `str`, `value` `f64`, `unit` `str`, `coverage` `f64` (share of steps with a value), `n` `i64`
 * (values of the mean, or windows), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if a value is not above 0, or an option is invalid
 *
 * @example A night at 50 and a day at 70
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const rate = Array.from({ length: 24 * 60 }, (_, minute) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 0, minute)),
 *   bpm: minute < 8 * 60 ? 50 : 70,
 * }));
 * const sessions = [
 *   { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T08:00Z" },
 *   { start_time: "2024-01-02T00:00Z", end_time: "2024-01-02T08:00Z" },
 * ];
 * const found = series.restingRate(rate, { sessions });
 * assertEquals([found.lowest_5, found.sleeping, found.waking], [50, 50, 70]);
 * assertEquals(found.dip!.toFixed(1), "28.6");
 * ```
 */
export function restingRate(
  frame: FrameLike,
  options?: RestingRateOptions & { readonly by?: undefined },
): Statistics<RestingRateStatistic>;
/** Computes each group of `by` and returns a long frame. */
export function restingRate(
  frame: FrameLike,
  options: RestingRateOptions & { readonly by: string | readonly string[] },
): Frame;
/** Computes with options that may contain `by`. */
export function restingRate(
  frame: FrameLike,
  options?: RestingRateOptions,
): Statistics<RestingRateStatistic> | Frame;
export function restingRate(
  frame: FrameLike,
  options: RestingRateOptions = {},
): Statistics<RestingRateStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { sessions, by, tz } = options;
  const data = openFrame(frame, { action: ACTION, tz });
  const states = sessions === undefined
    ? undefined
    : readSleep(sessions, { by, tz, action: ACTION });
  return describeSeries<RestingRateStatistic>(data, options, {
    verb: "series.restingRate",
    what: "the resting rate",
    check: (values) => rejectBelow(values, "a value", 0, ACTION, true),
  }, (values, known, groups, group) => {
    const unit = known === "1" ? "count/min" : known;
    const own = states?.(values.at, groups, group);
    const during = (name: "sleeping" | "waking") => {
      const { value } = values, isAsleep = name === "sleeping";
      let sum = 0, n = 0;
      for (let i = 0; own !== undefined && i < value.length; i++) {
        const state = own[i];
        if (state === UNKNOWN || (state === ASLEEP) !== isAsleep) continue;
        sum += value[i]!;
        n++;
      }
      const note = own === undefined ? "no sessions given" : `no values while ${name}`;
      return { name, value: n === 0 ? undefined : sum / n, unit, n, note };
    };
    const sleeping = during("sleeping"), waking = during("waking");
    return [
      lowest(values, 5, unit),
      lowest(values, 30, unit),
      sleeping,
      waking,
      {
        name: "dip",
        value: 100 * (1 - (sleeping.value ?? NaN) / (waking.value ?? NaN)),
        unit: "%",
        n: sleeping.n + waking.n,
        note: sleeping.value === undefined ? sleeping.note : waking.note,
      },
    ];
  });
}

/** Returns the lowest mean of windows of some minutes that values cover. */
function lowest(
  { at, value, step }: Values,
  minutes: 5 | 30,
  unit: string,
): Description<RestingRateStatistic> {
  const length = minutes * MINUTE_US, least = COVERED * length / step;
  let first = 0, sum = 0, found = Infinity, n = 0;
  for (let last = 0; last < at.length && step <= length; last++) {
    sum += value[last]!;
    const start = at[last]! - length;
    for (; at[first]! <= start; first++) sum -= value[first]!;
    const count = last - first + 1;
    if (count < least) continue;
    found = Math.min(found, sum / count);
    n++;
  }
  const note = step > length
    ? `values are more than ${minutes} minutes apart`
    : `no window of ${minutes} minutes is covered`;
  return { name: `lowest_${minutes}`, value: found, unit, n, note };
}
