import type { MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { type Column, float64Column } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { bisectRight } from "../../time/bisect.ts";
import type { Range } from "../../time/interval.ts";

/** Metrics that vendors also give as one value for a whole night. */
const NIGHT_METRICS: ReadonlySet<string> = new Set(
  [
    "BloodOxygenSaturation",
    "HeartRateVariabilitySDNN",
    "RespiratoryRate",
    "RestingHeartRate",
    "SleepingWristTemperature",
  ] satisfies readonly MetricName[],
);

/** Returns whether a sample of a metric may be the value of a night. */
export function isNightMetric(name: string): boolean {
  return NIGHT_METRICS.has(name);
}

/**
 * Reads the mean of a metric by day. Each sample counts once, on the day on which it ends: the
 * value of a night belongs to the wake-up date, like the sleep, not to the evening before as well.
 *
 * @param time First instant of each day, and the end of the last.
 * @returns a column with null for days without samples
 */
export async function nightMetric(
  me: Pick<Client, "api">,
  time: BigInt64Array,
  asked: Range & { readonly metric: MetricName; readonly svc_userid?: string },
): Promise<Column> {
  const samples = await me.api.metrics.samples(asked);
  const { start_date, end_date, value } = openFrame(samples).read({
    start_date: "time",
    end_date: "time",
    value: "float64",
  });
  const days = time.length - 1, sum = new Float64Array(days), count = new Uint32Array(days);
  for (const [row, start] of start_date.values.entries()) {
    const end = end_date.valid?.[row] === 0 ? start : end_date.values[row]!;
    const day = bisectRight(time, end > start ? end - 1n : start) - 1;
    if (day < 0 || day >= days || value.valid?.[row] === 0) continue;
    sum[day]! += value.values[row]!;
    count[day]!++;
  }
  return float64Column(
    sum.map((total, day) => count[day] === 0 ? 0 : total / count[day]!),
    Uint8Array.from(count, (all) => Math.min(all, 1)),
  );
}
