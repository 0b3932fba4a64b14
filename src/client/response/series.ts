import {
  type Calculation,
  CALCULATION_PREFIX,
  LIST_CALCULATIONS,
} from "../../frame/columns/calculations.ts";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** Returns the requested metrics of a time series, in order. */
export function seriesMetrics(args: ArgumentValues): readonly string[] {
  return (args["metrics"] ?? [args["metric"]]) as readonly string[];
}

/** Returns the column names of a time series, given the value columns of its metrics. */
export function seriesNames(args: ArgumentValues, valueColumns: readonly string[]): string[] {
  const added = calculations(args).map((calculation) => CALCULATION_PREFIX[calculation]);
  return [
    "time",
    ...valueColumns.flatMap((column) => [column, ...added.map((prefix) => prefix + column)]),
  ];
}

/** Returns the column types of a time series: `time`, numbers, and lists of numbers. */
export function seriesSchema(args: ArgumentValues, names: readonly string[]): Schema {
  const lists = calculations(args).filter((calculation) => LIST_CALCULATIONS.includes(calculation));
  const isList = (name: string): boolean =>
    lists.some((calculation) =>
      name.startsWith(CALCULATION_PREFIX[calculation]) &&
      names.includes(name.slice(CALCULATION_PREFIX[calculation].length))
    );
  return Object.fromEntries(
    names.map((name): [string, ColumnType] => [
      name,
      name === "time" ? "time" : isList(name) ? { list: "float64" } : "float64",
    ]),
  );
}

function calculations(args: ArgumentValues): readonly Calculation[] {
  return (args["calculations"] ?? []) as readonly Calculation[];
}
