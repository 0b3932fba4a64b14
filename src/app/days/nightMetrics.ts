import type { MetricName } from "../../api/fields/metricTable.ts";
import type { CallOptions } from "../../client/call.ts";
import type { Client } from "../../client/client.ts";
import { type Column, float64Column } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { setWindows, unitsOf } from "../../frame/polars/displays.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { bisectRight } from "../../time/bisect.ts";
import { fromMicros } from "../../time/instant.ts";
import { toInterval } from "../../time/interval.ts";
import { windowLength } from "../../time/length.ts";
import { DAY_US } from "../../time/units.ts";
import type { KnownMetric } from "../ask/checkMetrics.ts";
import { ifThere } from "../ask/ifThere.ts";

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

/**
 * Returns whether a sample may be the value of a night. User-defined metrics, such as a vendor's,
 * have such values, too.
 */
function isNightMetric(name: string, kind: KnownMetric["kind"]): boolean {
  return NIGHT_METRICS.has(name) || name.includes("/") && kind === "discrete";
}

/**
 * Number of days to read at once, and maximum number of samples on a day for a metric of single
 * values.
 */
const DAYS = 31, MOST = 24;

type Asked = Parameters<Client["api"]["metrics"]["timeSeries"]>[0] & { readonly samprate: string };

/**
 * Reads the time series of a metric. In windows of a day or longer, each sample of a night metric
 * counts once, in the window in which it ends. The value of a night belongs to the wake-up date,
 * like the sleep, not to the evening before as well. If the samples are not shared, or there are
 * many a day, the series stays as it is: such samples are short.
 */
export async function readSeries(
  me: Pick<Client, "api">,
  { column, kind }: Pick<KnownMetric, "column" | "kind">,
  asked: Asked,
  settings: CallOptions = {},
): Promise<Frame> {
  const frame = await me.api.metrics.timeSeries(asked, settings);
  const length = windowLength(asked.samprate);
  const windowDays = length.kind === "clock"
    ? Number(length.micros) / DAY_US
    : length.days + 30 * length.months;
  if (!isNightMetric(asked.metric, kind) || windowDays < 1) return frame;
  const data = openFrame(frame), { time } = data.read({ time: "time" });
  const { end } = data.range ?? toInterval(asked),
    edges = BigInt64Array.from([...time.values, end]);
  const { value } = await ifThere(
    asked.metric,
    onceEach(me, edges, data.columns(), { windowDays, asked, settings, name: column }),
    {},
  );
  return setWindows(
    toFrame({ ...data.columns(), ...value }, unitsOf(frame), data.range),
    data.windows,
  );
}

/** Returns the columns of a series in which each sample counts once. */
async function onceEach(
  me: Pick<Client, "api">,
  edges: BigInt64Array,
  columns: Readonly<Record<string, Column>>,
  { windowDays, asked, settings, name }: {
    readonly windowDays: number;
    readonly asked: Asked;
    readonly settings: CallOptions;
    readonly name: string;
  },
): Promise<Record<string, Column>> {
  const size = edges.length - 1, series = columns[name];
  if (series?.type !== "float64") return {};
  const names = [name, `min_${name}`, `max_${name}`].filter((one) => columns[one] !== undefined);
  const found = names.map((one) => Float64Array.from((columns[one] as typeof series).values));
  const valid = Uint8Array.from(series.valid ?? new Uint8Array(size).fill(1));
  const { metric, svc_userid } = asked;
  const readSamples = async (from: number, to: number) => {
    const samples = await me.api.metrics.samples({
      metric,
      ...(svc_userid === undefined ? {} : { svc_userid }),
      start_time: from === 0 ? asked.start_time : fromMicros(edges[from]!),
      end_time: to === size ? asked.end_time : fromMicros(edges[to]!),
    }, settings);
    const types = { start_date: "time", end_date: "time", value: "float64" } as const;
    return openFrame(samples).read(types);
  };
  const correct = async (from: number, to: number): Promise<void> => {
    const first = valid.indexOf(1, from);
    if (first < 0 || first >= to) return;
    const some = await readSamples(first, first + 1);
    if (some.value.values.length > MOST * windowDays) return;
    const { start_date, end_date, value } = await readSamples(from, to);
    const kept = Array.from({ length: to - from }, (): number[] => []);
    for (const [row, start] of start_date.values.entries()) {
      const end = end_date.valid?.[row] === 0 ? start : end_date.values[row]!;
      const window = bisectRight(edges, end > start ? end - 1n : end) - 1 - from;
      if (value.valid?.[row] !== 0) kept[window]?.push(value.values[row]!);
    }
    for (const [window, own] of kept.entries()) {
      valid[from + window] = Math.min(1, own.length);
      const sum = own.reduce((sum, one) => sum + one, 0);
      const values = [sum / own.length, Math.min(...own), Math.max(...own)];
      found.forEach((column, i) => column[from + window] = own.length === 0 ? 0 : values[i]!);
    }
  };
  const step = Math.max(1, Math.floor(DAYS / windowDays));
  const starts = Array.from({ length: Math.ceil(size / step) }, (_, i) => i * step);
  await Promise.all(starts.map((from) => correct(from, Math.min(size, from + step))));
  const mask = asked.replace_nulls === true ? undefined : valid;
  return Object.fromEntries(names.map((one, i) => [one, float64Column(found[i]!, mask)]));
}
