import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { dateColumn, rowCount } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { dayOf } from "../time/day.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import {
  BED_PERIOD_OPTIONS,
  type BedPeriodOptions,
  findBedPeriods,
} from "./nights/findBedPeriods.ts";
import { cutTitle, type NightCut } from "./nights/cutTitle.ts";
import { nightStatisticColumns, nightStatistics } from "./nights/nightStatistics.ts";
import { vendorNights } from "./kernel/vendorNight.ts";
import { splitLayers } from "./kernel/stageLayers.ts";
import { runsIn } from "./kernel/runs.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageKinds } from "./stages/stageKinds.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode statistics}. */
export interface StatisticsOptions extends BedPeriodOptions, StageFrameOptions {
  /** Shortest wake that counts as an awakening. @default "PT0S" */
  shortestAwakening?: Length;
}

const ACTION = "compute sleep statistics";

const OPTIONS = optionNames<StatisticsOptions>()(
  STAGE_FRAME_OPTIONS,
  BED_PERIOD_OPTIONS,
  "shortestAwakening",
);

/**
 * Computes the sleep statistics of each night, as sleep laboratories report them (AASM manual, Iber
 * et al. 2007). Where definitions differ, the table names the source. All lengths are elapsed time.
 *
 * With `lightsOff` and `lightsOn`, the bed period is one night between these times, named after the
 * local date on which it ends. Without them, each night of `sleep.sessions` has the bed period of
 * its main sleep: from the start to the end of its time in bed, widened to all sleep. Without
 * samples of time in bed, it reaches from the first interval to the last, scored or not. With only
 * one of the options, the nearest main sleep supplies the other time. A night without a main sleep
 * (with less than `shortestMain` asleep, a nap) has no rows. A frame of a single session is one
 * night, however short. X is time that is missing or not scored: neither sleep nor wake.
 *
 * | name | unit | value | source |
 * |---|---|---|---|
 * | `TIB` | min | the bed period | yasa 0.8 |
 * | `SPT` | min | from the start of the first sleep to the end of the last | yasa 0.8 |
 * | `TST` | min | time asleep | yasa 0.8 |
 * | `WASO` | min | time awake in `SPT`, to the last sleep; `SPT` is `TST + WASO + X` | yasa 0.8, Dreem's sleep endpoints; others count to lights on, see `WASOtib` |
 * | `WASOtib` | min | time awake from the first sleep to lights on, and time not known: `TIB - SOL - TST` | Menghini 2021; as wake to lights on also doi 10.1186/s40359-016-0107-6, table 1 |
 * | `X` | min | time not known in `SPT` | this toolkit |
 * | `Xtib` | min | time not known in the bed period | this toolkit |
 * | `SE` | % | `TST` as a share of `TIB` | yasa 0.8 |
 * | `SME` | % | `TST` as a share of `SPT` | yasa 0.8 |
 * | `SOL` | min | from lights off to the first sleep | yasa 0.8 |
 * | `SOL5` | min | to the first unbroken sleep of at least 5 minutes | yasa 0.8, as `SOL_5min` |
 * | `LPS10` | min | to the first unbroken sleep of at least 10 minutes | Dreem's sleep endpoints, latency to persistent sleep |
 * | `REM_latency` | min | from the first sleep to the first REM sleep | Dreem's sleep endpoints; the AASM by yasa's discussion 148 |
 * | `REM_latency_lightsoff` | min | from lights off to the first REM sleep | yasa 0.8, as `Lat_REM`; doi 10.1186/s40359-016-0107-6, table 1 |
 * | `awakenings` | count | direct changes from sleep to wake in `SPT`, not counting the last one | yasa's transitions, counted in `SPT` |
 * | `SFI` | 1/h | direct changes from sleep to wake, including the last, per hour of `TST` | yasa 0.8 |
 * | `SFI_N1` | 1/h | changes from sleep to wake or N1 per hour of `TST`, if the table has N1 | Haba-Rubio 2004 |
 * | `N1_min` | min | minutes of a stage | yasa 0.8 |
 * | `N1_pct` | % | their share of `TST` | yasa 0.8, Dreem's sleep endpoints |
 * | `N1_runs` | count | unbroken runs of a stage | yasa's periods |
 * | `N1_run_median` | min | their median length | yasa's periods |
 * | `N1_run_longest` | min | the longest of them | yasa's periods |
 *
 * Each stage has the rows of `N1`; wake has no share. Stages are named W, N1, N2, N3, REM in the
 * table `aasm`, and awake, unstaged, light, deep, rem in `consumer`. `unstaged` without a suffix
 * has the minutes of sleep without a known stage. Undefined values are null: without sleep, all but
 * `TIB`, `TST`, `SE` and minutes.
 *
 * Values that the source does not record are null too, and `reason` says why; `sleep.knownStages`
 * has the rule. If only a part of a night is known, stages and wake describe that part: minutes and
 * counts add up the known part, and shares and rates refer to it. `coverage` is its share of the
 * bed period. A night with a vendor's totals (see `sleep.nightly`) has these totals as its values.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code). Stages must not overlap;
 * time in bed is a separate layer.
 * @returns `night` `date`, `name` `str`, `value` `f64`, `unit` `str` (`min`, `%`, `1/h`, `count`),
 * `coverage` `f64` (share of the bed period for which the value is known), `n` `i64` (number of
 * runs or changes behind the value); `reason` `str` if a value is null because the source does not
 * record it; `basis` `str` (`stages` or `vendor`) if a night has a vendor's totals; ordered by
 * night. The frame's title names the cut between nights if it is not the usual noon.
 * @throws {TypeError} if a column is missing or of another type, a time or a stage is null, or
 * lights have no zone and `tz` is missing
 * @throws {RangeError} if an interval ends before it starts, stages overlap, a stage is not in the
 * table, lights are on before they are off, or an option is not a zone, duration or time of day
 *
 * @example Ten minutes, three of them awake
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const codes = ["W", "N1", "N2", "N2", "W", "N2", "N3", "R", "R", "W"];
 * const night = sleep.fromHypnogram(codes, { start: "2024-01-01T22:00Z", epoch: "PT1M" });
 * const found = sleep.statistics(night, { tz: "UTC" });
 * assertEquals(sleep.pick(found, "TST"), 7);
 * assertEquals(sleep.pick(found, "SE"), 70);
 * assertEquals(sleep.pick(found, "WASO"), 1);
 * assertEquals(sleep.pick(found, "REM_latency"), 6);
 * ```
 */
export function statistics(frame: FrameLike, options: StatisticsOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { shortestAwakening = "PT0S" } = options;
  const least = Number(elapsedMicros(shortestAwakening, "shortestAwakening"));
  const cuts: NightCut[] = [];
  const found = computeByGroup(frame, options, ACTION, (rows) => {
    const { table } = rows, read = splitLayers(rows, ACTION);
    const periods = findBedPeriods(read, table, options, ACTION);
    // A single night has no neighbours, so its cut does not matter.
    if (periods.length > 1) { for (const { session } of periods) if (session) cuts.push(session); }
    const kinds = stageKinds(table), runs = runsIn(read.spans, periods, kinds);
    const vendors = vendorNights(rows, read.spans, periods, kinds);
    const columns = nightStatisticColumns(nightStatistics(runs, table, least, vendors));
    const perNight = periods.length === 0 ? 0 : rowCount(columns) / periods.length;
    const night = new Int32Array(rowCount(columns));
    periods.forEach((period, i) =>
      night.fill(dayOf(period.night)!, i * perNight, (i + 1) * perNight)
    );
    return { night: dateColumn(night), ...columns };
  });
  recordMade(found, "sleep.statistics", options, frame);
  return attachDisplay(found, { ...displayOf(found), ...cutTitle(cuts) });
}
