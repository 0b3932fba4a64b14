import type { Calculation } from "../../frame/columns/calculations.ts";

/** Formats of a frame. */
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

/** Format of a frame. */
export type OutputMethod = typeof OUTPUT_METHODS[number];

/** Windows of an aggregate. */
export const AGGREGATE_RESOLUTIONS = ["15m", "60m", "day"] as const;

/** Functions of an aggregate. */
export const AGGREGATE_FUNCTIONS = ["sum", "avg", "min", "max"] as const;

/** A function of an aggregate. */
export type AggregateFunction = typeof AGGREGATE_FUNCTIONS[number];

/** Formats of records. */
export const RESPONSE_FORMATS = ["json", "csv"] as const;

/** Orders of records by time. */
export const SORT_ORDERS = ["asc", "desc"] as const;

/** Ways to assign a sleep cycle to a period: by its start, by its end, or split at the boundaries. */
export const SLEEP_MODES = ["start", "end", "split"] as const;

/** Way to assign a sleep cycle to a period. */
export type SleepMode = typeof SLEEP_MODES[number];

/** Optional statistics of a time series, under their names on the wire. */
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
