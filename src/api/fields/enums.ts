import type { Calculation } from "../../frame/columns/calculations.ts";

/** The forms in which a frame is carried. */
export const OUTPUT_METHODS = [
  "ndjson",
  "jstable",
  "jscolumns",
  "arrow",
  "arrowraw",
  "parquet",
  "csv",
  "quotecsv",
] as const;

/** A form in which a frame is carried. */
export type OutputMethod = typeof OUTPUT_METHODS[number];

/** Windows of an aggregate. */
export const AGGREGATE_RESOLUTIONS = ["15m", "60m", "day"] as const;

/** Functions of an aggregate. */
export const AGGREGATE_FUNCTIONS = ["sum", "avg", "min", "max"] as const;

/** A function of an aggregate. */
export type AggregateFunction = typeof AGGREGATE_FUNCTIONS[number];

/** Forms in which records are carried. */
export const RESPONSE_FORMATS = ["json", "csv"] as const;

/** Orders of records by time. */
export const SORT_ORDERS = ["asc", "desc"] as const;

/** How a sleep cycle is assigned to a period: by its start, by its end, or cut at the boundaries. */
export const SLEEP_MODES = ["start", "end", "split"] as const;

/** How a sleep cycle is assigned to a period. */
export type SleepMode = typeof SLEEP_MODES[number];

/** Statistics that a time series may carry in addition to its values, as the wire names them. */
export const TIME_SERIES_CALCULATIONS = [
  "max",
  "min",
  "delta",
  "mean",
  "uniques",
  "allpoints",
  "rollingmean",
  "mode",
] as const satisfies readonly Calculation[];
