import { type FrameLike, openFrame } from "../frame/open.ts";
import { ingest } from "../api/ingest.ts";
import type { IngestResult } from "../schema/ingest.ts";
import { type Row, toRows } from "../frame/polars/rows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { actionOf } from "./request/actionOf.ts";
import { ApiError } from "./errors/apiError.ts";
import { checkArguments } from "./request/checkArguments.ts";
import { isUuid } from "./request/isUuid.ts";
import { type OnProgress, type Progress, startProgress } from "../progress/progress.ts";
import { haveIds, withIds } from "./request/recordIds.ts";
import { applyZone } from "./request/applyZone.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";

/** How records are sent. */
export interface IngestOptions {
  /** The most records of one request. @default 10_000 */
  batch?: number | undefined;
  /** Ends the call; batches that were acknowledged stay stored. */
  signal?: AbortSignal | undefined;
  /** Called after each batch. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Whether a record without an `id` gets one, made of its time and of what it says: the same records
   * sent again are then stored once, and a batch whose answer is lost is sent again.
   * @default true
   */
  ids?: boolean | undefined;
  /**
   * Id of the import that contains the records, from `imports.begin`: records that are stored already
   * then stay as they are, and `imports.undo` deletes the others. @default none
   */
  import?: string | undefined;
}

/** The options of {@linkcode ingestRecords}. */
export const INGEST_OPTIONS = optionNames<IngestOptions>()("batch signal onProgress ids import");

/** What was stored. */
export interface Ingested {
  /** The identifier of each batch's upload, in order. */
  uploads: string[];
  /** The number of records. */
  records: number;
}

/** Sends one batch. */
export type SendBatch = (
  args: ArgumentValues,
  options: { signal?: AbortSignal | undefined },
) => Promise<IngestResult>;

/** The type of records that say which others are gone: they are told apart by those. */
const DELETION = "DeletedRecord";

/** How batches are sent, and for whom. */
export interface IngestContext {
  /** Sends one. */
  readonly sendBatch: SendBatch;
  /** Who is told of it where the options name nobody. */
  readonly onProgress: OnProgress;
  /** The zone of times that have none. @default none: the service reads them in UTC */
  readonly tz?: string | undefined;
  /** The user's id. */
  readonly userid: (signal: AbortSignal | undefined) => Promise<string>;
}

/**
 * Sends records in batches, one after the other, each stored as a whole or not at all. Records without
 * an `id` get one that they have again when they are sent again; a batch in which all have one is tried
 * again when an answer is missing.
 *
 * @throws {TypeError} if a record is not an object, or its `id` is no UUID; nothing is sent then
 * @throws {RangeError} if `batch` is not an integer from 1
 * @throws {ApiError} if a batch fails; the message says which records were stored before it
 */
export async function ingestRecords(
  dataType: string,
  input: FrameLike,
  options: IngestOptions,
  { sendBatch, onProgress, userid, tz }: IngestContext,
): Promise<Ingested> {
  checkOptions("send records", options, INGEST_OPTIONS);
  const { batch = 10_000, signal, import: import_id } = options;
  if (!Number.isInteger(batch) || batch < 1) {
    throw new RangeError(`Cannot send records: batch is ${batch}, not an integer from 1`);
  }
  const args = { data_type: dataType, ...import_id !== undefined && { import_id } };
  const given = applyZone(recordsOf(input), tz, actionOf(ingest.record, args));
  checkArguments(ingest.record, { ...args, body: given });
  const action = actionOf(ingest.record, args);
  checkRecords(given, action);
  const lacksIds = (options.ids ?? true) && dataType !== DELETION && !haveIds(given, dataType);
  const records = lacksIds ? withIds(given, { dataType, userid: await userid(signal) }) : given;
  const uploads: string[] = [];
  const progress = startProgress(options.onProgress ?? onProgress, { action, unit: "records" });
  progress.report(0, records.length);
  for (let start = 0; start < records.length; start += batch) {
    const body = records.slice(start, start + batch);
    try {
      uploads.push((await sendBatch({ ...args, body }, { signal })).upload_id);
    } catch (error) {
      if (error instanceof ApiError && start > 0) addStoredRange(error, start, body.length);
      progress.end();
      throw error;
    }
    progress.report(start + body.length, records.length);
  }
  progress.end();
  return { uploads, records: records.length };
}

function checkRecords(records: readonly Row[], action: string): void {
  records.forEach((record, i) => {
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw new TypeError(`Cannot ${action}: record ${i} is not an object`);
    }
    const { id } = record;
    if (id !== undefined && !isUuid(id)) {
      throw new TypeError(`Cannot ${action}: record ${i} has id ${JSON.stringify(id)}, no UUID`);
    }
  });
}

/** Adds to the message what is stored already, so that a caller can go on from there. */
function addStoredRange(error: ApiError, start: number, length: number): void {
  error.message += `; records 0 to ${start - 1} were stored before, ${start} to ${
    start + length - 1
  } were not (line 1 is record ${start})`;
}

/**
 * The records of a frame, an Arrow table or an array: times as ISO text. A null of a frame is left
 * out of its record, because a frame cannot say that a member is absent.
 *
 * @throws {TypeError} if a column has a type that JSON has no form for
 */
function recordsOf(input: FrameLike): readonly Row[] {
  if (Array.isArray(input)) return input;
  const columns = openFrame(input).columns();
  return toRows(columns).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  );
}
