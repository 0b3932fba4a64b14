import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { STAGE_FRAME_OPTIONS } from "./stages/stageFrameOptions.ts";
import { NIGHT_OPTIONS } from "./nights/nightSessions.ts";
import type { FrameLike } from "../frame/open.ts";
import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { enoughColumn, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import {
  chronotype,
  type DayKind,
  type MidpointStep,
  type TimingStatistic,
} from "./nights/chronotype.ts";
import { arc, clockHours, clockSpread } from "./nights/clockTime.ts";
import { cutTitle } from "./nights/cutTitle.ts";
import { datesOfShifts, type Shifts, shiftStatistics } from "./nights/shifts.ts";
import { datesOver, type FreeDays, freeDaysPerWeek, isFree } from "./nights/freeDays.ts";
import { type NightSleep, nightSleepGroups, type NightSleepOptions } from "./nights/nightSleeps.ts";
import { groupsFrame } from "./stages/stageGroups.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { dayOf } from "../time/day.ts";
import { HOUR_US } from "../time/units.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode timing}. */
export interface TimingOptions extends NightSleepOptions {
  /**
   * Free days: weekdays from Monday 1 to Sunday 7, dates (`"2024-12-25"`, `Temporal.PlainDate`),
   * both, a column of dates, or a function of the ISO date. A night counts as free if its wake-up
   * date is free. @default [6, 7]
   */
  freeDays?: FreeDays;
  /**
   * Work days of each shift by its name, each as `freeDays`:
   * `{ morning: ["2024-01-08"], evening: ["2024-01-10"], night: ["2024-01-12"] }`. The other dates
   * are free and belong to the shift worked last. Replaces `freeDays`. @default none
   */
  shifts?: Shifts;
  /** Treats free days as days with an alarm, which makes `MSFsc` undefined. @default false */
  alarm?: boolean;
}

/** Name of a statistic of sleep timing; all are in hours except `..._R`. */
export type TimingStatisticName =
  | `${"onset" | "wake" | "midpoint"}${"" | "_sd" | "_R" | "_RMSSD"}`
  | `${
    | "SOw"
    | "SDw"
    | "MSW"
    | "SOf"
    | "SDf"
    | "MSF"
    | "MSFsc"
    | "SJL_rel"
    | "SJL"
    | "SJLsc_rel"
    | "SJLsc"}${"" | `_${string}`}`
  | "SDweek"
  | `SDoverall_${string}`
  | "SLoss_week"
  | "CPD";

const ACTION = "measure the timing of sleep";

const OPTIONS = optionNames<TimingOptions>()(
  STAGE_FRAME_OPTIONS,
  NIGHT_OPTIONS,
  "freeDays shifts alarm",
);

/**
 * Computes when you sleep: mean and spread of onset, wake and midpoint, and social jetlag.
 *
 * Values are based on the main sleep of each night, from its first sleep to its last. A night with
 * only naps (less than `shortestMain` asleep) has no main sleep and counts as missing. The midpoint
 * is onset plus half of the elapsed length. Times of day are local. All values are in hours; times
 * of day are hours after local midnight, from 0 to 24.
 *
 * | name | value |
 * |---|---|
 * | `onset`, `wake`, `midpoint` | circular mean |
 * | `..._sd`, `..._R` | circular standard deviation `sqrt(-2 ln R)`, and `R` (unit 1) |
 * | `..._RMSSD` | root mean square of the differences between nights on adjacent dates, the shorter way around the clock |
 * | `SOw`, `SDw`, `MSW`, `SOf`, `SDf`, `MSF` | work days (w) and free days (f): circular mean onset, mean length, onset plus half of the length |
 * | `SDweek` | `(SDw * work days + SDf * free days) / 7` |
 * | `MSFsc` | `MSF` if `SDf <= SDw`, otherwise `MSF - (SDf - SDweek) / 2`; null with `alarm` |
 * | `SJL_rel`, `SJL` | difference from `MSW` to `MSF`, the shorter way around the clock, signed and absolute |
 * | `SJLsc_rel`, `SJLsc` | difference between the ends of sleep if `SDw > SDf` and sleep on free days ends no earlier, otherwise between the onsets |
 * | `SLoss_week` | hours of sleep lost per week: `(SDweek - SDw) * work days` if `SDweek > SDw`, otherwise `(SDweek - SDf) * free days` |
 * | `CPD` | composite phase deviation: mean of `hypot(midpoint - MSFsc, midpoint - midpoint of the night before)` over nights after a night of the date before, each the shorter way around the clock |
 *
 * For shift work, pass `shifts`. Each name from `SOw` to `SJLsc` is then also computed from the work
 * days of a shift and the free days after it, with the name of the shift at its end: `MSF_night`.
 * `SDoverall_night` takes the place of `SDweek`, with the dates of both kinds as weights.
 * `SJL_weighted` and `SJLsc_weighted` are the means over the shifts with their work days as weights,
 * null if a shift lacks a value. The chronotype of a shift worker is `MSFsc` of the evening shift.
 * Names without a shift cover all shifts together. A sleep belongs to the date on which it ends, so
 * list the sleep after a night shift under the date on which the shift ends.
 *
 * Sources: Roenneberg et al. 2012 and the R package mctq 0.3 for work and free days, with its
 * default "shorter" way around the clock; Jankowski 2017 for `SJLsc`; Fischer et al. 2016
 * (doi 10.1038/srep38601) for `CPD`; Juda et al. 2013 (doi 10.1177/0748730412475041) for `shifts`;
 * RAPIDS for the night-to-night RMSSD. The number of free days per week is the number of weekdays in
 * `freeDays`. For dates or a function, it is 7 times their share of all dates from the first night
 * to the last. The other days are work days. A standard deviation of one night is null, and so are values that need a missing
 * kind of day. A difference of exactly 12 h counts as forward.
 *
 * @param frame Result of `sleep.sessions` (`night`, `onset_time`, `wake_time`, `main`), or stages
 * (`start_time`, `end_time`, `sleep_stage`), in which nights are found first.
 * @returns an object with a number or null for each name, `unit`, `reason` and `enough`. Its `frame`, or with `by` the
 * result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit` `str`,
 * `coverage` `f64` (share of the dates of that kind, from the first night to the last, that have a
 * main sleep), `n` `i64` (nights, or pairs of nights), `missing` `str` (the other dates of that
 * kind, separated by commas; null without any), `note` `str` (reason for a null value), `enough`
 * `bool` (whether there is a night before each kind of day that the value needs; null for onset, wake
 * and midpoint, which have no published minimum). The frame's title names the cut between nights if
 * it is not the usual noon.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a stage is not in the table, or an option is invalid
 *
 * @example Half an hour later on a free day
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const timing = sleep.timing([
 *   { start_time: "2024-01-11T23:00Z", end_time: "2024-01-12T07:00Z", sleep_stage: 1 }, // to Friday
 *   { start_time: "2024-01-12T23:30Z", end_time: "2024-01-13T07:30Z", sleep_stage: 1 }, // to Saturday
 * ], { tz: "UTC" });
 * assertAlmostEquals(timing.MSF!, 3.5);
 * assertAlmostEquals(timing.SJL!, 0.5);
 * ```
 */
export function timing(
  frame: FrameLike,
  options?: TimingOptions & { readonly by?: undefined },
): Statistics<TimingStatisticName>;
/** Measures each group of `by` and returns a long frame. */
export function timing(
  frame: FrameLike,
  options: TimingOptions & { readonly by: string | readonly string[] },
): Frame;
/** Measures with options that may contain `by`. */
export function timing(
  frame: FrameLike,
  options?: TimingOptions,
): Statistics<TimingStatisticName> | Frame;
export function timing(
  frame: FrameLike,
  options: TimingOptions = {},
): Statistics<TimingStatisticName> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  if (options.shifts !== undefined && options.freeDays !== undefined) {
    throw new RangeError(
      `Cannot ${ACTION}: freeDays and shifts are both given. Omit freeDays; dates in no shift are free.`,
    );
  }
  const { groups, parts, tz } = nightSleepGroups(frame, options, ACTION);
  const found = groupsFrame(
    groups,
    parts.map((sleeps) => computeTiming(sleeps, tz, options)),
    () => computeTiming([], tz, options),
    { action: ACTION },
  );
  const mains = parts.flat().filter(({ main }) => main);
  const title = cutTitle(mains.flatMap(({ session }) => session ?? []));
  const shown = attachDisplay(found, { ...displayOf(found), ...title });
  recordMade(shown, "sleep.timing", options, frame);
  return options.by === undefined
    ? statistics<TimingStatisticName>("the timing of sleep", shown)
    : shown;
}

function computeTiming(sleeps: readonly NightSleep[], tz: string, options: TimingOptions): Columns {
  const { alarm = false } = options;
  const mains = sleeps.filter(({ main }) => main).sort((a, b) => a.night < b.night ? -1 : 1);
  const dates = datesOver(mains.map(({ night }) => night));
  const slept = new Set(mains.map(({ night }) => night)),
    missing = dates.filter((date) => !slept.has(date));
  const shifts = options.shifts && datesOfShifts(options.shifts, dates, ACTION);
  const working = shifts && new Set(shifts.flatMap(({ work }) => [...work]));
  const freeDays = working ? (date: string) => !working.has(date) : options.freeDays ?? [6, 7];
  const freeDates = new Set(dates.filter(isFree(freeDays)));
  const workDates = new Set(dates.filter((date) => !freeDates.has(date)));
  const kind = (of: ReadonlySet<string>): DayKind => {
    const own = mains.filter(({ night }) => of.has(night));
    return {
      n: own.length,
      dates: of.size,
      missing: missing.filter((date) => of.has(date)),
      onset:
        clockSpread(clockHours(own.map(({ start }) => start), tz, own.map(({ end }) => end))).mean,
      length: own.length === 0
        ? null
        : own.reduce((sum, { start, end }) => sum + Number(end - start) / HOUR_US, 0) / own.length,
    };
  };
  const days = mains.map(({ night }) => dayOf(night)!);
  const clock = { nights: mains, days, dates: dates.length, missing, tz };
  const values: TimingStatistic[] = [
    ...clockStatistics("onset", ({ start }) => start, clock),
    ...clockStatistics("wake", ({ end }) => end, clock),
    ...clockStatistics("midpoint", ({ start, end }) => start + (end - start) / 2n, clock),
    ...chronotype(
      kind(workDates),
      kind(freeDates),
      freeDaysPerWeek(freeDays, dates),
      alarm,
      midpointSteps(clock),
    ),
    ...shifts === undefined ? [] : shiftStatistics(shifts, alarm, kind),
  ];
  return {
    ...statisticColumns(values),
    missing: textColumn(values.map(({ missing }) => missing.join(", ") || null)),
    note: textColumn(values.map(({ note }) => note)),
    enough: enoughColumn(values.map(({ name, minimumOf = name, data }) => ({
      name: minimumOf,
      data,
    }))),
  };
}

/** Nights, and the dates that they cover. */
interface ClockNights {
  readonly nights: readonly NightSleep[];
  /** Day of each night's date, as days since 1970-01-01. */
  readonly days: readonly number[];
  readonly dates: number;
  readonly missing: readonly string[];
  readonly tz: string;
}

/** Returns the midpoints of nights that follow a night of the date before. */
function midpointSteps({ nights, days, tz }: ClockNights): MidpointStep[] {
  const midpoints = nights.map(({ start, end }) => start + (end - start) / 2n);
  const times = clockHours(midpoints, tz, nights.map(({ end }) => end));
  return times.flatMap((own, i) => {
    const before = times[i - 1];
    return before !== undefined && days[i] === days[i - 1]! + 1 ? [{ before, own }] : [];
  });
}

/** Computes the mean and spread of one clock time per night. */
function clockStatistics(
  name: string,
  of: (night: NightSleep) => bigint,
  { nights, days, dates, missing, tz }: ClockNights,
): TimingStatistic[] {
  const times = clockHours(nights.map(of), tz, nights.map(({ end }) => end)),
    { mean, sd, R } = clockSpread(times);
  const n = nights.length, coverage = dates === 0 ? 0 : n / dates;
  const steps: number[] = [];
  for (let i = 0; i + 1 < days.length; i++) {
    if (days[i + 1] === days[i]! + 1) steps.push(arc(times[i]!, times[i + 1]!));
  }
  const square = steps.reduce((sum, step) => sum + step * step, 0) / steps.length;
  const rest = { coverage, n, missing };
  const reason = n === 0 ? "no nights" : "times cancel out";
  const note = (value: number | null, why = reason) => value === null ? why : null;
  return [
    { name, value: mean, unit: "h", ...rest, note: note(mean) },
    {
      name: `${name}_sd`,
      value: sd,
      unit: "h",
      ...rest,
      note: note(sd, n === 1 ? "a single night" : reason),
    },
    { name: `${name}_R`, value: R, unit: "1", ...rest, note: note(R) },
    {
      name: `${name}_RMSSD`,
      value: steps.length === 0 ? null : Math.sqrt(square),
      note: steps.length === 0 ? "no nights on adjacent dates" : null,
      unit: "h",
      coverage: dates < 2 ? 0 : steps.length / (dates - 1),
      n: steps.length,
      missing,
    },
  ];
}
