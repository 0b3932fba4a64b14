import {
  type Calculation,
  CALCULATION_PREFIX,
  LIST_CALCULATIONS,
} from "../../frame/columns/calculations.ts";
import type { ColumnType, Schema } from "../../frame/columns/schema.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";

/** The metrics that a time series was asked for, in order. */
export function seriesMetrics(args: ArgumentValues): readonly string[] {
  return (args["metrics"] ?? [args["metric"]]) as readonly string[];
}

/** The names of the columns of a time series whose metrics have these value columns. */
export function seriesNames(args: ArgumentValues, valueColumns: readonly string[]): string[] {
  const added = calculations(args).map((calculation) => CALCULATION_PREFIX[calculation]);
  return [
    "time",
    ...valueColumns.flatMap((column) => [column, ...added.map((prefix) => prefix + column)]),
  ];
}

/** The types of the columns of a time series: `time`, numbers, and lists of numbers. */
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
