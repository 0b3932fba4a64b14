import { outsideCells } from "../../options/callSignal.ts";
import type { MetricName } from "../../api/fields/metricTable.ts";
import type { Client } from "../../client/client.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import type { IngestOptions } from "../../client/ingestRecords.ts";
import { type FrameLike, openColumns, openFrame } from "../../frame/open.ts";
import { rowCount } from "../../frame/columns/columns.ts";
import { slices } from "../../frame/columns/sliceColumns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { ApiError } from "../../client/errors/apiError.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { ExportReport, MakerExport } from "../../read/export/makerExport.ts";
import { healthAsExport, METRIC_OF_TYPE } from "../../read/appleHealth/healthAsExport.ts";
import type { AppleHealthExport } from "../../read/appleHealth/healthReport.ts";
import { type Original, originalOf, partsOf } from "../../read/export/joinExports.ts";
import { unitsFor } from "../../series/units/namedUnits.ts";
import { recordColumns } from "../../read/toRecords.ts";
import { type IngestedFile, showIngested } from "./showIngested.ts";
import { Restorer } from "./restoreRecords.ts";
import { ownMetrics } from "./ownMetrics.ts";
import { eventRecords, locationRecords, workoutRecords } from "./exportRecords.ts";

/** Content that is already read: an export, or frames by metric. */
export type ReadContent = AppleHealthExport | MakerExport | Readonly<Record<string, FrameLike>>;

/** Number of rows that become records at once, which limits the memory for large files. */
const SLICE = 10_000;

/** Sends the parts of a file one after the other, as one import. */
export class FileSender {
  readonly #client: Client;
  readonly #sending: IngestOptions;
  readonly #storesOwn: boolean;
  readonly #name: string;
  readonly #sent: Record<string, number> = {};
  readonly #left: Record<string, string> = {};
  readonly #own: Record<string, MetricName> = {};
  readonly #restorer: Restorer;
  #report: ExportReport | undefined;
  /**
   * Id of the import; null if the service does not store imports, `undefined` before the first
   * part.
   */
  #import: string | null | undefined;

  /** Creates a sender for a client and the name of a file. */
  constructor(client: Client, sending: IngestOptions, storesOwn: boolean, name: string) {
    this.#client = client;
    this.#restorer = new Restorer(client);
    this.#sending = sending;
    this.#storesOwn = storesOwn;
    this.#name = name;
  }

  /**
   * Sends all parts and ends the import. An import that fails before anything is stored leaves no
   * trace.
   */
  async addAll(
    parts: AsyncIterable<ReadContent> | Iterable<ReadContent>,
  ): Promise<IngestedFile> {
    try {
      for await (const content of parts) {
        for (const part of partsOf(content)) await this.#add(part);
      }
      return showIngested(await this.#finish());
    } catch (error) {
      const id = this.#import; // the stop button must not stop the removal
      if (id && !await outsideCells(() => this.#dropIfEmpty(id)) && error instanceof Error) {
        error.message +=
          `. The import is incomplete: import the file again to continue, or remove ` +
          `what it stored with me.imports.undo({ import_id: "${id}" })`;
      }
      throw error;
    }
  }

  /** Removes the import if it has stored nothing. Returns whether it did. */
  async #dropIfEmpty(import_id: string): Promise<boolean> {
    try {
      const found = (await this.#client.api.imports.list()).find(({ id }) => id === import_id);
      if (found === undefined || Object.keys(found.stored).length > 0) return false;
      await this.#client.api.imports.undo({ import_id });
      return true;
    } catch {
      return false; // the caller needs to see the error of the import
    }
  }

  async #finish(): Promise<IngestedFile> {
    const left = this.#left, own = this.#own, report = this.#report;
    const id = this.#import ?? undefined;
    if (id === undefined) {
      return { stored: this.#sent, alreadyThere: undefined, left, own, report, import: undefined };
    }
    const { stored, already_there } = await this.#client.api.imports.finish({
      import_id: id,
      body: { reader: report?.reader ?? null, report: { ...report, left } },
    }, { signal: this.#sending.signal });
    const named = (counts: Readonly<Record<string, number>>): Record<string, number> =>
      Object.fromEntries(
        Object.entries(counts).map(([type, count]) => [this.#nameOf(type), count]),
      );
    return {
      stored: named(stored),
      alreadyThere: named(already_there),
      left,
      own,
      report,
      import: id,
    };
  }

  async #add(content: ReadContent): Promise<void> {
    const { metrics, left, export: whole } = contentOf(content, this.#storesOwn);
    Object.assign(this.#left, left);
    this.#report = whole?.report;
    this.#import ??= await this.#begin();
    const original = whole && originalOf(whole);
    if (original !== undefined) return await this.#restore(original);
    for (const [metric, frame] of Object.entries(metrics)) await this.#samples(metric, frame);
    if (whole === undefined) return;
    if (this.#storesOwn) await this.#others(whole.others);
    const workouts = workoutRecords(whole.workouts);
    await this.#send("MobileWorkout", workouts, workouts.length);
    const locations = locationRecords(whole.locations);
    await this.#send("MobileLocationUpdate", locations, locations.length);
    const { calendars, events } = eventRecords(whole.events, new Date().toISOString());
    if (events.length === 0) return;
    const needed = await this.#calendarsToSend([...calendars.values()]);
    await this.#send("calendars", needed, needed.length);
    await this.#send("calendar_events", events, events.length);
  }

  /** Sends the records of an earlier export as they were. */
  async #restore(original: Original): Promise<void> {
    const { dataType, name, columns } = original;
    const type = await this.#typeToRestore(original);
    if (type === undefined) return;
    if (type.includes("/")) this.#own[name] ??= type as MetricName;
    for (const slice of slices(columns, SLICE)) {
      const records = await this.#restorer.records(original, slice);
      await this.#send(type, records, records.length, dataType === type ? type : name);
    }
  }

  async #typeToRestore(original: Original): Promise<string | undefined> {
    const { dataType, name } = original;
    if (dataType.includes("/") && !this.#storesOwn) {
      this.#left[name] = "it is not a metric of the catalog";
      return undefined;
    }
    const type = await this.#restorer.typeOf(original);
    if (type === undefined) this.#left[name] = "the export does not define it";
    return type;
  }

  /** Begins an import. Returns null if the service does not store imports. */
  async #begin(): Promise<string | null> {
    const body = { name: this.#name.slice(0, 1000), reader: this.#report?.reader ?? null };
    try {
      const { id } = await this.#client.api.imports.begin({ body }, {
        signal: this.#sending.signal,
      });
      return id;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
      throw error;
    }
  }

  /**
   * Returns the name of a data type in the result; for a user-defined metric, the export's name.
   */
  #nameOf(type: string): string {
    return Object.entries(this.#own).find(([, id]) => id === type)?.[0] ?? type;
  }

  /**
   * Returns the calendars to send. An import keeps stored calendars; without one, only new ones may
   * be sent.
   */
  async #calendarsToSend(calendars: readonly Row[]): Promise<readonly Row[]> {
    if (this.#import !== null) return calendars;
    const known = new Set(
      (await this.#client.api.calendars.list()).getColumn("calendar_id").toArray(),
    );
    return calendars.filter((row) => !known.has(String(row["calendar_id"])));
  }

  /**
   * Sends values without a metric in the catalog to the user's own metrics, which are found or
   * defined once.
   */
  async #others(others: Readonly<Record<string, Frame>>): Promise<void> {
    const unknown = Object.entries(others).filter(([name]) => !Object.hasOwn(this.#own, name));
    Object.assign(this.#own, await ownMetrics(this.#client, Object.fromEntries(unknown)));
    for (const [name, frame] of Object.entries(others)) {
      await this.#samples(this.#own[name]!, frame, name);
    }
  }

  async #samples(type: string, frame: FrameLike, name = type): Promise<void> {
    for (const slice of slices(recordColumns(frame, { metric: type }), SLICE)) {
      await this.#send(type, openColumns(slice), rowCount(slice), name);
    }
  }

  async #send(type: string, records: FrameLike, count: number, name = type): Promise<void> {
    if (count === 0) return;
    const sending = this.#import ? { ...this.#sending, import: this.#import } : this.#sending;
    await this.#client.api.ingest.records(type, records, sending);
    this.#sent[name] = (this.#sent[name] ?? 0) + count;
  }
}

/** Content of a reader's result, or frames, to store. */
interface Content {
  readonly metrics: Readonly<Record<string, FrameLike>>;
  readonly left: Readonly<Record<string, string>>;
  readonly export?: MakerExport;
}

function contentOf(content: ReadContent, storesOwn: boolean): Content {
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

/**
 * Separates what the catalog can store. Rows in a unit that their metric does not accept are left
 * out.
 */
function storable(
  content: MakerExport,
  others: readonly string[],
  nameOf: (metric: string) => string,
): Content {
  const left: Record<string, string> = Object.fromEntries(
    others.map((name) => [name, "it is not a metric of the catalog"]),
  );
  const metrics: Record<string, FrameLike> = {};
  for (const [metric, frame] of Object.entries(content.metrics)) {
    const allowed = new Set<string | null>([null, ...unitsFor(UNITS.get(metric)!)]);
    const { unit } = openFrame(frame).read({ "unit?": "text" });
    const odd = unit?.values.find((unit) => !allowed.has(unit));
    metrics[metric] = odd === undefined ? frame : rowsIn(frame, unit!.values, allowed);
    if (odd === undefined) continue;
    const takes = [...allowed].filter((unit) => unit !== null).join(", ");
    left[nameOf(metric)] = `its unit is ${odd}; ${metric} takes ${takes}`;
  }
  return { metrics: { ...metrics, SleepStage: content.sleep }, left, export: content };
}

/** Returns the rows with one of the given units. */
function rowsIn(
  frame: Frame,
  units: readonly (string | null)[],
  allowed: ReadonlySet<string | null>,
): Frame {
  const rows = Uint32Array.from(units.keys()).filter((row) => allowed.has(units[row]!));
  return toFrame(takeRows(openFrame(frame).columns(), rows));
}

function isMakerExport(content: object): content is MakerExport {
  return "report" in content && "metrics" in content && "others" in content;
}

function isHealthExport(content: object): content is AppleHealthExport {
  return "report" in content && "workouts" in content;
}
