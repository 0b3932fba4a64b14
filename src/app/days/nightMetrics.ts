import type { MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { type Column, float64Column } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { bisectRight } from "../../time/bisect.ts";
import { fromMicros } from "../../time/instant.ts";
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

/** Days that are read at once, and the most samples on a day of a metric of single values. */
const DAYS = 31, MOST = 24;

/**
 * Corrects the mean of a metric by day: each sample counts once, on the day on which it ends. The
 * value of a night belongs to the wake-up date, like the sleep, not to the evening before as well.
 * Months with many samples a day stay as they are: such samples are short.
 *
 * @param time First instant of each day, and the end of the last.
 * @param daily Means over the samples that overlap each day.
 */
export async function nightMetric(
  me: Pick<Client, "api">,
  time: BigInt64Array,
  daily: Column,
  asked: Range & { readonly metric: MetricName; readonly svc_userid?: string },
): Promise<Column> {
  const days = time.length - 1, mean = new Float64Array(days), valid = new Uint8Array(days);
  if (daily.type !== "float64") return daily;
  mean.set(daily.values.subarray(0, days));
  valid.set(daily.valid ?? valid.map(() => 1));
  const readDays = async (from: number, to: number) => {
    const samples = await me.api.metrics.samples({
      ...asked,
      start_time: from === 0 ? asked.start_time : fromMicros(time[from]!),
      end_time: to === days ? asked.end_time : fromMicros(time[to]!),
    });
    const columns = { start_date: "time", end_date: "time", value: "float64" } as const;
    return openFrame(samples).read(columns);
  };
  const correct = async (from: number, to: number): Promise<void> => {
    const first = valid.indexOf(1, from);
    if (first < 0 || first >= to) return;
    if ((await readDays(first, first + 1)).value.values.length > MOST) return;
    const { start_date, end_date, value } = await readDays(from, to);
    const sum = new Float64Array(to - from), count = new Uint32Array(to - from);
    for (const [row, start] of start_date.values.entries()) {
      const end = end_date.valid?.[row] === 0 ? start : end_date.values[row]!;
      const day = bisectRight(time, end > start ? end - 1n : start) - 1 - from;
      if (day < 0 || day >= count.length || value.valid?.[row] === 0) continue;
      sum[day]! += value.values[row]!;
      count[day]!++;
    }
    for (let day = 0; day < count.length; day++) {
      valid[from + day] = Math.min(1, count[day]!);
      mean[from + day] = count[day] === 0 ? 0 : sum[day]! / count[day]!;
    }
  };
  const starts = Array.from({ length: Math.ceil(days / DAYS) }, (_, i) => i * DAYS);
  await Promise.all(starts.map((from) => correct(from, Math.min(days, from + DAYS))));
  return float64Column(mean, valid);
}
