/** Time series: windows, statistics, comparisons and rhythm. @module */
import "../frame/inNotebook.ts";
export { align, type AlignEach, type AlignOptions } from "./align.ts";
export { around, type AroundOptions } from "./around.ts";
export { between, type BetweenOptions } from "./between.ts";
export type { Between, OpenRange } from "../time/openRange.ts";
export type { Calculation } from "../frame/columns/calculations.ts";
export {
  type ChangePoint,
  changePoint,
  type ChangePointOptions,
  type ChangePointStatistic,
} from "./changePoint.ts";
export {
  type ChangePoints,
  changePoints,
  type ChangePointsOptions,
  type ChangePointsStatistic,
} from "./changePoints.ts";
export { type Closed } from "./windows/closedRows.ts";
export {
  compare,
  type CompareMethod,
  type CompareOptions,
  type CompareStatistic,
} from "./compare.ts";
export { convert, type ConvertOptions, type UnitChange } from "./convert.ts";
export { type SharedEffect } from "./statistics/sharedEffects.ts";
export { type Substance } from "./units/unitTables.ts";
export { type Adjust } from "./numerics/adjustP.ts";
export {
  correlate,
  type Correlation,
  type CorrelationOptions,
  type CorrelationStatistic,
  type OnePair,
  type SeveralPairs,
} from "./correlate.ts";
export { type CorrelationMethod } from "./statistics/correlation.ts";
export { type StepOptions } from "./input/readSteps.ts";
export {
  cosinor,
  type CosinorErrors,
  type CosinorOptions,
  type CosinorStatistic,
} from "./cosinor.ts";
export type { Statistics, StatisticsMembers } from "../frame/statistics.ts";
export { type DatePart, dateParts, type DatePartsOptions } from "./dateParts.ts";
export {
  decompose,
  type Decomposed,
  type DecomposeOptions,
  type DecomposeStatistic,
} from "./decompose.ts";
export { effort, type EffortOptions } from "./effort.ts";
export {
  extendedCosinor,
  type ExtendedCosinorOptions,
  type ExtendedCosinorStatistic,
} from "./extendedCosinor.ts";
export {
  fluctuations,
  type FluctuationsOptions,
  type FluctuationsStatistic,
} from "./fluctuations.ts";
export {
  fragmentation,
  type FragmentationOptions,
  type FragmentationStatistic,
} from "./fragmentation.ts";
export { fromSamples, type FromSamplesOptions } from "./fromSamples.ts";
export {
  type BeatFilter,
  type BeatVariant,
  hrv,
  type HrvOptions,
  type HrvStatistic,
} from "./hrv.ts";
export { instant } from "./instant.ts";
export {
  intensityGradient,
  type IntensityGradientOptions,
  type IntensityGradientStatistic,
} from "./intensityGradient.ts";
export {
  type Interrupted,
  interrupted,
  type InterruptedMethod,
  type InterruptedOptions,
  type InterruptedStatistic,
} from "./interrupted.ts";
export { light, type LightOptions, type LightStatistic } from "./light.ts";
export { mixed, type MixedOptions, type MixedStatistic } from "./mixed.ts";
export { paired, type PairedOptions, type PairedStatistic } from "./paired.ts";
export {
  periodogram,
  type PeriodogramMethod,
  type PeriodogramNoise,
  type PeriodogramOptions,
} from "./periodogram.ts";
export { type GroupOptions } from "./statistics/readGroups.ts";
export { type GroupedSeriesColumns, type SeriesColumns } from "./input/readValues.ts";
export {
  type MeaningReducer,
  type Percentile,
  type Reducer,
  type RollingReducer,
  type RowReducer,
} from "./input/reducers.ts";
export { restingRate, type RestingRateOptions, type RestingRateStatistic } from "./restingRate.ts";
export { resample } from "./resample.ts";
export { type ResampleOptions, type WindowLabel } from "./windows/resampleOptions.ts";
export { type Aggregate } from "./input/aggregate.ts";
export { rhythm, type RhythmOptions, type RhythmStatistic, type RhythmVariant } from "./rhythm.ts";
export { rolling, type RollingOptions } from "./rolling.ts";
export {
  type StreakLimits,
  type Streaks,
  streaks,
  type StreaksOptions,
  type StreaksStatistic,
} from "./streaks.ts";
export { thin, type ThinMethod, type ThinOptions } from "./thin.ts";
export { type Trend, trend, type TrendOptions, type TrendStatistic } from "./trend.ts";
export type { TrendUnit } from "./fittedSteps.ts";
export { type Unusual, unusual, type UnusualOptions, type UnusualStatistic } from "./unusual.ts";
export {
  type NonWearMethod,
  type NonWearVariant,
  withoutNonWear,
  type WithoutNonWearOptions,
} from "./withoutNonWear.ts";
