import { HOUR_US } from "../../time/units.ts";
import type { NightTotals } from "./nightTotals.ts";

/** What a statistic of a night is, and who defines it so. */
export interface StatisticDefinition {
  /** Its name; of those for each stage, that of N1. */
  readonly name: string;
  /** Its unit. */
  readonly unit: "min" | "%" | "1/h" | "count";
  /** What it is. */
  readonly value: string;
  /** Who defines it so, where they differ also who does not. */
  readonly source: string;
}

/** A definition, and how the statistic is computed. */
export interface ComputedStatistic<T> extends StatisticDefinition {
  /** Its value, where it is a length in microseconds; NaN where it is not defined. */
  readonly of: (totals: T) => number;
  /** How many runs or changes it rests on. @default 1, or 0 where it is not defined */
  readonly n?: (totals: T) => number;
}

/** What the runs of one stage in a bed period add up to. */
export interface StageTotals {
  /** Their length in microseconds; NaN where nothing is scored. */
  readonly total: number;
  /** How many there are. */
  readonly runs: number;
  /** Their median length in microseconds; NaN without any. */
  readonly median: number;
  /** The longest of them in microseconds; NaN without any. */
  readonly longest: number;
  /** The time asleep in any stage in microseconds; NaN where nothing is scored. */
  readonly asleep: number;
}

const YASA = "yasa 0.8";

/** The statistics of a night as a whole, in their order. */
export const NIGHT_STATISTICS: readonly ComputedStatistic<NightTotals>[] = [
  {
    name: "TIB",
    unit: "min",
    value: "the bed period",
    source: YASA,
    of: (night) => night.bed,
    n: (night) => night.bedRuns,
  },
  {
    name: "SPT",
    unit: "min",
    value: "from the start of the first sleep to the end of the last",
    source: YASA,
    of: (night) => night.period,
    n: (night) => night.periodRuns,
  },
  {
    name: "TST",
    unit: "min",
    value: "time asleep",
    source: YASA,
    of: (night) => night.asleep,
    n: (night) => night.asleepRuns,
  },
  {
    name: "WASO",
    unit: "min",
    value: "time awake in `SPT`, to the last sleep; `SPT` is `TST + WASO + X`",
    source: "yasa 0.8, Dreem's sleep endpoints; others count to lights on, see `WASOtib`",
    of: (night) => night.wake,
    n: (night) => night.wakeRuns,
  },
  {
    name: "WASOtib",
    unit: "min",
    value: "`TIB - SOL - TST`, to lights on; with what is not known",
    source: "Menghini 2021; as wake to lights on also doi 10.1186/s40359-016-0107-6, table 1",
    of: (night) => night.bed - night.onset - night.asleep,
  },
  {
    name: "X",
    unit: "min",
    value: "time not known in `SPT`",
    source: "this toolkit",
    of: (night) => night.missing,
    n: (night) => night.missingRuns,
  },
  {
    name: "Xtib",
    unit: "min",
    value: "time not known in the bed period",
    source: "this toolkit",
    of: (night) => night.bed - night.scored,
    n: (night) => night.bedRuns - night.scoredRuns,
  },
  {
    name: "SE",
    unit: "%",
    value: "`TST` as a share of `TIB`",
    source: YASA,
    of: (night) => percent(night.asleep, night.bed),
    n: (night) => night.asleepRuns,
  },
  {
    name: "SME",
    unit: "%",
    value: "`TST` as a share of `SPT`",
    source: YASA,
    of: (night) => percent(night.asleep, night.period),
    n: (night) => night.asleepRuns,
  },
  {
    name: "SOL",
    unit: "min",
    value: "from lights off to the first sleep",
    source: YASA,
    of: (night) => night.onset,
  },
  {
    name: "SOL5",
    unit: "min",
    value: "to the first unbroken sleep of at least 5 minutes",
    source: "yasa 0.8, as `SOL_5min`",
    of: (night) => night.onset5,
  },
  {
    name: "LPS10",
    unit: "min",
    value: "to the first unbroken sleep of at least 10 minutes",
    source: "Dreem's sleep endpoints, latency to persistent sleep",
    of: (night) => night.onset10,
  },
  {
    name: "REM_latency",
    unit: "min",
    value: "from the first sleep to the first REM sleep",
    source: "Dreem's sleep endpoints; the AASM by yasa's discussion 148",
    of: (night) => night.rem - night.onset,
  },
  {
    name: "REM_latency_lightsoff",
    unit: "min",
    value: "from lights off to the first REM sleep",
    source: "yasa 0.8, as `Lat_REM`; doi 10.1186/s40359-016-0107-6, table 1",
    of: (night) => night.rem,
  },
  {
    name: "awakenings",
    unit: "count",
    value: "direct changes from sleep to wake in `SPT`, thus without the last one",
    source: "yasa's transitions, counted in `SPT`",
    of: (night) => night.awakenings,
    n: (night) => night.awakenings || 0,
  },
  {
    name: "SFI",
    unit: "1/h",
    value: "direct changes from sleep to wake, the last too, by hour of `TST`",
    source: YASA,
    of: (night) => perHour(night.toWake, night.asleep),
    n: (night) => night.toWake,
  },
  {
    name: "SFI_N1",
    unit: "1/h",
    value: "changes from sleep to wake or N1 by hour of `TST`, where the table has N1",
    source: "Haba-Rubio 2004",
    of: (night) => perHour(night.toLight, night.asleep),
    n: (night) => night.toLight,
  },
];

/** The statistics of each stage, named for N1. */
export const STAGE_STATISTICS: readonly ComputedStatistic<StageTotals>[] = [
  {
    name: "N1_min",
    unit: "min",
    value: "minutes of a stage",
    source: YASA,
    of: (stage) => stage.total,
    n: (stage) => stage.runs,
  },
  {
    name: "N1_pct",
    unit: "%",
    value: "their share of `TST`",
    source: "yasa 0.8, Dreem's sleep endpoints",
    of: (stage) => percent(stage.total, stage.asleep),
    n: (stage) => stage.runs,
  },
  {
    name: "N1_runs",
    unit: "count",
    value: "unbroken runs of a stage",
    source: "yasa's periods",
    of: (stage) => Number.isNaN(stage.total) ? NaN : stage.runs,
    n: (stage) => stage.runs,
  },
  {
    name: "N1_run_median",
    unit: "min",
    value: "their median length",
    source: "yasa's periods",
    of: (stage) => stage.median,
    n: (stage) => stage.runs,
  },
  {
    name: "N1_run_longest",
    unit: "min",
    value: "the longest of them",
    source: "yasa's periods",
    of: (stage) => stage.longest,
    n: (stage) => stage.runs,
  },
];

/**
 * The statistics of `sleep.statistics`, in their order, each with the source that defines it so. Those
 * of stages are listed for N1; each stage of the table has them, time awake without a share.
 */
export const STATISTICS: readonly StatisticDefinition[] = [...NIGHT_STATISTICS, ...STAGE_STATISTICS]
  .map(({ name, unit, value, source }) => ({ name, unit, value, source }));

function percent(part: number, whole: number): number {
  return whole === 0 ? NaN : 100 * part / whole;
}

function perHour(count: number, asleep: number): number {
  return asleep === 0 ? NaN : count / (asleep / HOUR_US);
}
