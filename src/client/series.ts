import type { TimeSeriesCalculation } from "../api/enums.ts";
import type { ColumnType, Schema } from "../frame/schema.ts";
import type { ArgumentValues } from "./checkArguments.ts";

/** The column of each calculation is this and the value column's name. */
const PREFIXES = {
  max: "max_",
  min: "min_",
  delta: "delta_",
  mean: "mean_",
  uniques: "uniq_",
  allpoints: "all_",
  rollingmean: "rollingmean_",
  mode: "mode_",
} as const satisfies Record<TimeSeriesCalculation, string>;

const LISTS: readonly TimeSeriesCalculation[] = ["uniques", "allpoints"];

/** The metrics that a time series was asked for, in order. */
export function seriesMetrics(args: ArgumentValues): readonly string[] {
  return (args["metrics"] ?? [args["metric"]]) as readonly string[];
}

/** The names of the columns of a time series whose metrics have these value columns. */
export function seriesNames(args: ArgumentValues, valueColumns: readonly string[]): string[] {
  const added = calculations(args).map((calculation) => PREFIXES[calculation]);
  return [
    "time",
    ...valueColumns.flatMap((column) => [column, ...added.map((prefix) => prefix + column)]),
  ];
}

/** The types of the columns of a time series: `time`, numbers, and lists of numbers. */
export function seriesSchema(args: ArgumentValues, names: readonly string[]): Schema {
  const lists = calculations(args).filter((calculation) => LISTS.includes(calculation));
  const isList = (name: string): boolean =>
    lists.some((calculation) =>
      name.startsWith(PREFIXES[calculation]) &&
      names.includes(name.slice(PREFIXES[calculation].length))
    );
  return Object.fromEntries(
    names.map((name): [string, ColumnType] => [
      name,
      name === "time" ? "time" : isList(name) ? { list: "float64" } : "float64",
    ]),
  );
}

function calculations(args: ArgumentValues): readonly TimeSeriesCalculation[] {
  return (args["calculations"] ?? []) as readonly TimeSeriesCalculation[];
}
