import type { Metric } from "../../schema/metrics.ts";
import { findType } from "./dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";

/**
 * A metric by its name: one that is built in, or that a user has defined: `Metric/<uuid>`, or an annotation
 * with a value (`NumericAnnotation/<uuid>`).
 *
 * @param owner Whose samples are meant, and whose definition.
 * @throws {Problem} 404 if there is none
 */
export async function metricOf(context: Context, owner: string, name: string): Promise<Metric> {
  const type = await findType(context, owner, name, { deleted: true });
  if (type?.isBase && type.entry.class === "metric") {
    throw notFound(`${name} holds measurements of many kinds: name one, ${name}/<uuid>`);
  }
  if (type === undefined || type.metric === null) {
    throw notFound(`There is no metric ${JSON.stringify(name)}`);
  }
  return type.metric;
}
