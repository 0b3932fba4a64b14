import { METRIC_TABLE, type MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { suggestMetric } from "../../client/response/suggestMetric.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { MetricKind } from "../../schema/enums.ts";

/** What is known of a metric before any of its data is asked for. */
export interface KnownMetric {
  /** Its name. */
  readonly name: MetricName;
  /** Its unit. */
  readonly unit: string;
  /** Its value column. */
  readonly column: string;
  /** How it adds up; null where that is not known. */
  readonly kind: MetricKind | null;
}

/**
 * Units whose numbers are codes: names in disguise, of which there is no mean, and what to ask
 * instead. Ordered codes (severity, change, amount) are not among them: their mean is in use.
 */
const CODES: Readonly<Record<string, string>> = {
  stage: "use me.lastNight(), me.sleep.aggregate() or sleep.statistics()",
  presence: "count its samples, or how long they last: me.metrics.samples()",
  occurrence: "count its samples: me.metrics.samples()",
  stood: "count its samples: me.metrics.samples()",
  magnitude: "count its samples: me.metrics.samples()",
  result: "read its samples: me.metrics.samples()",
  type: "read its samples: me.metrics.samples()",
  quality: "read its samples: me.metrics.samples()",
};

/** Units whose numbers are ranks: they are ordered, but the steps between them are not equal. */
const RANKS: ReadonlySet<string> = new Set(["severity", "change", "amount"]);

const BUILT_IN = new Map(
  METRIC_TABLE.map(([name, unit, column, kind]): [string, KnownMetric] => [
    name,
    { name, unit, column, kind },
  ]),
);

/** Whether a unit's numbers are codes, of which there is no mean. */
export function isCode(unit: string): boolean {
  return Object.hasOwn(CODES, unit);
}

/** Whether a metric's numbers are ranks, which a Pearson correlation takes for amounts. */
export function isRank({ unit }: KnownMetric): boolean {
  return RANKS.has(unit);
}

/**
 * The metrics of some names, by the catalog: only those of which there are daily values. The built-in
 * ones are known here; the service's catalog is asked for others.
 *
 * @param action What is being done, such as `read metrics by the day`.
 * @throws {TypeError} if a name is no text, or its metric's numbers are codes
 * @throws {RangeError} if there is no metric of a name; the nearest is named
 */
export async function checkMetrics(
  me: Pick<Client, "metrics">,
  names: readonly string[],
  action: string,
): Promise<KnownMetric[]> {
  for (const name of names) {
    if (typeof name === "string") continue;
    throw new TypeError(
      `Cannot ${action}: a metric is ${describeValue(name)}, expected a name such as "StepCount"`,
    );
  }
  const catalog = names.every((name) => BUILT_IN.has(name)) ? [] : await me.metrics.catalog();
  const own = new Map(
    catalog.map((
      { name, unit, value_column: column, metric_kind: kind },
    ): [string, KnownMetric] => [
      name,
      { name, unit, column, kind },
    ]),
  );
  return names.map((name) => {
    const metric = own.get(name) ?? BUILT_IN.get(name);
    if (metric === undefined) {
      throw new RangeError(
        `Cannot ${action}: there is no metric ${JSON.stringify(name)}` +
          suggestMetric(name, [...own.keys()]),
      );
    }
    if (!isCode(metric.unit)) return metric;
    throw new TypeError(
      `Cannot ${action}: the numbers of ${name} are codes (${metric.unit}), which have no sum and no ` +
        `mean; ${CODES[metric.unit]}`,
    );
  });
}
