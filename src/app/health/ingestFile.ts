import type { Client } from "../../client/client.ts";
import { INGEST_OPTIONS, type IngestOptions } from "../../client/ingestRecords.ts";
import type { FrameLike } from "../../frame/asFrame.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { HealthExport } from "../../read/health/healthReport.ts";
import { toRecords } from "../../read/toRecords.ts";
import { checkClient, checkFunction } from "../ask/checkAsked.ts";
import { healthToMetrics } from "./healthToMetrics.ts";
import { workoutRecords } from "./workoutRecords.ts";

/** What of a file was stored. */
export interface IngestedFile {
  /** The number of records sent, by data type. */
  readonly stored: Readonly<Record<string, number>>;
  /** What the catalog has no place for, by its type on file, and why. */
  readonly left: Readonly<Record<string, string>>;
}

/** Rows that are made records at once, so that a large file takes little memory. */
const SLICE = 50_000;

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
