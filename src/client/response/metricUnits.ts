import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import type { Windows } from "../../frame/polars/displays.ts";
import { windowLength } from "../../time/length.ts";
import { CALCULATION_PREFIX, LIST_CALCULATIONS } from "../../frame/columns/calculations.ts";

const UNITS = new Map(METRIC_TABLE.map(([_, unit, column]) => [column, unit]));
const KINDS = new Map(
  METRIC_TABLE.flatMap(([_, _unit, column, kind]) =>
    kind === null ? [] : [[column, kind] as const]
  ),
);
const PREFIXES = Object.entries(CALCULATION_PREFIX)
  .filter(([calculation]) => !(LIST_CALCULATIONS as readonly string[]).includes(calculation))
  .map(([, prefix]) => prefix);

/** Returns the units of the columns of a time series, for built-in metrics. */
export function metricUnits(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const prefix = UNITS.has(name) ? "" : PREFIXES.find((one) => name.startsWith(one)) ?? "";
    const unit = UNITS.get(name.slice(prefix.length));
    return unit === undefined ? [] : [[name, unit]];
  }));
}

/**
 * Returns the windows of a time series: sums of what adds up and means of everything else, for
 * built-in metrics.
 *
 * @param samprate Seconds between rows, or a length such as `15m`.
 */
export function metricWindows(names: readonly string[], samprate: unknown): Windows {
  const text = String(samprate ?? 60);
  return {
    every: windowLength(/^\d+$/.test(text) ? `${text}s` : text),
    aggregates: Object.fromEntries(
      names.filter((name) => KINDS.has(name))
        .map((name) => [name, KINDS.get(name) === "cumulative" ? "sum" : "mean"]),
    ),
  };
}
