/** Sleep: stages, nights, statistics, and comparisons of devices. @module */
import "../frame/inNotebook.ts";
export { aggregate, type AggregateOptions } from "./aggregate.ts";
export { type AggregateFunction } from "./kernel/stageDurations.ts";
export { agreement, type AgreementOptions, type AgreementStatistic } from "./agreement.ts";
export { type BedPeriodOptions } from "./nights/findBedPeriods.ts";
export { blandAltman, type BlandAltmanOptions, type BlandAltmanStatistic } from "./blandAltman.ts";
export { calibrate, type CalibrateOptions } from "./calibrate.ts";
export { type CloneOptions } from "./clones/clones.ts";
export { consensus, type ConsensusOptions } from "./consensus.ts";
export { type CycleOptions } from "./kernel/cycleOptions.ts";
export { type CycleColumn, cycles } from "./cycles.ts";
export { findClones, type FindClonesOptions } from "./findClones.ts";
export { type FreeDays } from "./nights/freeDays.ts";
export { type Shifts } from "./nights/shifts.ts";
export {
  type ActivityAlgorithm,
  type ActivityVariant,
  fromActivity,
  type FromActivityOptions,
} from "./fromActivity.ts";
export { fromHypnogram, type FromHypnogramOptions, type HypnogramCode } from "./fromHypnogram.ts";
export { hypnodensity } from "./hypnodensity.ts";
export {
  fromHypnogramFile,
  type FromHypnogramFileOptions,
  type HypnogramFormat,
  toHypnogramFile,
  type ToHypnogramFileOptions,
} from "./hypnogramFile.ts";
export { fromSamples, type FromSamplesOptions } from "./fromSamples.ts";
export { type HypnogramCodes } from "./stages/hypnogramWords.ts";
export { type Priority, type PrioritySpan } from "./stages/ranks.ts";
export type { BootstrapForm } from "../series/numerics/bootstrap.ts";
export type { IntervalOptions } from "./agreement/intervalSettings.ts";
export { knownStages } from "./knownStages.ts";
export {
  type LimitForms,
  limitsOfAgreement,
  type LimitsOfAgreementOptions,
  type LimitsOfAgreementStatistic,
} from "./limitsOfAgreement.ts";
export { merge, type MergeOptions } from "./merge.ts";
export { mergeReport, type MergeReportOptions } from "./mergeReport.ts";
export { type NightRule } from "./nights/nightOf.ts";
export { type NightColumn, nightly, type NightlyOptions } from "./nightly.ts";
export { type NightOptions } from "./nights/nightSessions.ts";
export { type NightSleepOptions } from "./nights/nightSleeps.ts";
export { nremCycles, type NremCyclesOptions } from "./nremCycles.ts";
export { type PairOptions } from "./agreement/pairDifferences.ts";
export { pick, type PickOptions } from "../frame/pick.ts";
export { type OnInvalid } from "./stages/readStages.ts";
export { regularity, type RegularityOptions, type RegularityStatistic } from "./regularity.ts";
export { type SleepWakeOptions, type Uncovered } from "./nights/sleepWake.ts";
export { type SessionColumn, sessions, type SessionsOptions } from "./sessions.ts";
export { softAgreement } from "./softAgreement.ts";
export { stages, type StagesOptions } from "./stages.ts";
export {
  AASM_STAGES,
  CONSUMER_STAGES,
  type NamedStageTable,
  type Stage,
  type Stages,
  type StageTable,
} from "./stages/stageTables.ts";
export {
  type NightStatistic,
  type StatisticDefinition,
  type StatisticName,
  STATISTICS,
} from "./nights/statisticDefinitions.ts";
export { type StageFrameOptions } from "./stages/stageFrameOptions.ts";
export { statistics, type StatisticsOptions } from "./statistics.ts";
export { timing, type TimingOptions, type TimingStatisticName } from "./timing.ts";
export { toEpochs, type ToEpochsOptions } from "./toEpochs.ts";
export { transitions, type TransitionsOptions } from "./transitions.ts";
export { validate, type ValidateOptions, type Validation } from "./validate.ts";
export { type VotesOptions } from "./agreement/votes.ts";
export { withoutClones, type WithoutClonesOptions } from "./withoutClones.ts";
