import type { IngestResult } from "../../schema/ingest.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import { RecordBatch } from "../../store/recordBatch.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { type Deletion, DeletionMismatchError, type NewUpload } from "../../store/uploads.ts";
import { issueAt, type Place } from "../http/bodyIssues.ts";
import type { Context } from "../http/handler.ts";
import { jsonRecords, mediaType } from "../http/jsonRecords.ts";
import { checkedBody, type GivenRecord, newRecord, type TypedRecord } from "./newRecord.ts";
import { noImport } from "./imports.ts";
import { invalid, type Issue, MAX_ISSUES, Problem } from "../http/problem.ts";
import { DELETED_RECORD } from "../types/recordSchemas.ts";
import { isRecordType } from "../types/dataTypes.ts";
import { MAX_BODY, MAX_JSON, requestBody } from "../http/requestBody.ts";
import type { KnownType } from "../types/knownType.ts";

/** Maximum number of records per request, which bounds memory if they are tiny. */
const MAX_RECORDS = 5_000_000;

/** Owner, type and import of records. */
export interface StoreRecordsOptions {
  readonly userid: string;
  readonly type: KnownType;
  /** Import that contains them. @default none */
  readonly importId?: string | undefined;
}

/**
 * Stores the records in a request body, or deletes those that its tombstones name, all or nothing.
 *
 * @throws {Problem} 422 that lists the first hundred errors, 404 if the import does not exist
 */
export async function storeRecords(
  request: Request,
  { store }: Pick<Context, "store">,
  { userid, type, importId }: StoreRecordsOptions,
): Promise<IngestResult> {
  if (type.body === null) {
    if (importId !== undefined) {
      throw invalid(["query", "import_id"], "An import holds no deletions", "value_error");
    }
    const deletions: PlacedDeletion[] = [];
    await readAll(request, (given, issues) => {
      const deletion = deletionOf(given, issues);
      if (deletion !== undefined) deletions.push(deletion);
    });
    const removed = store.uploads.remove(userid, deletions);
    return { upload_id: await rejectMismatch(removed) };
  }
  const origins = new Map(), batches: Batches = new Map(), now = microsOf(store.clock);
  await readAll(request, (given, issues) => {
    const record = newRecord(type, given, { origins, issues, now });
    if (record !== undefined) addRecord(batches, record);
  });
  const uploads = uploadsOf(userid, batches);
  if (importId === undefined) return { upload_id: await store.uploads.addAll(userid, uploads, []) };
  const upload_id = await store.imports.add(userid, importId, uploads);
  if (upload_id === undefined) throw noImport(importId);
  return { upload_id };
}

export type Batches = Map<string, RecordBatch>;

/** Adds a record to the batch of its type. */
export function addRecord(batches: Batches, { dataType, record }: TypedRecord): void {
  let batch = batches.get(dataType);
  if (batch === undefined) batches.set(dataType, batch = new RecordBatch());
  batch.add(record);
}

/** Returns an upload per type. */
export function uploadsOf(userid: string, batches: Batches): NewUpload[] {
  return Array.from(batches, ([dataType, records]) => ({ userid, dataType, records }));
}

/** A deletion with its place in the body. */
export interface PlacedDeletion extends Deletion {
  readonly place: Place;
}

/** Parses a tombstone. Returns `undefined` if it is invalid, and adds the reason to the issues. */
export function deletionOf(given: GivenRecord, issues: Issue[]): PlacedDeletion | undefined {
  const body = checkedBody(DELETED_RECORD, given, issues);
  if (body === undefined) return undefined;
  const { deleted_id: id, deleted_type: dataType } = body, { place } = given;
  if (isRecordType(dataType)) return { id, dataType, place };
  const name = "deleted_type" in Object(given.json) ? "deleted_type" : "data_type";
  const msg = `No records can have data type ${JSON.stringify(dataType)}`;
  issues.push(issueAt(place, [name], msg, "value_error"));
  return undefined;
}

/**
 * Waits for deletions.
 *
 * @throws {Problem} 422 if a named record has another type
 */
export async function rejectMismatch<T>(removed: Promise<T>): Promise<T> {
  try {
    return await removed;
  } catch (error) {
    if (!(error instanceof DeletionMismatchError)) throw error;
    const { place } = error.deletion as PlacedDeletion;
    throw new Problem(422, [issueAt(place, [], error.message, "value_error")]);
  }
}

/** Reads all records of a body without blocking other requests. Throws the first errors, if any. */
async function readAll(
  request: Request,
  read: (record: GivenRecord, issues: Issue[]) => void,
): Promise<void> {
  const type = mediaType(request);
  const parts = requestBody(request, type === "application/json" ? MAX_JSON : MAX_BODY);
  const issues: Issue[] = [], turn = new Turn();
  let count = 0;
  for await (const page of jsonRecords(parts, type)) {
    for (const { json, line } of page) {
      read({ json, place: line === undefined ? [] : [line] }, issues);
      countRecord(++count, issues);
      if (turn.isOver()) await turn.next();
    }
    if (turn.isOver()) await turn.next();
  }
  if (count === 0) throw invalid(["body"], "The body holds no record", "missing");
  if (issues.length > 0) throw new Problem(422, issues);
}

/**
 * Stops reading if the body has too many errors or records.
 *
 * @throws {Problem} 422 with a hundred errors, 413 with too many records
 */
export function countRecord(count: number, issues: readonly Issue[]): void {
  if (issues.length >= MAX_ISSUES) throw new Problem(422, issues);
  if (count > MAX_RECORDS) {
    throw new Problem(413, `The body has more than ${MAX_RECORDS} records; send it in parts`);
  }
}
