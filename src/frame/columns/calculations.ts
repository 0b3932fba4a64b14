/**
 * Statistics that a time series can have in addition to its values, with their column prefixes:
 * `max` of `heart_rate` is the column `max_heart_rate`.
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

/** Statistic that a time series has in addition to its values. */
export type Calculation = keyof typeof CALCULATION_PREFIX;

/** Calculations that are lists: the distinct values of each slot, and all of its values. */
export const LIST_CALCULATIONS: readonly Calculation[] = ["uniques", "allpoints"];
