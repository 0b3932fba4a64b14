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

/** Definition of a statistic of a night. */
export interface StatisticDefinition {
  /** Name; statistics of stages are listed for N1. */
  readonly name: StatisticName;
  /** Unit of the value. */
  readonly unit: "min" | "%" | "1/h" | "count";
  /** Meaning in words. */
  readonly value: string;
  /** Source of the definition, and sources that differ. */
  readonly source: string;
}

/** A definition with the functions that compute it. */
export interface ComputedStatistic<T> extends StatisticDefinition {
  /** Value, a length in microseconds for minutes; NaN if undefined. */
  readonly of: (totals: T) => number;
  /** Number of runs or changes behind the value. @default 1, or 0 if undefined */
  readonly n?: (totals: T) => number;
  /** Reason why stages cannot show the value; `undefined` if they can. @default they can */
  readonly unknown?: (totals: T) => string | undefined;
  /** Length of the part of the bed period for which it is known. @default sleep and wake */
  readonly known?: (totals: T) => number;
  /** Vendor's value for a night without stages; `undefined` if it gives none. @default none */
  readonly vendor?: (totals: T) => number | undefined;
}

/** Sums over the runs of one stage in a bed period; lengths in microseconds. */
export interface StageTotals {
  /** Total length; NaN if nothing is scored. */
  readonly total: number;
  /** Number of runs. */
  readonly runs: number;
  /** Median length of a run; NaN without runs. */
  readonly median: number;
  /** Length of the longest run; NaN without runs. */
  readonly longest: number;
  /** Sleep that is known to be in the stage or not; NaN if nothing is scored. */
  readonly asleep: number;
  /** `true` if the sources detect no other stage, so that its share means nothing. */
  readonly isOnlyStage: boolean;
  /** Reason why its length is unknown; `undefined` if it is known. */
  readonly unknown: string | undefined;
  /** Length of the part of the bed period for which it is known. */
  readonly known: number;
  /** Vendor's total of the stage, if the night has one. */
  readonly vendorTotal: number | undefined;
  /** Vendor's total of the time asleep. */
  readonly vendorAsleep: number | undefined;
}

const YASA = "yasa 0.8";

/** Reasons for null values in the results of `sleep.statistics` and `sleep.nightly`. */
export const UNKNOWN_REASONS = {
  wake: "wake is not recorded",
  latency: "the start of the time in bed is not recorded",
  stages: "the stages are not recorded",
  stage: "this stage is not told apart",
  rem: "sleep of unknown stage comes before the first REM sleep",
} as const;

/** Parts of the definitions of statistics that depend on wake. */
const OF_WAKE = {
  unknown: ({ isWakeKnown }: NightTotals) => isWakeKnown ? undefined : UNKNOWN_REASONS.wake,
  known: ({ scored, untold }: NightTotals) => scored - untold,
};

/** Statistics of the whole night, in their order. */
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
    // A vendor that reports the latency includes it in the time awake.
    vendor: ({ vendor }) => vendor?.latency === undefined ? vendor?.stages.wake : undefined,
  },
  {
    name: "WASOtib",
    unit: "min",
    value: "time awake from the first sleep to lights on, and time not known: `TIB - SOL - TST`",
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
    value: "direct changes from sleep to wake in `SPT`, not counting the last one",
    source: "yasa's transitions, counted in `SPT`",
    of: (night) => night.awakenings,
    n: (night) => night.awakenings || 0,
    ...OF_WAKE,
    vendor: ({ vendor }) => vendor?.awakenings,
  },
  {
    name: "SFI",
    unit: "1/h",
    value: "direct changes from sleep to wake, including the last, per hour of `TST`",
    source: YASA,
    of: (night) => perHour(night.toWake, night.asleep - night.untold),
    n: (night) => night.toWake,
    ...OF_WAKE,
  },
  {
    name: "SFI_N1",
    unit: "1/h",
    value: "changes from sleep to wake or N1 per hour of `TST`, if the table has N1",
    source: "Haba-Rubio 2004",
    of: (night) => perHour(night.toLight, night.asleep - night.untold),
    n: (night) => night.toLight,
    ...OF_WAKE,
  },
];

/** Parts of the definitions of statistics that depend on one stage. */
const OF_STAGE = {
  unknown: ({ unknown }: StageTotals) => unknown,
  known: ({ known }: StageTotals) => known,
};

/** Statistics of each stage, listed for N1. */
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
 * Statistics of `sleep.statistics` in their order, each with the source of its definition.
 * Statistics of stages are listed for N1; each stage of the table has them, but wake has no share.
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
