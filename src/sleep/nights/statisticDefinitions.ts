import { HOUR_US } from "../../time/units.ts";
import { KNOWN } from "../stages/knownWords.ts";
import type { NightTotals } from "./nightTotals.ts";

/** Name of a statistic of the night as a whole. */
export type NightStatistic =
  | "TIB"
  | "SPT"
  | "TST"
  | "WASO"
  | "WASOtib"
  | "X"
  | "Xtib"
  | "SE"
  | "SME"
  | "SOL"
  | "SOL5"
  | "LPS10"
  | "REM_latency"
  | "REM_latency_lightsoff"
  | "awakenings"
  | "SFI"
  | "SFI_N1";

/** Name of a statistic: of the whole night, or of a stage, such as `REM_min` or `deep_run_longest`. */
export type StatisticName =
  | NightStatistic
  | "unstaged"
  | `${string}_${"min" | "pct" | "runs" | "run_median" | "run_longest"}`;

/** What a statistic of a night is, and who defines it so. */
export interface StatisticDefinition {
  /** Its name; statistics of stages are listed for N1. */
  readonly name: StatisticName;
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
  /** Why its value cannot be known from the stages; undefined if it can. @default it can */
  readonly unknown?: (totals: T) => string | undefined;
  /** The length of the bed period for which it is known. @default what is sleep or wake */
  readonly known?: (totals: T) => number;
  /** The value that the vendor gives of a night without stages; undefined if it gives none. @default none */
  readonly vendor?: (totals: T) => number | undefined;
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
  /** The time asleep, in microseconds, for which it is known whether it is in the stage; NaN if nothing is scored. */
  readonly asleep: number;
  /** Whether sources tell no other stage apart, so that its share says nothing. */
  readonly isOnlyStage: boolean;
  /** Why its length cannot be known; undefined if it can. */
  readonly unknown: string | undefined;
  /** The length of the bed period for which it is known. */
  readonly known: number;
  /** A vendor's total of the stage, if the night has such totals. */
  readonly vendorTotal: number | undefined;
  /** A vendor's total of the time asleep. */
  readonly vendorAsleep: number | undefined;
}

const YASA = "yasa 0.8";

/** Why values are null: the reasons that `sleep.statistics` and `sleep.nightly` give. */
export const UNKNOWN_REASONS = {
  wake: "wake is not recorded",
  latency: "the start of the time in bed is not recorded",
  stages: "the stages are not recorded",
  stage: "this stage is not told apart",
  rem: "sleep of unknown stage comes before the first REM sleep",
} as const;

/** Parts of definitions of what depends on wake. */
const OF_WAKE = {
  unknown: ({ isWakeKnown }: NightTotals) => isWakeKnown ? undefined : UNKNOWN_REASONS.wake,
  known: ({ scored, untold }: NightTotals) => scored - untold,
};

/** The statistics of a night as a whole, in their order. */
export const NIGHT_STATISTICS: readonly (
  & ComputedStatistic<NightTotals>
  & { readonly name: NightStatistic }
)[] = [
  {
    name: "TIB",
    unit: "min",
    value: "the bed period",
    source: YASA,
    of: (night) => night.bed,
    n: (night) => night.bedRuns,
    vendor: ({ vendor }) => vendor?.bed,
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
    vendor: ({ vendor }) => vendor?.asleep,
  },
  {
    name: "WASO",
    unit: "min",
    value: "time awake in `SPT`, to the last sleep; `SPT` is `TST + WASO + X`",
    source: "yasa 0.8, Dreem's sleep endpoints; others count to lights on, see `WASOtib`",
    of: (night) => night.wake,
    n: (night) => night.wakeRuns,
    ...OF_WAKE,
    // A vendor that gives the latency counts it as time awake.
    vendor: ({ vendor }) => vendor?.latency === undefined ? vendor?.stages.wake : undefined,
  },
  {
    name: "WASOtib",
    unit: "min",
    value: "`TIB - SOL - TST`, to lights on; with what is not known",
    source: "Menghini 2021; as wake to lights on also doi 10.1186/s40359-016-0107-6, table 1",
    of: (night) => night.bed - night.onset - night.asleep,
    ...OF_WAKE,
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
    of: ({ asleep, bed, untold }) => percent(asleep - untold, bed - untold),
    n: (night) => night.asleepRuns,
    ...OF_WAKE,
    vendor: ({ vendor, bed }) =>
      vendor?.efficiency ?? (vendor?.asleep && percent(vendor.asleep, vendor.bed ?? bed)),
  },
  {
    name: "SME",
    unit: "%",
    value: "`TST` as a share of `SPT`",
    source: YASA,
    of: ({ asleep, period, untold }) => percent(asleep - untold, period - untold),
    n: (night) => night.asleepRuns,
    ...OF_WAKE,
  },
  {
    name: "SOL",
    unit: "min",
    value: "from lights off to the first sleep",
    source: YASA,
    of: (night) => night.onset,
    unknown: ({ isLatencyKnown }) => isLatencyKnown ? undefined : UNKNOWN_REASONS.latency,
    vendor: ({ vendor }) => vendor?.latency,
  },
  {
    name: "SOL5",
    unit: "min",
    value: "to the first unbroken sleep of at least 5 minutes",
    source: "yasa 0.8, as `SOL_5min`",
    of: (night) => night.onset5,
    unknown: (night) => unbroken(night, night.isOnset5Known),
  },
  {
    name: "LPS10",
    unit: "min",
    value: "to the first unbroken sleep of at least 10 minutes",
    source: "Dreem's sleep endpoints, latency to persistent sleep",
    of: (night) => night.onset10,
    unknown: (night) => unbroken(night, night.isOnset10Known),
  },
  {
    name: "REM_latency",
    unit: "min",
    value: "from the first sleep to the first REM sleep",
    source: "Dreem's sleep endpoints; the AASM by yasa's discussion 148",
    of: (night) => night.rem - night.onset,
    unknown: remUnknown,
    known: remKnown,
  },
  {
    name: "REM_latency_lightsoff",
    unit: "min",
    value: "from lights off to the first REM sleep",
    source: "yasa 0.8, as `Lat_REM`; doi 10.1186/s40359-016-0107-6, table 1",
    of: (night) => night.rem,
    unknown: (night) =>
      remUnknown(night) ?? (night.isLatencyKnown ? undefined : UNKNOWN_REASONS.latency),
    known: remKnown,
  },
  {
    name: "awakenings",
    unit: "count",
    value: "direct changes from sleep to wake in `SPT`, thus without the last one",
    source: "yasa's transitions, counted in `SPT`",
    of: (night) => night.awakenings,
    n: (night) => night.awakenings || 0,
    ...OF_WAKE,
    vendor: ({ vendor }) => vendor?.awakenings,
  },
  {
    name: "SFI",
    unit: "1/h",
    value: "direct changes from sleep to wake, the last too, by hour of `TST`",
    source: YASA,
    of: (night) => perHour(night.toWake, night.asleep - night.untold),
    n: (night) => night.toWake,
    ...OF_WAKE,
  },
  {
    name: "SFI_N1",
    unit: "1/h",
    value: "changes from sleep to wake or N1 by hour of `TST`, where the table has N1",
    source: "Haba-Rubio 2004",
    of: (night) => perHour(night.toLight, night.asleep - night.untold),
    n: (night) => night.toLight,
    ...OF_WAKE,
  },
];

/** Parts of definitions of what depends on one stage. */
const OF_STAGE = {
  unknown: ({ unknown }: StageTotals) => unknown,
  known: ({ known }: StageTotals) => known,
};

/** The statistics of each stage, named for N1. */
export const STAGE_STATISTICS: readonly ComputedStatistic<StageTotals>[] = [
  {
    name: "N1_min",
    unit: "min",
    value: "minutes of a stage",
    source: YASA,
    of: (stage) => stage.total,
    n: (stage) => stage.runs,
    ...OF_STAGE,
    vendor: ({ vendorTotal }) => vendorTotal,
  },
  {
    name: "N1_pct",
    unit: "%",
    value: "their share of `TST`",
    source: "yasa 0.8, Dreem's sleep endpoints",
    of: (stage) => percent(stage.total, stage.asleep),
    n: (stage) => stage.runs,
    ...OF_STAGE,
    unknown: ({ unknown, isOnlyStage }) =>
      unknown ?? (isOnlyStage ? UNKNOWN_REASONS.stages : undefined),
    vendor: ({ vendorTotal, vendorAsleep }) =>
      vendorTotal === undefined || vendorAsleep === undefined
        ? undefined
        : percent(vendorTotal, vendorAsleep),
  },
  {
    name: "N1_runs",
    unit: "count",
    value: "unbroken runs of a stage",
    source: "yasa's periods",
    of: (stage) => Number.isNaN(stage.total) ? NaN : stage.runs,
    n: (stage) => stage.runs,
    ...OF_STAGE,
  },
  {
    name: "N1_run_median",
    unit: "min",
    value: "their median length",
    source: "yasa's periods",
    of: (stage) => stage.median,
    n: (stage) => stage.runs,
    ...OF_STAGE,
  },
  {
    name: "N1_run_longest",
    unit: "min",
    value: "the longest of them",
    source: "yasa's periods",
    of: (stage) => stage.longest,
    n: (stage) => stage.runs,
    ...OF_STAGE,
  },
];

/**
 * The statistics of `sleep.statistics`, in their order, each with the source that defines it so. Those
 * of stages are listed for N1; each stage of the table has them, time awake without a share.
 */
export const STATISTICS: readonly StatisticDefinition[] = [...NIGHT_STATISTICS, ...STAGE_STATISTICS]
  .map(({ name, unit, value, source }) => ({ name, unit, value, source }));

function unbroken({ isLatencyKnown }: NightTotals, isKnown: boolean): string | undefined {
  if (!isLatencyKnown) return UNKNOWN_REASONS.latency;
  return isKnown ? undefined : UNKNOWN_REASONS.wake;
}

function remKnown({ scored, asleep, told }: NightTotals): number {
  return scored - (asleep - told[KNOWN.rem]! || 0); // NaN if nothing is scored
}

function remUnknown({ isRemKnown, asleep, told }: NightTotals): string | undefined {
  if (!isRemKnown) return UNKNOWN_REASONS.rem;
  if (!(asleep > 0) || told[KNOWN.rem]! > 0) return undefined;
  return told[KNOWN.light]! > 0 ? UNKNOWN_REASONS.stage : UNKNOWN_REASONS.stages;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? NaN : 100 * part / whole;
}

function perHour(count: number, asleep: number): number {
  return asleep === 0 ? NaN : count / (asleep / HOUR_US);
}
