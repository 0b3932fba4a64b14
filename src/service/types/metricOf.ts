import type { Metric } from "../../schema/metrics.ts";
import { findType } from "./dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";

/**
 * Finds a metric by its name: built-in, defined by a user (`Metric/<uuid>`), or an annotation with
 * a value (`NumericAnnotation/<uuid>`).
 *
 * @param owner User who owns the samples and the definition.
 * @throws {Problem} 404 if the metric does not exist
 */
export async function metricOf(context: Context, owner: string, name: string): Promise<Metric> {
  const type = await findType(context, owner, name, { deleted: true });
  if (type?.isBase && type.entry.class === "metric") {
    throw notFound(`${name} holds measurements of many kinds: name one, ${name}/<uuid>`);
  }
  if (type === undefined || type.metric === null) {
    throw notFound(`Unknown metric ${JSON.stringify(name)}`);
  }
  return type.metric;
}
