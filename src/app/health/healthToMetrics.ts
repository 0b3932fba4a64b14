import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { float64Column, textColumn } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { HealthExport } from "../../read/health/healthReport.ts";
import { unitsFor } from "../../service/types/units.ts";
import { PRESENCE_METRICS, QUANTITY_METRICS } from "./healthMetrics.ts";

/** What of a health export the catalog has metrics for. */
interface HealthAsMetrics {
  /** A frame of samples for each metric. */
  readonly metrics: Readonly<Record<string, Frame>>;
  /** Types on file that are no metric, or whose unit the metric does not take, and why. */
  readonly left: Readonly<Record<string, string>>;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  METRIC_TABLE.map(([name, unit]) => [name, unit]),
);

const QUANTITY = "HKQuantityTypeIdentifier", CATEGORY = "HKCategoryTypeIdentifier";

const METRIC_OF: ReadonlyMap<string, string> = new Map([
  ...QUANTITY_METRICS.map(([type, metric]) => [QUANTITY + type, metric] as const),
  ...PRESENCE_METRICS.map(([type, metric]) => [CATEGORY + type, metric] as const),
]);

/** The records of a health export by metric, with units as the wire has them; sleep is `SleepStage`. */
export function healthToMetrics({ records, sleep }: HealthExport): HealthAsMetrics {
  const metrics: Record<string, Frame> = {}, left: Record<string, string> = {};
  for (const [type, frame] of Object.entries(records)) {
    const metric = METRIC_OF.get(type);
    if (metric === undefined) {
      left[type] = "it is no metric of the catalog";
      continue;
    }
    const { start_time, end_time, source, ...columns } = openFrame(frame).columns();
    const spans = { start_time: start_time!, end_time: end_time!, source: source! };
    if (type.startsWith(CATEGORY)) {
      const count = (columns["value"] as { values: readonly unknown[] }).values.length;
      metrics[metric] = toFrame({
        ...spans,
        value: float64Column(new Float64Array(count).fill(1)),
      });
      continue;
    }
    const allowed = unitsFor(UNITS.get(metric)!);
    const units = (columns["unit"] as { values: readonly (string | null)[] }).values.map(wireUnit);
    const odd = units.find((unit) => unit !== null && !allowed.includes(unit));
    if (odd === undefined) {
      metrics[metric] = toFrame({ ...spans, value: columns["value"]!, unit: textColumn(units) });
    } else left[type] = `its unit is ${odd}; ${metric} takes ${allowed.join(", ")}`;
  }
  return { metrics: { ...metrics, SleepStage: sleep }, left };
}

/** A unit on file as the wire has it: on file a share is written in `%` and is a fraction. */
function wireUnit(unit: string | null): string | null {
  if (unit === "%") return "fraction";
  return unit !== null && /^mmol<[\d.]+>\/L$/.test(unit) ? "mmol/L" : unit;
}
