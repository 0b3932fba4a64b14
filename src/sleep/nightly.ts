import { recordMade } from "../frame/cite/made.ts";
import type { Column, Columns } from "../frame/columns/columns.ts";
import {
  float64Column,
  int64Column,
  isoDateColumn,
  textColumn,
  timeColumn,
} from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import type { FrameLike } from "../frame/open.ts";
import { cutTitle, type NightCut } from "./nights/cutTitle.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import { columnNames } from "../frame/polars/seriesOf.ts";
import type { FrameOf } from "../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { suggest } from "../options/suggest.ts";
import { dayOf } from "../time/day.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import { CLOCK_UNIT, MINUTE_US } from "../time/units.ts";
import { runsIn } from "./kernel/runs.ts";
import { resolveLayers } from "./kernel/stageLayers.ts";
import { hoursFromMidnight } from "./nights/clockTime.ts";
import { bedPeriodOf, mainSessions } from "./nights/findBedPeriods.ts";
import {
  NIGHT_OPTIONS,
  type NightOptions,
  type NightSession,
  nightSessions,
} from "./nights/nightSessions.ts";
import { type NightStatistics, nightStatistics } from "./nights/nightStatistics.ts";
import { vendorNights } from "./kernel/vendorNight.ts";
import {
  NIGHT_STATISTICS,
  STAGE_STATISTICS,
  type StatisticName,
} from "./nights/statisticDefinitions.ts";
import type { StageRows } from "./stages/readStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageKinds, stageStatisticName } from "./stages/stageKinds.ts";
import type { StageTable } from "./stages/stageTables.ts";

/** Columns of a table of nights without options. */
export type NightColumn =
  | "night"
  | "bedtime"
  | "onset"
  | "midsleep"
  | "wake"
  | "rise"
  | "TIB"
  | "TST"
  | "SE"
  | "SOL"
  | "WASO"
  | "awakenings"
  | "light_min"
  | "deep_min"
  | "rem_min"
  | "unstaged"
  | "nap_min"
  | "coverage"
  | "whole"
  | "start_time"
  | "end_time";

/** Options of {@linkcode nightly}. */
export interface NightlyOptions extends NightOptions, StageFrameOptions {
  /**
   * Statistics of `sleep.statistics` to use as columns, in this order.
   * @default TIB, TST, SE, SOL, WASO, awakenings, and minutes per stage of sleep
   */
  statistics?: readonly StatisticName[];
  /** Shortest wake that counts as an awakening. @default "PT0S" */
  shortestAwakening?: Length;
}

const ACTION = "make a table of nights";

const OPTIONS = optionNames<NightlyOptions>()(
  STAGE_FRAME_OPTIONS,
  NIGHT_OPTIONS,
  "statistics shortestAwakening",
);

/** Default statistics of the whole night. */
const USUAL = ["TIB", "TST", "SE", "SOL", "WASO", "awakenings"];

/**
 * Returns a row per night: when, how long and how well you slept, and how much of it was recorded.
 * The values agree with `sleep.statistics` (bed period, minutes, shares) and with the nights of
 * `sleep.timing` (onset, wake, midsleep). For a row per session, including naps, use
 * `sleep.sessions`.
 *
 * Overlapping stages are merged like in `sleep.merge`. A night has a row if it has a main sleep, as
 * in `sleep.statistics`. Its minutes refer to the main sleep; `nap_min` is the time asleep in
 * other sessions.
 *
 * Clock times are numbers, so that you can sort, average, correlate and plot them: local hours
 * since the midnight that starts the wake-up date, negative on the evening before. Their unit is
 * `HH:MM`, and tables display them that way: -0.5 is 23:30. The columns `start_time` and `end_time`
 * have the instants of the bed period.
 *
 * | column | unit | value |
 * |---|---|---|
 * | `night` | | local wake-up date; with a fixed `rule`, the date on which the night ends |
 * | `bedtime`, `rise` | HH:MM | start and end of the bed period |
 * | `onset`, `wake` | HH:MM | start of the first sleep, end of the last |
 * | `midsleep` | HH:MM | middle of onset and wake |
 * | `TIB`, `TST` | min | time in bed, total sleep time |
 * | `SE` | % | sleep efficiency, `TST` as a share of `TIB` |
 * | `SOL` | min | sleep onset latency, from bedtime to onset |
 * | `WASO` | min | wake after sleep onset, until the last sleep |
 * | `awakenings` | count | changes from sleep to wake |
 * | `light_min`, `deep_min`, `rem_min` | min | minutes of each stage (`N1_min`, ... of other tables) |
 * | `unstaged` | min | minutes of sleep without a known stage |
 * | `nap_min` | min | time asleep in other sessions of the night |
 * | `coverage` | 1 | share of the bed period that is known to be sleep or wake |
 * | `stage_coverage` | 1 | share of the time asleep with a known stage |
 * | `reason` | | columns that are null because the source does not record them, and why |
 * | `vendor` | | columns that are the vendor's totals of the night, not computed from stages |
 * | `whole` | | true if the frame has the whole night; false if its range cuts the night or the sleep is not over; null if the range is unknown |
 * | `start_time`, `end_time` | | bed period as instants |
 *
 * Values that a source does not record are null, not 0. `sleep.knownStages` adds the stages that a
 * source detects. If only a part of a night is known, the values describe that part: minutes of
 * stages and wake add up the known part, and shares and rates refer to it. `stage_coverage` exists
 * if it is below 1 in a night, `reason` if a value is null for that reason, and `vendor` if a night
 * has totals.
 *
 * A night of an export with totals but no stages (the columns `asleep_duration`,
 * `deep_sleep_duration` and so on of the readers' `sleep`) has these totals as its values.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`,
 * `stages_known`, and a vendor's totals.
 * @returns the columns of `by`; `night` `date`; clock times, minutes and shares `f64`, `awakenings`
 * and other counts `i64`, null if undefined; `whole` `bool`; `start_time`, `end_time` `datetime[us,
 * tz]`; ordered by night. Notebook cells display the units.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, a
 * statistic does not exist, or an option is not a zone, duration or time of day
 *
 * @example Two nights, the second with a bedtime after midnight
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = sleep.nightly([
 *   { start_time: "2024-03-08T22:30Z", end_time: "2024-03-09T05:30Z", sleep_stage: 3 },
 *   { start_time: "2024-03-10T00:15Z", end_time: "2024-03-10T06:15Z", sleep_stage: 3 },
 * ], { tz: "Europe/London" });
 * assertEquals(nights.getColumn("TST").toArray(), [420, 360]);
 * assertEquals(nights.getColumn("bedtime").toArray(), [-1.5, 0.25]); // shown as 22:30 and 00:15
 * ```
 */
export function nightly(
  frame: FrameLike,
  options: NightlyOptions = {},
): FrameOf<NightColumn> {
  checkOptions(ACTION, options, OPTIONS);
  checkStatistics(options.statistics);
  const cuts: NightCut[] = [];
  const nights = computeByGroup(frame, options, ACTION, (rows) => _nightly(rows, options, cuts));
  recordMade(nights, "sleep.nightly", options, frame);
  return attachDisplay(nights as FrameOf<NightColumn>, {
    units: nightlyUnits(columnNames(nights)),
    ...cutTitle(cuts),
  });
}

/** Units of the columns of a table of nights. */
export function nightlyUnits(names: readonly string[]): Record<string, string> {
  const unitOf = (name: string): string | undefined =>
    UNITS.get(name) ?? STAGE_UNITS.find(([suffix]) => name.endsWith(suffix))?.[1];
  return Object.fromEntries(names.flatMap((name) => {
    const unit = unitOf(name);
    return unit === undefined ? [] : [[name, unit]];
  }));
}

const UNITS = new Map<string, string>([
  ...["bedtime", "onset", "midsleep", "wake", "rise"].map((name) => [name, CLOCK_UNIT] as const),
  ...NIGHT_STATISTICS.map(({ name, unit }) => [name, unit] as const),
  ["unstaged", "min"],
  ["nap_min", "min"],
  ["coverage", "1"],
  ["stage_coverage", "1"],
]);

/** Suffixes of stage statistics, the longest first. */
const STAGE_UNITS = STAGE_STATISTICS.map(({ name, unit }) =>
  [name.replace("N1", ""), unit] as const
)
  .toSorted(([a], [b]) => b.length - a.length);

/**
 * Computes {@linkcode nightly} on columns.
 *
 * @param cuts Receives the cut of each night.
 */
export function _nightly(
  rows: StageRows,
  options: NightlyOptions,
  cuts: NightCut[] = [],
): Columns {
  const { table } = rows;
  const layers = resolveLayers(rows, options.sourcePriority ?? []);
  const sessions = nightSessions(rows, table, options), mains = mainSessions(sessions);
  const periods = mains.map((session) => bedPeriodOf(session, layers.inBed));
  for (const main of mains) cuts.push(main);
  const least = Number(elapsedMicros(options.shortestAwakening ?? "PT0S", "shortestAwakening"));
  const kinds = stageKinds(table), vendors = vendorNights(rows, layers.spans, periods, kinds);
  const found = nightStatistics(runsIn(layers.spans, periods, kinds), table, least, vendors);
  const names = options.statistics ?? [...USUAL, ...stageNames(table)];
  const statistics = pivot(found, names, periods.length);
  const { length: perNight } = found.statistics;
  const coverage = Float64Array.from(periods, (_, row) => found.coverage[row * perNight]!);
  const night = periods.map(({ night }) => night);
  const days = night.map((date) => dayOf(date)!);
  const sleepOf = (row: number) => mains[row]!.sleep ?? undefined;
  const clock = (of: (row: number) => bigint | undefined): Column => {
    const at = night.map((_, row) => of(row));
    const hours = hoursFromMidnight(
      BigInt64Array.from(at, (instant, row) => instant ?? periods[row]!.start),
      days,
      rows.zone,
      BigInt64Array.from(periods, ({ end }, row) => sleepOf(row)?.end ?? end),
    );
    return nullable(hours.map((hour, row) => at[row] === undefined ? NaN : hour));
  };
  const middle = ({ start, end }: { start: bigint; end: bigint }): bigint =>
    start + (end - start) / 2n;
  const isMain = new Set(mains);
  const naps = new Map<string, number>(night.map((date) => [date, 0]));
  for (const session of sessions) {
    const nap = naps.get(session.night);
    if (isMain.has(session) || nap === undefined) continue;
    naps.set(session.night, nap + Number(session.asleep) / MINUTE_US);
  }
  const instants = (of: (row: number) => bigint): Column =>
    timeColumn(BigInt64Array.from(night, (_, row) => of(row)), rows.zone);
  return {
    night: isoDateColumn(night),
    bedtime: clock((row) => periods[row]!.start),
    onset: clock((row) => sleepOf(row)?.start),
    midsleep: clock((row) => sleepOf(row) && middle(sleepOf(row)!)),
    wake: clock((row) => sleepOf(row)?.end),
    rise: clock((row) => periods[row]!.end),
    ...statistics,
    nap_min: float64Column(Float64Array.from(night, (date) => naps.get(date)!)),
    coverage: float64Column(coverage),
    ...whatIsUnknown(found, names, periods.length),
    whole: wholeColumn(mains),
    start_time: instants((row) => periods[row]!.start),
    end_time: instants((row) => periods[row]!.end),
  };
}

/** Columns for unknown and vendor values, if any night has them. */
function whatIsUnknown(
  { statistics, reason, isVendor, stageCoverage }: NightStatistics,
  names: readonly string[],
  nights: number,
): Columns {
  const all: readonly string[] = statistics.map(({ name }) => name);
  const rowOf = (night: number, name: string): number => night * all.length + all.indexOf(name);
  const reasonOf = (night: number): string | null => {
    const reasons = Map.groupBy(names, (name) => reason?.[rowOf(night, name)] ?? null);
    const texts = [...reasons].filter(([text]) => text !== null);
    return texts.map(([text, names]) => `${names.join(", ")}: ${text}`).join("; ") || null;
  };
  const vendorOf = (night: number): string | null =>
    names.filter((name) => isVendor?.[rowOf(night, name)] === 1).join(", ") || null;
  const everyNight = Array.from({ length: nights }, (_, night) => night);
  return {
    ...stageCoverage.some((share) => share < 1) && { stage_coverage: nullable(stageCoverage) },
    ...reason && { reason: textColumn(everyNight.map(reasonOf)) },
    ...isVendor && { vendor: textColumn(everyNight.map(vendorOf)) },
  };
}

/** Returns whether each night is whole; null if unknown. */
function wholeColumn(mains: readonly NightSession[]): Column {
  const known = Uint8Array.from(mains, ({ whole }) => Number(whole !== null));
  return {
    type: "bool",
    values: Uint8Array.from(mains, ({ whole }) => Number(whole === true)),
    ...(known.includes(0) ? { valid: known } : {}),
  };
}

/** Names of the minutes of sleep stages, with unknown stages last. */
function stageNames(table: StageTable): string[] {
  const asleep = table.filter((stage) => stage.asleep);
  return asleep.toSorted((a, b) => Number(a.name === "asleep") - Number(b.name === "asleep"))
    .map((stage) => stageStatisticName(stage, "N1_min"));
}

/** @throws {TypeError} if the names of statistics are not a list of texts */
function checkStatistics(names: readonly string[] | undefined): void {
  if (names === undefined) return;
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return;
  throw new TypeError(
    `Cannot ${ACTION}: statistics is ${
      describeValue(names)
    }, expected names of sleep.statistics such as ["TST", "SE"]`,
  );
}

/**
 * Selects statistics of nights, one column each, in the requested order.
 *
 * @throws {RangeError} if a statistic does not exist
 */
function pivot(
  { statistics, value, valid }: NightStatistics,
  names: readonly string[],
  nights: number,
): Columns {
  const columns: Record<string, Column> = {};
  const all: readonly string[] = statistics.map(({ name }) => name);
  const rows = Array.from({ length: nights }, (_, night) => night * all.length);
  for (const name of names) {
    const at = all.indexOf(name);
    if (at < 0) {
      throw new RangeError(
        `Cannot ${ACTION}: unknown statistic ${JSON.stringify(name)}${suggest(name, all)}`,
      );
    }
    const { unit } = statistics[at]!, own = Float64Array.from(rows, (row) => value[row + at]!);
    const known = Uint8Array.from(rows, (row) => valid[row + at]!);
    const isKnown = known.includes(0) ? known : undefined;
    columns[name] = unit === "count"
      ? int64Column(BigInt64Array.from(own, BigInt), isKnown)
      : float64Column(own, isKnown);
  }
  return columns;
}
