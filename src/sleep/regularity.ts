import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Columns, isoDateColumn, textColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { enoughColumn, type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { dependentMean, LEAST_DEPENDENT } from "../series/statistics/dependentMean.ts";
import { cutTitle, type NightCut } from "./nights/cutTitle.ts";
import { alikeByTimeOfDay, type DayPair, pairDays } from "./nights/pairDays.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import {
  SLEEP_WAKE_OPTIONS,
  type SleepWakeDays,
  sleepWakeDays,
  type SleepWakeOptions,
} from "./nights/sleepWake.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode regularity}. */
export interface RegularityOptions extends SleepWakeOptions, StageFrameOptions {
  /** Returns one value for all days, or one for each day and the next. @default "all" */
  per?: "all" | "pair";
  /** Minimum number of valid days for the value of all days. @default 5 */
  minDays?: number;
  /** Minimum known share of a day, and of a pair of days. @default 0.66 */
  minCoverage?: number;
  /**
   * Adds an interval of `SRI` with this confidence, such as 0.95, for the value of all days.
   * @default none
   */
  confidence?: number;
  /**
   * Implementation for the value of all days: `pyActigraphy` averages over the time of day instead
   * of over all pairs of moments. @default "paper"
   */
  variant?: "paper" | "pyActigraphy";
}

/** Name of a value of {@linkcode regularity}; the interval needs `confidence`. */
export type RegularityStatistic = "SRI" | "SRI_low" | "SRI_high";

const ACTION = "measure the regularity of sleep";

const OPTIONS = optionNames<RegularityOptions>()(
  STAGE_FRAME_OPTIONS,
  SLEEP_WAKE_OPTIONS,
  "per minDays minCoverage confidence variant",
);

/**
 * Computes the sleep regularity index, `SRI = 200 * mean[s(t) = s(t + 24 h)] - 100`: how likely you
 * are in the same state, asleep or awake, at two moments 24 hours apart. It is 100 for identical
 * days, about 0 for random sleep, and -100 if you always sleep when you were awake the day before.
 *
 * Days are the nights of `sleep.sessions`: from noon to noon, or for people who sleep around noon,
 * from one turn of their own day to the next. With `uncovered: "missing"` they are always from noon
 * to noon. Lengths are exact, or counted in epochs as in the publications. Some logs only have
 * sleep, so time between records counts as awake in every day that contains the midpoint of a
 * sleep. Wakes up to `gap` belong to the sleep. In other days such time is missing, so a night
 * spent awake is only seen if it was recorded. Time more than 24 hours from a sleep never counts as
 * awake, so sleep over noon costs nothing at the ends. With `uncovered: "missing"`, only recorded
 * sleep and wake count, and days reach from the first recorded to the last: a night spent awake
 * counts, also at either end. Time in bed and time that is not scored count as unrecorded.
 *
 * A day counts as interrupted if it has less than half of the usual sleep and its record does not
 * end with wake. The rest of such a day is missing instead of awake, which lowers `coverage`.
 * `brokenBelow: 0` counts it as awake.
 *
 * The 24 hours are elapsed time, as published: across a daylight saving change, people who follow
 * the local clock are an hour off, which lowers that pair. `dstNights: false` treats such days as
 * missing. Pairs with a known share below `minCoverage` are skipped. The value of all days is the
 * mean over the known time of the other pairs; it is null without a pair, or with fewer than
 * `minDays` valid days. `enough` is true from the 5 valid days that Windred et al. ask for, also if
 * `minDays` is lower.
 *
 * In a record of whole days, both variants give the same value. In others, `pyActigraphy` gives more
 * weight to times of day with fewer pairs. It uses all known time, whatever `minCoverage` is; with
 * `uncovered: "missing"` the value equals its `SleepRegularityIndex`.
 *
 * With `confidence`, `SRI_low` and `SRI_high` are an interval of the SRI that the person would have
 * over many days with the same habits. It is an interval of the mean of the pairs that allows for
 * their autocorrelation, because neighbouring pairs share a day. It needs 7 valid pairs.
 *
 * Sources: Phillips et al. 2017 (doi 10.1038/s41598-017-03171-4); valid days by Windred et al. 2021
 * (doi 10.1093/sleep/zsab254); values by pair of days as in GGIR, 16 of 24 hours valid.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`;
 * overlaps are merged as `sleep.merge` does.
 * @returns an object with `SRI`, a number or null; `reason` and `enough` say whether the days
 * suffice. Its `frame`, or with `by` or `per: "pair"` the result itself, is a long frame: the columns
 * of `by`, `name` `str` (`SRI`), `value` `f64`, `unit` `str`, `coverage` `f64` (known share of all
 * pairs of days), `n` `i64` (valid pairs), `note` `str` (reason for a null value), `enough` `bool`.
 * With `per: "pair"` it has a row for each pair, without the last two, and first a column `night`
 * `date`, the date on which the first of the two days ends. The frame's title names the cut between days if it is not the usual
 * noon.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is invalid
 *
 * @example Six identical nights
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = [1, 2, 3, 4, 5, 6].map((day) => ({
 *   start_time: `2024-01-0${day}T23:00Z`,
 *   end_time: `2024-01-0${day + 1}T07:00Z`,
 *   sleep_stage: 1,
 * }));
 * assertEquals(sleep.regularity(nights, { tz: "UTC" }).SRI, 100);
 *
 * const four = sleep.regularity(nights.slice(0, 4), { tz: "UTC" });
 * assertEquals([four.SRI, four.enough.SRI], [null, false]);
 * assertEquals(four.reason.SRI, "4 of at least 5 valid days");
 * ```
 */
export function regularity(
  frame: FrameLike,
  options: RegularityOptions & {
    readonly by?: undefined;
    readonly per?: "all";
    readonly confidence: number;
  },
): Statistics<RegularityStatistic>;
/** Measures without an interval. */
export function regularity(
  frame: FrameLike,
  options?: RegularityOptions & { readonly by?: undefined; readonly per?: "all" },
): Statistics<"SRI">;
/** Measures each group of `by` or each pair of days, and returns a long frame. */
export function regularity(
  frame: FrameLike,
  options:
    | RegularityOptions & { readonly by: string | readonly string[] }
    | RegularityOptions & { readonly per: "pair" },
): Frame;
/** Measures with options that may contain `by` or `per`. */
export function regularity(
  frame: FrameLike,
  options?: RegularityOptions,
): Statistics<"SRI"> | Frame;
export function regularity(
  frame: FrameLike,
  options: RegularityOptions = {},
): Statistics<"SRI"> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { per = "all", minDays = 5, minCoverage = 0.66, confidence, variant = "paper" } = options;
  if (per !== "all" && per !== "pair") {
    throw new RangeError(`Cannot ${ACTION}: per ${JSON.stringify(per)} is not one of all, pair`);
  }
  if (!(minDays >= 0)) {
    throw new RangeError(`Cannot ${ACTION}: minDays is ${minDays}, not a number`);
  }
  if (!(minCoverage >= 0 && minCoverage <= 1)) {
    throw new RangeError(`Cannot ${ACTION}: minCoverage is ${minCoverage}, not from 0 to 1`);
  }
  if (confidence !== undefined && !(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `Cannot ${ACTION}: confidence is ${confidence}. Use a number between 0 and 1, such as 0.95.`,
    );
  }
  if (confidence !== undefined && per === "pair") {
    throw new RangeError(
      `Cannot ${ACTION}: confidence has no meaning for a single pair. Leave out per or confidence.`,
    );
  }
  if (variant !== "paper" && variant !== "pyActigraphy") {
    throw new RangeError(
      `Cannot ${ACTION}: variant is ${JSON.stringify(variant)}. Use "paper" or "pyActigraphy".`,
    );
  }
  if (variant !== "paper" && (confidence !== undefined || per === "pair")) {
    throw new RangeError(
      `Cannot ${ACTION}: variant ${
        JSON.stringify(variant)
      } has neither an interval nor values of ` +
        "pairs. Leave out variant.",
    );
  }
  const isKnown = (pair: DayPair): boolean =>
    pair.known > 0n && share(pair.known, pair.end - pair.start) >= minCoverage;
  const cuts: NightCut[] = [];
  const found = computeByGroup(frame, options, ACTION, (rows) => {
    const days = sleepWakeDays(rows, rows.table, options);
    for (const cut of days.cuts) cuts.push(cut);
    const pairs = pairDays(days);
    if (per === "pair") return pairColumns(pairs, isKnown, days.night);
    const valid = pairs.filter(isKnown);
    const data = validDays(days, minCoverage);
    const own = {
      ...(variant === "paper" || data < minDays
        ? regularityIndex(data >= minDays ? valid : [])
        : indexOf(alikeByTimeOfDay(days))),
      coverage: share(
        sum(pairs, ({ known }) => known),
        sum(pairs, ({ start, end }) => end - start),
      ),
      n: valid.length,
      data,
    };
    const note = own.value !== null
      ? null
      : data < minDays
      ? `${data} of at least ${minDays} valid days`
      : "no valid pair of days";
    const half = confidence === undefined || own.value === null
      ? undefined
      : intervalHalf(pairs, isKnown, confidence);
    const bound = (name: "SRI_low" | "SRI_high", sign: number) => ({
      ...own,
      name,
      value: own.value === null || half === undefined
        ? null
        : Math.max(-100, Math.min(100, own.value + sign * half)),
    });
    const values = confidence === undefined
      ? [own]
      : [own, bound("SRI_low", -1), bound("SRI_high", 1)];
    const few = valid.length < LEAST_DEPENDENT
      ? `${valid.length} of at least ${LEAST_DEPENDENT} valid pairs`
      : "no variation";
    return {
      ...statisticColumns(values),
      note: textColumn(values.map(({ value }) => value === null ? note ?? few : null)),
      enough: enoughColumn(values),
    };
  });
  const shown = attachDisplay(found, { ...displayOf(found), ...cutTitle(cuts) });
  recordMade(shown, "sleep.regularity", options, frame);
  return options.by === undefined && per === "all"
    ? statistics<"SRI">("the regularity of sleep", shown)
    : shown;
}

/** Returns half the width of the interval of the mean of all pairs; `undefined` without one. */
function intervalHalf(
  pairs: readonly DayPair[],
  isKnown: (pair: DayPair) => boolean,
  confidence: number,
): number | undefined {
  const at = [...pairs.keys()].filter((day) => isKnown(pairs[day]!));
  const values = at.map((day) => regularityIndex([pairs[day]!]).value ?? NaN);
  return dependentMean(at, values, confidence);
}

function pairColumns(
  pairs: readonly DayPair[],
  isValid: (pair: DayPair) => boolean,
  night: (day: number) => string,
): Columns {
  const nights = pairs.map((_, day) => night(day));
  const values = pairs.map((pair) => ({
    ...regularityIndex(isValid(pair) ? [pair] : []),
    coverage: share(pair.known, pair.end - pair.start),
    n: isValid(pair) ? 1 : 0,
  }));
  return { night: isoDateColumn(nights), ...statisticColumns(values) };
}

function regularityIndex(pairs: readonly DayPair[]): Pick<Statistic, "name" | "value" | "unit"> {
  const known = sum(pairs, (pair) => pair.known);
  const alike = share(sum(pairs, (pair) => pair.alike), known);
  return indexOf(known === 0n ? null : alike);
}

function indexOf(alike: number | null): Pick<Statistic, "name" | "value" | "unit"> {
  return { name: "SRI", value: alike === null ? null : 200 * alike - 100, unit: "1" };
}

/** Counts the days with a known share of at least `least`. */
function validDays({ bounds, known }: SleepWakeDays, least: number): number {
  let first = 0, valid = 0;
  for (let day = 0; day + 1 < bounds.length; day++) {
    const start = bounds[day]!, end = bounds[day + 1]!;
    let total = 0n;
    while (first < known.length && known[first]!.end <= start) first++;
    for (let i = first; i < known.length; i++) {
      const own = known[i]!;
      if (own.start >= end) break;
      total += (own.end < end ? own.end : end) - (own.start > start ? own.start : start);
    }
    if (total > 0n && share(total, end - start) >= least) valid++;
  }
  return valid;
}

function sum(pairs: readonly DayPair[], of: (pair: DayPair) => bigint): bigint {
  return pairs.reduce((total, pair) => total + of(pair), 0n);
}

function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole);
}
