import type { Client } from "../../client/client.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import { INGEST_OPTIONS, type IngestOptions } from "../../client/ingestRecords.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { MakerExport } from "../../read/export/makerExport.ts";
import { healthAsExport, METRIC_OF_TYPE } from "../../read/health/healthAsExport.ts";
import type { HealthExport } from "../../read/health/healthReport.ts";
import { unitsFor } from "../../service/types/units.ts";
import { toRecords } from "../../read/toRecords.ts";
import { checkClient, checkFunction } from "../ask/checkInput.ts";
import { ownMetrics } from "./ownMetrics.ts";
import { eventRecords, locationRecords, workoutRecords } from "./exportRecords.ts";

/** What of a file was stored. */
export interface IngestedFile {
  /** The number of records sent, by data type. */
  readonly stored: Readonly<Record<string, number>>;
  /** What there is no place for, by its type on file, and why. */
  readonly left: Readonly<Record<string, string>>;
  /**
   * Metrics of your own that figures went into for which the catalog has none: their identifiers, as
   * `me.daily({ metrics: [own.hrv_rmssd] })` takes them, by the export's words.
   */
  readonly own: Readonly<Record<string, string>>;
}

/** How a file is put in. */
export interface IngestFileOptions extends IngestOptions {
  /**
   * Whether figures that the catalog has no metric for, such as HRV as RMSSD, go into metrics of your own, which are
   * defined where there are none of the name yet. @default true
   */
  own?: boolean;
}

const OPTIONS: OptionTable<IngestFileOptions> = { ...INGEST_OPTIONS, own: true };

/** Rows that are made records at once, so that a large file takes little memory. */
const SLICE = 50_000;

/**
 * Puts what was read of a file into the service: a maker's export (`read.any`, `read.gpx` and the like)
 * or the phone's health export with sleep, workouts, places, events and metrics, or frames by the
 * metric that they are. What is no metric of the catalog, such as HRV as RMSSD, goes into metrics of your
 * own; `own` of the result names them.
 *
 * Records get an identifier made from what they hold (see `read.toRecords`), so that a file that was
 * read before, or a newer one that holds the same, stores nothing twice. Metrics go one after the other
 * in batches; a batch is stored as a whole or not at all. Events go into calendars named as the export
 * names them.
 *
 * @param content what a reader gives, or frames as `read.toRecords` takes them:
 * `{ SleepStage: read.fitbitSleep(...), StepCount: read.csv(...) }`
 * @returns what was stored, and what was not
 * @throws {TypeError} if there is no client or content, an option does not exist, or a frame has no column of times or values
 * @throws {ApiError} if a batch fails; what was stored before stays
 *
 * @example A takeout into a store of one's own
 * ```ts
 * import { ingestFile, local, read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const file = new File(
 *   ["timestamp,rmssd,nremhr,entropy\n2024-03-31T00:00:00,41.5,58,2.9\n"],
 *   "Daily Heart Rate Variability Summary - 2024-03-(31).csv",
 * );
 * await using me = await local({ tz: "Europe/Berlin" });
 * const { own } = await ingestFile(me, await read.any(file, { tz: "Europe/Berlin" }));
 * const range = { start_time: "2024-03-31", end_time: "2024-04-01" };
 * const days = await me.daily({ metrics: [own["hrv_rmssd"]!], ...range });
 * assertEquals(days.getColumn("hrv_rmssd").toArray(), [41.5]);
 * ```
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
  content: HealthExport | MakerExport | Readonly<Record<string, FrameLike>>,
  options: IngestFileOptions = {},
): Promise<IngestedFile> {
  const action = "put a file into the service";
  checkClient(action, client);
  checkOptions(action, options, OPTIONS);
  checkFunction(action, "onProgress", options.onProgress);
  if (!isRecord(content)) {
    throw new TypeError(
      `Cannot ${action}: content is ${describeValue(content)}, expected what read.any() ` +
        "gives, or frames by metric such as { StepCount: frame }",
    );
  }
  const { own: storesOwn = true, ...sending } = options;
  const { metrics, left, export: whole } = contentOf(content, storesOwn);
  const stored: Record<string, number> = {};
  const add = async (
    type: string,
    records: FrameLike,
    count: number,
    name = type,
  ): Promise<void> => {
    if (count === 0) return;
    await client.ingest.records(type, records, sending);
    stored[name] = (stored[name] ?? 0) + count;
  };
  const addSamples = async (type: string, frame: FrameLike, name = type): Promise<void> => {
    const records = toRecords(frame, { metric: type }), count = frameHeight(records);
    for (let at = 0; at < count; at += SLICE) {
      await add(type, records.slice(at, SLICE), Math.min(SLICE, count - at), name);
    }
  };
  for (const [metric, frame] of Object.entries(metrics)) await addSamples(metric, frame);
  if (whole === undefined) return { stored, left, own: {} };
  const own = storesOwn ? await ownMetrics(client, whole.others) : {};
  for (const [name, type] of Object.entries(own)) {
    await addSamples(type, whole.others[name]!, name);
  }
  const workouts = workoutRecords(whole.workouts);
  await add("MobileWorkout", workouts, workouts.length);
  const locations = locationRecords(whole.locations);
  await add("MobileLocationUpdate", locations, locations.length);
  const { calendars, events } = eventRecords(whole.events, new Date().toISOString());
  if (events.length > 0) {
    const known = new Set((await client.calendars.list()).getColumn("calendar_id").toArray());
    const missing = [...calendars.values()].filter((row) => !known.has(String(row["calendar_id"])));
    await add("calendars", missing, missing.length);
    await add("calendar_events", events, events.length);
  }
  return { stored, left, own };
}

/** What there is to store of a reader's result or of frames. */
interface Content {
  readonly metrics: Readonly<Record<string, FrameLike>>;
  readonly left: Readonly<Record<string, string>>;
  readonly export?: MakerExport;
}

function contentOf(content: Parameters<typeof ingestFile>[1], storesOwn: boolean): Content {
  if (isMakerExport(content)) {
    return storable(content, storesOwn ? [] : Object.keys(content.others), (metric) => metric);
  }
  if (!isHealthExport(content)) {
    return { metrics: content as Readonly<Record<string, FrameLike>>, left: {} };
  }
  const types = Object.keys(content.records), exported = healthAsExport(content);
  const typeOf = (metric: string): string =>
    types.find((type) => METRIC_OF_TYPE.get(type) === metric) ?? metric;
  return storable(
    exported,
    types.filter((type) =>
      !METRIC_OF_TYPE.has(type) && !(storesOwn && Object.hasOwn(exported.others, type))
    ),
    typeOf,
  );
}

const UNITS: ReadonlyMap<string, string> = new Map(
  METRIC_TABLE.map(([name, unit]) => [name, unit]),
);

/** What of an export the catalog has a place for: a metric whose unit it does not take stays out as a whole. */
function storable(
  content: MakerExport,
  others: readonly string[],
  nameOf: (metric: string) => string,
): Content {
  const left: Record<string, string> = Object.fromEntries(
    others.map((name) => [name, "it is no metric of the catalog"]),
  );
  const metrics: Record<string, FrameLike> = {};
  for (const [metric, frame] of Object.entries(content.metrics)) {
    const allowed = unitsFor(UNITS.get(metric)!),
      { unit } = openFrame(frame).read({ "unit?": "text" });
    const odd = unit?.values.find((unit) => unit !== null && !allowed.includes(unit));
    if (odd === undefined || odd === null) metrics[metric] = frame;
    else left[nameOf(metric)] = `its unit is ${odd}; ${metric} takes ${allowed.join(", ")}`;
  }
  return { metrics: { ...metrics, SleepStage: content.sleep }, left, export: content };
}

function isMakerExport(content: object): content is MakerExport {
  return "report" in content && "metrics" in content && "others" in content;
}

function isHealthExport(content: object): content is HealthExport {
  return "report" in content && "workouts" in content;
}

/** Whether a value is a set of frames by name: no list, no promise, no text. */
function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise);
}
