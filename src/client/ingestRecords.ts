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

/** Options of {@linkcode ingestRecords}. */
export interface IngestOptions {
  /** Maximum number of records per request. @default 10_000 */
  batch?: number | undefined;
  /** Stops the call; batches that were acknowledged stay stored. */
  signal?: AbortSignal | undefined;
  /** Called after each batch. @default the client's */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Gives each record without an `id` one derived from its time and content. The same records sent
   * again are then stored once, and a batch with a lost response is retried.
   * @default true
   */
  ids?: boolean | undefined;
  /**
   * Id of the import that contains the records, from `imports.begin`. Records that are already
   * stored then stay unchanged, and `imports.undo` deletes the others.
   * @default none
   */
  import?: string | undefined;
}

/** Options of {@linkcode ingestRecords}. */
export const INGEST_OPTIONS = optionNames<IngestOptions>()("batch signal onProgress ids import");

/** Result of sending records. */
export interface Ingested {
  /** Identifier of each batch's upload, in order. */
  uploads: string[];
  /** Number of records. */
  records: number;
}

export type SendBatch = (
  args: ArgumentValues,
  options: { signal?: AbortSignal | undefined },
) => Promise<IngestResult>;

/** Type of records that mark others as deleted, which identify them. */
const DELETION = "DeletedRecord";

/** Context of {@linkcode ingestRecords}. */
export interface IngestContext {
  readonly sendBatch: SendBatch;
  /** Reports progress if the options have no `onProgress`. */
  readonly onProgress: OnProgress;
  /** Zone of times without one. @default none: the service reads them as UTC */
  readonly tz?: string | undefined;
  readonly userid: (signal: AbortSignal | undefined) => Promise<string>;
}

/**
 * Sends records in batches, one after the other, each stored completely or not at all. Records
 * without an `id` get one that stays the same if they are sent again. A batch in which all records
 * have an `id` is retried if the response is lost.
 *
 * @throws {TypeError} if a record is not an object, or its `id` is not a UUID; nothing is sent then
 * @throws {RangeError} if `batch` is not a positive integer
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
    throw new RangeError(`Cannot send records: batch is ${batch}, not an integer of at least 1`);
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
      throw new TypeError(
        `Cannot ${action}: record ${i} has id ${JSON.stringify(id)}, which is not a UUID`,
      );
    }
  });
}

/** Adds to the message what is already stored, so that the caller can resume from there. */
function addStoredRange(error: ApiError, start: number, length: number): void {
  error.message += `; records 0 to ${start - 1} were stored before, ${start} to ${
    start + length - 1
  } were not (line 1 is record ${start})`;
}

/**
 * Returns the records of a frame, an Arrow table or an array, with times as ISO text. Nulls of a
 * frame are left out of its records, because a frame cannot mark a member as absent.
 *
 * @throws {TypeError} if JSON cannot represent the type of a column
 */
function recordsOf(input: FrameLike): readonly Row[] {
  if (Array.isArray(input)) return input;
  const columns = openFrame(input).columns();
  return toRows(columns).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  );
}
