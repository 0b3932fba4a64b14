import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { INGEST_OPTIONS, type IngestOptions } from "../../client/ingestRecords.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { HealthExport } from "../../read/health/healthReport.ts";
import { toRecords } from "../../read/toRecords.ts";
import { checkClient, checkFunction } from "../ask/checkInput.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { float64Column, textColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { unitsFor } from "../../service/types/units.ts";
import { PRESENCE_METRICS, QUANTITY_METRICS } from "./healthMetrics.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { type Row, toRows } from "../../frame/polars/rows.ts";
import { contentId } from "../../read/contentId.ts";
import { toMicros } from "../../time/instant.ts";

/** What of a file was stored. */
export interface IngestedFile {
  /** The number of records sent, by data type. */
  readonly stored: Readonly<Record<string, number>>;
  /** What the catalog has no place for, by its type on file, and why. */
  readonly left: Readonly<Record<string, string>>;
}

/** Rows that are made records at once, so that a large file takes little memory. */
const SLICE = 50_000;

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

/**
 * Puts what was read of a file into the service: the phone's health export with its sleep, workouts and
 * all records that are metrics of the catalog, or frames by the metric that they are.
 *
 * Records get an identifier made from what they hold (see `read.toRecords`), so that a file that was
 * read before, or a newer one that holds the same, stores nothing twice. Metrics go one after the other
 * in batches; a batch is stored as a whole or not at all.
 *
 * @param content what `read.healthExport` gives, or frames as `read.toRecords` takes them:
 * `{ SleepStage: read.fitbit(...), StepCount: read.csv(...) }`
 * @returns what was stored, and what was not
 * @throws {TypeError} if there is no client or content, an option does not exist, or a frame has no column of times or values
 * @throws {ApiError} if a batch fails; what was stored before stays
 *
 * @example Steps of a table, twice
 * ```ts
 * import { demo, ingestFile, read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 1 });
 * const steps = read.csv("time,value\n2024-03-30 08:00,12\n2024-03-30 09:00,250\n", { tz: "UTC" });
 * for (let i = 0; i < 2; i++) await ingestFile(me, { StepCount: steps });
 * const range = { start_time: "2024-03-30T00:00Z", end_time: "2024-03-31T00:00Z" };
 * const samples = await me.metrics.samples({ metric: "StepCount", ...range });
 * assertEquals(samples.shape.height, 2);
 * ```
 */
export async function ingestFile(
  client: Client,
  content: HealthExport | Readonly<Record<string, FrameLike>>,
  options: IngestOptions = {},
): Promise<IngestedFile> {
  const action = "put a file into the service";
  checkClient(action, client);
  checkOptions(action, options, INGEST_OPTIONS);
  checkFunction(action, "onProgress", options.onProgress);
  if (!isRecord(content)) {
    throw new TypeError(
      `Cannot ${action}: content is ${describeValue(content)}, expected what read.healthExport() ` +
        "gives, or frames by metric such as { StepCount: frame }",
    );
  }
  const isExport = "report" in content && "workouts" in content;
  const { metrics, left } = isExport
    ? healthToMetrics(content as HealthExport)
    : { metrics: content as Readonly<Record<string, FrameLike>>, left: {} };
  const stored: Record<string, number> = {};
  const add = async (type: string, records: FrameLike, count: number): Promise<void> => {
    if (count === 0) return;
    await client.ingest.records(type, records, options);
    stored[type] = (stored[type] ?? 0) + count;
  };
  for (const [metric, frame] of Object.entries(metrics)) {
    const records = toRecords(frame, { metric }), count = frameHeight(records);
    for (let at = 0; at < count; at += SLICE) {
      await add(metric, records.slice(at, SLICE), Math.min(SLICE, count - at));
    }
  }
  if (isExport) {
    const workouts = workoutRecords((content as HealthExport).workouts);
    await add("MobileWorkout", workouts, workouts.length);
  }
  return { stored, left };
}

/** Whether a value is a set of frames by name: no list, no promise, no text. */
function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise);
}

/** The records of a health export by metric, with units as the wire has them; sleep is `SleepStage`. */
function healthToMetrics({ records, sleep }: HealthExport): HealthAsMetrics {
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

/** The workouts of a health export as records of the type `MobileWorkout`, each once. */
function workoutRecords(workouts: Frame): Row[] {
  const records = new Map<string, Row>();
  for (const row of toRows(openFrame(workouts).columns())) {
    const { start_time, end_time, duration_s, distance_m, energy_kcal, activity, source } = row;
    const start = toMicros(start_time as string), end = toMicros(end_time as string);
    const content = ["MobileWorkout", String(start), String(end), activity, duration_s, source];
    const id = contentId(start, JSON.stringify(content));
    records.set(id, {
      apple_workout_id: id,
      start_date: start_time,
      end_date: end_time,
      workout_activity_type: activity,
      duration: duration_s,
      source_revision: { name: source },
      extras: { distance_m, energy_kcal },
    });
  }
  return [...records.values()];
}
