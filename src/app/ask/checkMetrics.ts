import { METRIC_TABLE, type MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { suggestMetric } from "../../client/response/suggestMetric.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { MetricKind } from "../../schema/enums.ts";

/** Properties of a metric that are known before its data is read. */
export interface KnownMetric {
  readonly name: MetricName;
  readonly unit: string;
  readonly column: string;
  /** Kind of aggregation; null if unknown. */
  readonly kind: MetricKind | null;
}

/**
 * Units whose numbers are codes without a mean, with an alternative for each. Ordered codes
 * (severity, change, amount) are not listed, because their mean is commonly used.
 */
const CODES: Readonly<Record<string, string>> = {
  stage: "use me.nightly() or sleep.statistics()",
  presence: "count its samples, or how long they last: me.samples()",
  occurrence: "count its samples: me.samples()",
  stood: "count its samples: me.samples()",
  magnitude: "count its samples: me.samples()",
  result: "read its samples: me.samples()",
  type: "read its samples: me.samples()",
  quality: "read its samples: me.samples()",
};

/** Units with numbers that are ranks: ordered, but with unequal steps. */
const RANKS: ReadonlySet<string> = new Set(["severity", "change", "amount"]);

/** Built-in metrics by name and by value column. */
const BUILT_IN = new Map(
  METRIC_TABLE.flatMap(([name, unit, column, kind]): [string, KnownMetric][] => {
    const metric = { name, unit, column, kind };
    return [[column, metric], [name, metric]];
  }),
);

/** Returns whether the numbers of a unit are codes, which have no mean. */
export function isCode(unit: string): boolean {
  return Object.hasOwn(CODES, unit);
}

/**
 * Returns whether a metric's numbers are ranks, which Pearson's correlation would treat as amounts.
 */
export function isRank({ unit }: KnownMetric): boolean {
  return RANKS.has(unit);
}

/**
 * Finds metrics that have daily values, by name or value column.
 *
 * @param action Action for messages, such as `read metrics by the day`.
 * @param others Names of measures that are not metrics, for suggestions.
 * @throws {TypeError} if a name is not text, or the metric's numbers are codes
 * @throws {RangeError} if a metric does not exist; the message suggests the nearest name
 */
export async function checkMetrics(
  me: Pick<Client, "api">,
  names: readonly string[],
  action: string,
  others: readonly string[] = [],
): Promise<KnownMetric[]> {
  const metrics = await findMetrics(me, names, action, others);
  const code = metrics.find(({ unit }) => isCode(unit));
  if (code === undefined) return metrics;
  throw new TypeError(
    `Cannot ${action}: the numbers of ${code.name} are codes (${code.unit}), which have no sum and no ` +
      `mean; ${CODES[code.unit]}`,
  );
}

/**
 * Finds metrics by name or value column: built-in ones here, others in the service's catalog.
 *
 * @param action Action for messages, such as `read samples`.
 * @throws {TypeError} if a name is not text
 * @throws {RangeError} if a metric does not exist; the message suggests the nearest name
 */
export async function findMetrics(
  me: Pick<Client, "api">,
  names: readonly string[],
  action: string,
  others: readonly string[] = [],
): Promise<KnownMetric[]> {
  for (const name of names) {
    if (typeof name === "string") continue;
    throw new TypeError(
      `Cannot ${action}: a metric is ${describeValue(name)}, expected a name such as "StepCount"`,
    );
  }
  const catalog = names.every((name) => BUILT_IN.has(name)) ? [] : await me.api.metrics.catalog();
  const own = new Map(
    catalog.flatMap((
      { name, unit, value_column: column, metric_kind: kind },
    ): [string, KnownMetric][] => {
      const metric = { name, unit, column, kind };
      return [[column, metric], [name, metric]];
    }),
  );
  return names.map((name) => {
    const metric = own.get(name) ?? BUILT_IN.get(name);
    if (metric !== undefined) return metric;
    throw new RangeError(
      `Cannot ${action}: there is no metric ${JSON.stringify(name)}` +
        suggestMetric(name, [...others, ...catalog.map((entry) => entry.name)]),
    );
  });
}
