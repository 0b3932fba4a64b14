import type { Deletion } from "../store/uploads.ts";
import type { NewOrigin } from "../store/sources.ts";
import type { IngestResult } from "../api/ingest.ts";
import type { KnownType } from "./dataTypes.ts";
import type { Context } from "./handler.ts";
import { jsonRecords } from "./jsonRecords.ts";
import { checkedBody, type GivenRecord, newRecord } from "./newRecord.ts";
import { invalid, type Issue, Problem } from "./problem.ts";
import { DELETED_RECORD } from "./recordSchemas.ts";
import { requestBody } from "./requestBody.ts";

/** Issues that one answer lists; what is beyond them is counted. */
const MAX_ISSUES = 1000;

/** Records of one type that were sent. */
export interface StoreRecordsOptions {
  /** Whose they are. */
  readonly userid: string;
  /** Of which type. */
  readonly type: KnownType;
}

/**
 * Stores the records in the body of a request, or deletes those that tombstones name: all or none.
 *
 * @throws {Problem} 422 that names everything that is wrong
 */
export async function storeRecords(
  request: Request,
  { store }: Context,
  { userid, type }: StoreRecordsOptions,
): Promise<IngestResult> {
  const bytes = await requestBody(request);
  const contentType = request.headers.get("content-type");
  if (type.body === null) {
    const deletions = await readAll(bytes, contentType, deletionOf);
    return { upload_id: await store.uploads.remove(userid, deletions) };
  }
  const origins = new Map<string, NewOrigin>();
  const records = await readAll(
    bytes,
    contentType,
    (given, issues) => newRecord(type, given, { origins, issues }),
  );
  return { upload_id: await store.uploads.add({ userid, dataType: type.entry.id, records }) };
}

/** The deletion that a tombstone asks for; undefined where it is wrong, which is added to the issues. */
export function deletionOf(given: GivenRecord, issues: Issue[]): Deletion | undefined {
  const body = checkedBody(DELETED_RECORD, given, issues);
  return body && { id: body.deleted_id, dataType: body.deleted_type };
}

/** Reads all records of a body, or throws what is wrong with them. */
async function readAll<T>(
  bytes: Uint8Array,
  contentType: string | null,
  read: (record: GivenRecord, issues: Issue[]) => T | undefined,
): Promise<T[]> {
  const results: T[] = [], issues: Issue[] = [];
  let count = 0;
  for await (const page of jsonRecords(bytes, contentType)) {
    for (const { json, line } of page) {
      const result = read({ json, place: line === undefined ? [] : [line] }, issues);
      if (result !== undefined) results.push(result);
      count++;
    }
  }
  if (count === 0) throw invalid(["body"], "The body holds no record", "missing");
  refuse(issues);
  return results;
}

/** Throws what is wrong, if anything is. */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  if (issues.length <= MAX_ISSUES) throw new Problem(422, issues);
  const msg = `${issues.length - MAX_ISSUES} more are not listed`;
  const last: Issue = { loc: ["body"], msg, type: "value_error" };
  throw new Problem(422, [...issues.slice(0, MAX_ISSUES), last]);
}
