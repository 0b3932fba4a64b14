import type { Metric } from "../../schema/metrics.ts";
import { invalid } from "./problem.ts";

/**
 * Rejects metrics that would share a column, because users may choose equal names.
 *
 * @param taken Other columns of the answer.
 * @throws {Problem} 422 that names them
 */
export function rejectDuplicates(metrics: readonly Metric[], taken: readonly string[] = []): void {
  const known = new Map(taken.map((column) => [column, "the answer"]));
  for (const { name, value_column } of metrics) {
    const other = known.get(value_column);
    if (other !== undefined) {
      throw invalid(
        ["query", "metrics"],
        `${other} and ${name} both have a column ${value_column}; ask for ${name} by itself`,
      );
    }
    known.set(value_column, name);
  }
}
