import type { Metric } from "../api/metrics.ts";
import { METRICS } from "./dataTypes.ts";
import { notFound } from "./problem.ts";

/**
 * A built-in metric by its name.
 *
 * @throws {Problem} 404 if there is none
 */
export function metricOf(name: string): Metric {
  const metric = METRICS.get(name);
  if (metric === undefined) throw notFound(`There is no metric ${JSON.stringify(name)}`);
  return metric;
}
