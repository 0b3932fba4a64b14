import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { DAY_US, HOUR_US, MINUTE_US } from "../time/units.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { clockFaces, localClock } from "./clock/localClock.ts";
import { ASLEEP, AWAKE, EVENING, readSleep } from "./input/readSleep.ts";
import { describeSeries, type Description, stepsOfSeries } from "./describe/describeSeries.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  rejectBelow,
  type Values,
} from "./input/readValues.ts";

/** Options of {@linkcode light}. */
export interface LightOptions extends GroupedSeriesColumns {
  /** Light level in the unit of the values. @default 250 */
  threshold?: number;
  /**
   * Periods of sleep (`start_time`, `end_time`), such as `sleep.sessions(stages)` without naps, with
   * the columns of `by` that define people. @default none
   */
  sessions?: FrameLike;
  /** Joins the end of the record to its start for `longest_above`. @default false */
  loop?: boolean;
  /** IANA zone of the local clock. @default the zone of the time column */
  tz?: Zones;
}

/** Name of a statistic of light exposure. */
export type LightStatistic =
  | "time_above"
  | "time_below"
  | "longest_above"
  | "crossings"
  | "first_above"
  | "mean_above"
  | "last_above"
  | "dose"
  | "midpoint"
  | "centroid"
  | "disparity"
  | "recommended_day"
  | "recommended_evening"
  | "recommended_night";

const ACTION = "measure light exposure";

const OPTIONS = optionNames<LightOptions>()(GROUPED_COLUMNS, "threshold sessions loop tz");

/**
 * Measures exposure to light, such as melanopic EDI in lux (definitions as collected by Hartmeyer
 * & Andersen 2023, doi 10.1177/14771535231170500).
 *
 * | name | value |
 * |---|---|
 * | `time_above`, `time_below` | minutes of values at or above the threshold, and at or below it |
 * | `longest_above` | longest period at or above the threshold, in minutes |
 * | `crossings` | number of changes between below and at least the threshold |
 * | `first_above`, `mean_above`, `last_above` | hour of the first value at or above the threshold, mean hour of these values, and hour of the last one |
 * | `dose` | sum of light multiplied by hours |
 * | `midpoint` | hour at which the dose reaches half of its total |
 * | `centroid` | mean hour, weighted by light |
 * | `disparity` | mean of `abs(log((x + 1) / (previous x + 1)))` (Fernández-Martínez et al. 2018) |
 * | `recommended_day`, `recommended_evening`, `recommended_night` | share of the values that are at least 250 while awake, at most 10 in the 3 hours before sleep, and at most 1 during `sessions` (Brown et al. 2022, doi 10.1371/journal.pbio.3001571) |
 *
 * The recommendations are for melanopic EDI in lux. Values after the last sleep, more than 3 hours
 * before the first one, and between two that are more than a day apart do not count.
 *
 * Hours are on the local clock, after the midnight before the first value. For days, add a column
 * with the date (`series.dateParts`), and pass it as `by`. A value lasts for the median step of the
 * record. A gap ends a period, and no crossing or disparity is counted across it.
 *
 * @param frame a column of instants (`time`) in any order, and a column of light levels.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of steps with a value), `n` `i64` (values), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if a value is below 0, or an option is invalid
 *
 * @example Four hours of 300 lx
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 24 }, (_, hour) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, hour)),
 *   lux: hour >= 8 && hour < 12 ? 300 : 0,
 * }));
 * const found = series.light(hours, { tz: "UTC" });
 * assertEquals([found.time_above, found.first_above, found.dose], [240, 8, 1200]);
 * ```
 */
export function light(
  frame: FrameLike,
  options?: LightOptions & { readonly by?: undefined },
): Statistics<LightStatistic>;
/** Measures each group of `by`, such as a date, and returns a long frame. */
export function light(
  frame: FrameLike,
  options: LightOptions & { readonly by: string | readonly string[] },
): Frame;
/** Measures with options that may contain `by`. */
export function light(frame: FrameLike, options?: LightOptions): Statistics<LightStatistic> | Frame;
export function light(
  frame: FrameLike,
  options: LightOptions = {},
): Statistics<LightStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { threshold = 250, loop = false } = options;
  if (!(threshold >= 0 && threshold < Infinity)) {
    throw new RangeError(
      `Cannot ${ACTION}: threshold is ${threshold}. Use a number of at least 0.`,
    );
  }
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const states = options.sessions === undefined ? undefined : readSleep(options.sessions, {
    by: options.by,
    tz: options.tz,
    action: ACTION,
  });
  return describeSeries<LightStatistic>(data, options, {
    verb: "series.light",
    what: "light exposure",
    check: (values) => rejectBelow(values, "a value", 0, ACTION),
  }, (values, unit, groups, group) => {
    const tz = localZone(options.tz, values.zone, ACTION);
    return [
      ...periods(values, threshold, loop),
      ...timing(values, threshold, unit, tz),
      ...recommended(values, states?.(values.at, groups, group)),
    ];
  });
}

/** Returns the statistics of time spent on either side of the threshold. */
function periods(
  values: Values,
  threshold: number,
  loop: boolean,
): Description<LightStatistic>[] {
  const steps = stepsOfSeries(values, values.step, ACTION), minute = values.step / MINUTE_US;
  let above = 0, below = 0, longest = 0, run = 0, crossings = 0, changes = 0, pairs = 0;
  for (let i = 0; i < steps.length; i++) {
    const own = steps[i]!, before = steps[i - 1] ?? NaN;
    if (own >= threshold) above++;
    if (own <= threshold) below++;
    run = own >= threshold ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (Number.isNaN(own) || Number.isNaN(before)) continue;
    pairs++;
    changes += Math.abs(Math.log((own + 1) / (before + 1)));
    if ((own >= threshold) !== (before >= threshold)) crossings++;
  }
  if (loop && run > 0 && run < steps.length) {
    const start = steps.findIndex((one) => !(one >= threshold));
    longest = Math.max(longest, run + start);
  }
  const isKnown = steps.length > 0 && values.step > 0, note = "fewer than 2 values";
  const min = (name: LightStatistic, count: number): Description<LightStatistic> => ({
    name,
    value: isKnown ? count * minute : null,
    unit: "min",
    note,
  });
  return [
    min("time_above", above),
    min("time_below", below),
    min("longest_above", longest),
    { name: "crossings", value: pairs > 0 ? crossings : null, unit: "count", n: pairs, note },
    { name: "disparity", value: pairs > 0 ? changes / pairs : null, n: pairs, note },
  ];
}

/** Returns the statistics of the time of day, and the dose. */
function timing(
  values: Values,
  threshold: number,
  unit: string,
  tz: string,
): Description<LightStatistic>[] {
  const { at, value, step } = values, face = clockFaces(at, localClock(values.span, tz));
  const midnight = Math.floor((face[0] ?? 0) / DAY_US) * DAY_US;
  const hours = face.map((one) => (one - midnight) / HOUR_US);
  const bright = hours.filter((_, i) => value[i]! >= threshold);
  const total = value.reduce((sum, one) => sum + one, 0);
  const weighted = hours.reduce((sum, hour, i) => sum + hour * value[i]!, 0);
  let sum = 0;
  const half = hours.find((_, i) => (sum += value[i]!) >= total / 2);
  const hour = (
    name: LightStatistic,
    value: number | undefined,
    note: string,
  ): Description<LightStatistic> => ({ name, value, unit: "h", note });
  const dark = "never at or above the threshold", none = "no light";
  const mean = bright.reduce((sum, one) => sum + one, 0) / bright.length;
  return [
    hour("first_above", bright[0], dark),
    hour("mean_above", mean, dark),
    hour("last_above", bright.at(-1), dark),
    {
      name: "dose",
      value: step > 0 ? total * step / HOUR_US : null,
      unit: unit === "1" ? "1" : `${unit}*h`,
      note: "fewer than 2 values",
    },
    hour("midpoint", total > 0 ? half : undefined, none),
    hour("centroid", weighted / total, none),
  ];
}

/** Recommended light of each state, in lux of melanopic EDI (Brown et al. 2022). */
const RECOMMENDED = [
  ["day", AWAKE, (lux: number): boolean => lux >= 250],
  ["evening", EVENING, (lux: number): boolean => lux <= 10],
  ["night", ASLEEP, (lux: number): boolean => lux <= 1],
] as const;

/** Returns the shares of values that meet the recommendations. */
function recommended(
  { value }: Values,
  states: Uint8Array | undefined,
): Description<LightStatistic>[] {
  return RECOMMENDED.map(([name, state, isMet]) => {
    const own = value.filter((_, i) => states?.[i] === state), n = own.length;
    return {
      name: `recommended_${name}`,
      value: own.filter(isMet).length / n,
      n,
      note: states === undefined ? "no sessions given" : `no values of the ${name}`,
    };
  });
}
