import type { Client } from "../../client/client.ts";
import type { MetricName } from "../../api/fields/metricTable.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Names of vendors' values that add up over a day, in the readers' words. */
const CUMULATIVE = /calories|^active_\w*minutes$/;

/**
 * Finds or defines the user's own metrics for values without a metric in the catalog. Existing ones
 * are found by name and unit.
 *
 * @returns the identifiers of the metrics, such as `Metric/<uuid>`
 */
export async function ownMetrics(
  client: Client,
  others: Readonly<Record<string, Frame>>,
): Promise<Record<string, MetricName>> {
  const names = Object.keys(others);
  if (names.length === 0) return {};
  const [types, userid] = await Promise.all([
    client.api.catalog.list({ category: "user_configured" }),
    client.userid(),
  ]);
  const found: Record<string, MetricName> = {};
  for (const name of names) {
    const { unit: units } = openFrame(others[name]!).read({ "unit?": "text" });
    const unit = units?.values.find((unit) => unit !== null) ?? null;
    const known = types.find((type) =>
      type.svc_userid === userid && type.class === "metric" && !type.deprecated &&
      type.name === name && (type.unit ?? null) === unit
    );
    found[name] = (known?.id ?? (await client.api.catalog.define({
      base_type: "Metric",
      body: {
        name,
        description: `${name}, as an export has it`,
        record_spec: {
          ...unit === null ? {} : { unit },
          aggregation: CUMULATIVE.test(name) ? "cumulative" : "discrete",
        },
      },
    })).id) as MetricName;
  }
  return found;
}
