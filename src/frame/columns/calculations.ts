/**
 * The statistics that a time series may carry in addition to its values, with the prefix that each puts before
 * the name of the value column: `max` of `heart_rate` is the column `max_heart_rate`.
 */
export const CALCULATION_PREFIX = {
  max: "max_",
  min: "min_",
  delta: "delta_",
  mean: "mean_",
  uniques: "uniq_",
  allpoints: "all_",
  rollingmean: "rollingmean_",
  mode: "mode_",
} as const;

/** A statistic that a time series carries in addition to its values. */
export type Calculation = keyof typeof CALCULATION_PREFIX;

/** Those of which each slot holds a list: of its distinct values, and of all its values. */
export const LIST_CALCULATIONS: readonly Calculation[] = ["uniques", "allpoints"];
