import type { Zone } from "../../time/zone.ts";
import { inCell } from "../../options/callSignal.ts";
import type { Client } from "../../client/client.ts";
import { INGEST_OPTIONS, type IngestOptions } from "../../client/ingestRecords.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../../read/export/makerExport.ts";
import { isExportSource, parts } from "../../read/parts.ts";
import { checkClient, checkFunction } from "../ask/checkInput.ts";
import { FileSender, type ReadContent } from "./fileSender.ts";
import type { IngestedFile } from "./showIngested.ts";

/** How a file is put in; `tz` and what is kept are of an export that is read by the call itself. */
export interface IngestFileOptions
  extends
    Omit<IngestOptions, "import">,
    Pick<ExportOptions, "tz" | "only" | "start_time" | "end_time" | "strict"> {
  /** The IANA zone of times on file that name none. @default the client's */
  tz?: Zone;
  /**
   * Whether figures that the catalog has no metric for, such as HRV as RMSSD, go into metrics of your own, which are
   * defined where there are none of the name yet. @default true
   */
  own?: boolean;
  /** Name of the import in `me.imports.list()`. @default the name of the file */
  name?: string;
}

const { import: _, ...SENDING } = INGEST_OPTIONS;

const OPTIONS: OptionTable<IngestFileOptions> = {
  ...SENDING,
  own: true,
  name: true,
  tz: true,
  only: true,
  start_time: true,
  end_time: true,
  strict: true,
};

/** What can be put in: an export, or the parts of one, or what was read of it. */
export type IngestContent = ExportSource | AsyncIterable<MakerExport> | ReadContent;

/**
 * Puts a file into the service: the path of an export, or what was read of one: a maker's export
 * (`read.any`, `read.gpx` and the like) or the phone's health export with sleep, workouts, places, events
 * and metrics, or frames by the metric that they are. What is no metric of the catalog, such as HRV as
 * RMSSD, goes into metrics of your own; `own` of the result names them. Rows in a unit that their metric
 * does not take stay out; `left` names them.
 *
 * Of a path it is found out which maker's export it is, and it is read and stored part by part, as
 * `read.parts` gives them: a phone's health export of gigabytes takes the memory of one part.
 *
 * Records get an identifier made from what they hold (see `read.toRecords`), so that a file that was
 * read before, or a newer one that holds the same, stores nothing twice: `stored` counts new records,
 * `alreadyThere` the others, which stay as they are. Metrics go one after the other in batches; a batch
 * is stored as a whole or not at all. Events go into calendars named as the export names them.
 *
 * `me.imports.list()` lists imports, also those of earlier sessions and interrupted ones.
 * `me.imports.undo({ import_id })` deletes the records that the import stored. Records that were there
 * before stay. Records that another import contained too stay until that import is undone as well. The
 * definitions of own metrics and the list of sources stay. A service that keeps no imports stores the
 * same records; `import` and `alreadyThere` are then `undefined`.
 *
 * @param content the path, URL, bytes or the like of an export, or a list of them as `read.any` takes it; the
 * parts that `read.parts` gives; what another reader gives; or frames as `read.toRecords` takes them:
 * `{ SleepStage: read.fitbitSleep(...), StepCount: read.csv(...) }`
 * @returns numbers of new, known and omitted records, with reasons; it shows itself as text
 * @throws {TypeError} if there is no client or content, an option does not exist or says how to read what is
 * read already, the export cannot be read, or a frame has no column of times or values
 * @throws {ApiError} if a batch fails; what was stored before stays, as an import without an end
 *
 * @example An export of any size into a store of one's own
 * ```ts
 * import { ingestFile, local } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const path = await Deno.makeTempFile({ suffix: ".xml" });
 * await Deno.writeTextFile(path, `<HealthData>
 *   <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="420"
 *     startDate="2024-03-31 12:00:00 +0200" endDate="2024-03-31 12:10:00 +0200"/></HealthData>`);
 * await using me = await local({ tz: "Europe/Berlin" });
 * const { stored, report } = await ingestFile(me, path);
 * assertEquals([stored, report?.reader], [{ StepCount: 1 }, "healthExport"]);
 * ```
 *
 * @example A second import stores nothing, and an import can be undone
 * ```ts
 * import { ingestFile, local, read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * await using me = await local({ tz: "UTC" });
 * const steps = read.csv("time,value\n2024-03-30 08:00,12\n2024-03-30 09:00,250\n", { tz: "UTC" });
 * const first = await ingestFile(me, { StepCount: steps }, { name: "steps.csv" });
 * const again = await ingestFile(me, { StepCount: steps }, { name: "steps.csv" });
 * assertEquals([first.stored, again.stored], [{ StepCount: 2 }, {}]);
 * assertEquals(again.alreadyThere, { StepCount: 2 });
 *
 * for (const { id } of await me.imports.list()) await me.imports.undo({ import_id: id });
 * assertEquals((await me.user.totals()).total_records, 0);
 * ```
 *
 * @example A takeout, looked at before it is stored
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
export function ingestFile(
  client: Client,
  content: IngestContent,
  options: IngestFileOptions = {},
): Promise<IngestedFile> {
  return inCell(() => sendFile(client, content, options));
}

async function sendFile(
  client: Client,
  content: IngestContent,
  options: IngestFileOptions,
): Promise<IngestedFile> {
  const action = "put a file into the service";
  checkClient(action, client);
  checkOptions(action, options, OPTIONS);
  checkFunction(action, "onProgress", options.onProgress);
  const { own: storesOwn = true, name = nameOf(content), ...reading } = options;
  const { tz = client.tz, only, start_time, end_time, strict, ...sending } = reading;
  const file = new FileSender(client, sending, storesOwn, name);
  const given = Object.entries({ tz, only, start_time, end_time, strict, signal: sending.signal })
    .filter(([, value]) => value !== undefined);
  if (isExportSource(content)) return await file.addAll(parts(content, Object.fromEntries(given)));
  for (const name of ["tz", "only", "start_time", "end_time", "strict"] as const) {
    if (options[name] === undefined) continue;
    throw new TypeError(
      `Cannot ${action}: ${name} says how an export is read, and the content is read already`,
    );
  }
  if (isParts(content)) return await file.addAll(content);
  if (isRecord(content)) return await file.addAll([content]);
  throw new TypeError(
    `Cannot ${action}: content is ${describeValue(content)}, expected the path of an export, ` +
      "what read.any() gives, or frames by metric such as { StepCount: frame }",
  );
}

/** A name for what is imported, for the list of imports. */
function nameOf(content: IngestContent): string {
  const [first, ...more] = Array.isArray(content) ? content : [content];
  const name = typeof first === "string"
    ? first.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "")
    : first instanceof File
    ? first.name
    : first instanceof URL
    ? decodeURIComponent(first.pathname.replace(/^.*\//, ""))
    : "";
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return (name || (isRecord(content) && !isParts(content) ? "frames" : "a file")) + rest;
}

function isParts(content: unknown): content is AsyncIterable<MakerExport> {
  return typeof content === "object" && content !== null && Symbol.asyncIterator in content;
}

/** Whether a value is a set of frames by name: no list, no promise, no text. */
function isRecord(value: unknown): value is ReadContent {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Promise);
}
