import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { CALCULATION_PREFIX, LIST_CALCULATIONS } from "../../frame/columns/calculations.ts";

const UNITS = new Map(METRIC_TABLE.map(([_, unit, column]) => [column, unit]));
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
