import { isoDateColumn } from "../frame/columns.ts";
import type { FrameLike } from "../frame/readColumns.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import type { Frame } from "../frame/toFrame.ts";
import { durationMicros } from "../time/duration.ts";
import { type BedPeriodOptions, bedPeriods } from "./bedPeriods.ts";
import { nightStatistics } from "./nightStatistics.ts";
import { hypnogramOfRows } from "./readHypnogram.ts";
import { runsIn } from "./runs.ts";
import type { StageFrameOptions } from "./stageFrameOptions.ts";
import { ofStages } from "./stageGroups.ts";
import { stageKinds } from "./stageKinds.ts";

/** How sleep statistics are computed. */
export interface StatisticsOptions extends BedPeriodOptions, StageFrameOptions {
  /** The shortest wake that is an awakening, as an ISO 8601 duration. @default "PT0S" */
  shortestAwakening?: string;
}

const ACTION = "compute sleep statistics";

/**
 * Sleep statistics of each night, as sleep laboratories report them (AASM manual, Iber 2007). All
 * lengths are elapsed time.
 *
 * The bed period reaches from `lightsOff` to `lightsOn`: it is then one night, named by the local date
 * on which it ends. Without them each night of `sleep.nights` has its own, that of its main sleep:
 * from edge to edge of the time in bed, if there are samples of it (widened to all sleep), else from
 * the first span to the last, scored or not; with only one of them, that of the nearest main sleep. A
 * night without a main sleep (with less than `shortestMain` asleep, a nap) has no rows; a frame that is
 * one session only is taken as it is, however short.
 * What is not scored and what is missing in it is X: neither sleep nor wake.
 *
 * | name | value |
 * |---|---|
 * | `TIB` | the bed period |
 * | `SPT` | from the start of the first sleep to the end of the last |
 * | `TST` | time asleep |
 * | `WASO`, `X` | time awake, and time not known, in `SPT`, which is `TST + WASO + X` |
 * | `WASOtib` | `TIB - SOL - TST`: with the wake after the last sleep, and what is not known (Menghini 2021) |
 * | `Xtib` | time not known in the bed period |
 * | `SE`, `SME` | `TST` as a share of `TIB`, of `SPT` |
 * | `SOL` | from lights off to the first sleep |
 * | `SOL5`, `LPS10` | to the first unbroken sleep of at least 5, 10 minutes |
 * | `REM_latency`, `REM_latency_lightsoff` | to the first REM sleep from the first sleep (AASM), from lights off |
 * | `awakenings` | direct changes from sleep to wake in `SPT`, thus without the last one |
 * | `SFI` | direct changes from sleep to wake, the last too, by hour of `TST` (yasa 0.8) |
 * | `SFI_N1` | changes from sleep to wake or N1 by hour of `TST` (Haba-Rubio 2004), where the table has N1 |
 * | `N1_min`, `N1_pct` | minutes of a stage, and its share of `TST`; time awake has only minutes |
 * | `N1_runs`, `N1_run_median`, `N1_run_longest` | unbroken runs of a stage: how many, minutes |
 *
 * Stages are named W, N1, N2, N3, REM in the table `aasm`, and awake, asleep, light, deep, rem in
 * `consumer`. What is not defined is null: without sleep all but `TIB`, `TST`, `SE` and minutes.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code). Stages must not overlap;
 * time in bed is a layer of its own.
 * @returns `night` `date`, `name` `str`, `value` `f64`, `unit` `str` (`min`, `%`, `1/h`,
 * `count`), `coverage` `f64` (the share of the bed period that is sleep or wake), `n` `i64` (how many
 * runs, or changes, the value rests on); ordered by night.
 * @throws {TypeError} if a column is missing or of another type, a time or a stage is null, or lights
 * have no zone and `tz` is not given
 * @throws {RangeError} if a span ends before it starts, stages overlap, a stage is not in the table,
 * lights are on before they are off, or an option is no zone, duration or time of day
 *
 * @example Ten minutes, three of them awake
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const codes = ["W", "N1", "N2", "N2", "W", "N2", "N3", "R", "R", "W"];
 * const night = sleep.fromHypnogram(codes, { start: "2024-01-01T22:00Z", epoch: "PT1M" });
 * const found = sleep.statistics(night);
 * assertEquals(sleep.pick(found, "TST"), 7);
 * assertEquals(sleep.pick(found, "SE"), 70);
 * assertEquals(sleep.pick(found, "WASO"), 1);
 * assertEquals(sleep.pick(found, "REM_latency"), 6);
 * ```
 */
export function statistics(frame: FrameLike, options: StatisticsOptions = {}): Frame {
  const { shortestAwakening = "PT0S" } = options;
  const least = Number(durationMicros(shortestAwakening, "shortestAwakening"));
  return ofStages(frame, options, ACTION, (rows) => {
    const read = hypnogramOfRows(rows, ACTION), { table } = rows, kinds = stageKinds(table);
    const found = bedPeriods(read, table, options, ACTION).flatMap((period) =>
      nightStatistics(runsIn(read.spans, period, kinds), table, least)
        .map((statistic) => ({ ...statistic, night: period.night }))
    );
    return {
      night: isoDateColumn(found.map(({ night }) => night)),
      ...statisticColumns(found),
    };
  });
}
