import { type IngestResult, LegacyRecord } from "../../schema/ingest.ts";
import type { NewOrigin } from "../../store/sources.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import { annotationKind } from "../types/annotationTypes.ts";
import { issueAt, type Place } from "../http/bodyIssues.ts";
import { findType, NOT_RECORDABLE, typeFault } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { notJson } from "../http/bodyTexts.ts";
import { parseJson, parseRecord } from "../http/jsonRecords.ts";
import { checkedBody, newRecord } from "./newRecord.ts";
import { invalid, type Issue, Problem } from "../http/problem.ts";
import {
  addRecord,
  type Batches,
  countRecord,
  deletionOf,
  type PlacedDeletion,
  rejectMismatch,
  uploadsOf,
} from "./storeRecords.ts";
import type { KnownType } from "../types/knownType.ts";

/** Maximum number of data types per request. */
const MAX_TYPES = 10_000;

/** A record in the old envelope, as text, and its place in the body. */
export interface WrappedText {
  readonly text: string;
  readonly place: Place;
}

/**
 * Stores records in the old envelope, of any types, and deletes records for tombstones, all or
 * nothing.
 *
 * @throws {Problem} 422 that lists the first hundred errors
 */
export async function storeLegacy(
  pages: AsyncIterable<readonly WrappedText[]> | Iterable<readonly WrappedText[]>,
  { userid, context }: { readonly userid: string; readonly context: Context },
): Promise<IngestResult> {
  const issues: Issue[] = [], origins = new Map<string, NewOrigin>(), turn = new Turn();
  const batches: Batches = new Map(), deletions: PlacedDeletion[] = [];
  const now = microsOf(context.store.clock);
  const types = new Map<string, KnownType | undefined>();
  const findOnce = async (id: string): Promise<KnownType | undefined> => {
    if (!types.has(id) && types.size < MAX_TYPES) {
      types.set(id, await findType(context, userid, id));
    }
    return types.get(id);
  };
  const addOne = async ({ text, place }: WrappedText): Promise<void> => {
    const json = parseRecord(text);
    if (json === undefined) throw notJson();
    const record = checkedBody(LegacyRecord, { json, place }, issues);
    if (record === undefined) return;
    const type = await typeOf(record, place, { findOnce, issues });
    if (type === undefined) return;
    const given = { json: unwrap(record, type), place: [...place, "data"] };
    if (type.body === null) {
      const deletion = deletionOf(given, issues);
      if (deletion !== undefined) deletions.push(deletion);
      return;
    }
    const read = newRecord(type, given, { origins, issues, now });
    if (read !== undefined) addRecord(batches, read);
  };
  let count = 0;
  for await (const page of pages) {
    if (turn.isOver()) await turn.next();
    for (const wrapped of page) {
      await addOne(wrapped);
      countRecord(++count, issues);
      if (turn.isOver()) await turn.next();
    }
  }
  if (count === 0) throw invalid(["body"], "The body holds no record", "missing");
  if (issues.length > 0) throw new Problem(422, issues);
  const uploads = uploadsOf(userid, batches);
  const added = context.store.uploads.addAll(userid, uploads, deletions);
  return { upload_id: await rejectMismatch(added) };
}

async function typeOf(
  { metadata }: LegacyRecord,
  place: Place,
  { findOnce, issues }: {
    findOnce: (id: string) => Promise<KnownType | undefined>;
    issues: Issue[];
  },
): Promise<KnownType | undefined> {
  const { data_type, content_type } = metadata;
  const at = [...place, "metadata"];
  const media = content_type?.replace(/;.*/s, "").trim().toLowerCase();
  if (media !== undefined && media !== "application/json") {
    issues.push(issueAt(at, ["content_type"], "content_type must be application/json", "enum"));
  }
  const type = await findOnce(data_type);
  if (type?.entry.recordable) return type;
  const msg = typeFault(data_type, type, NOT_RECORDABLE);
  issues.push(issueAt(at, ["data_type"], msg, "value_error"));
  return undefined;
}

/** Returns the payload, with the fields of its envelope. */
function unwrap({ data, metadata }: LegacyRecord, type: KnownType): unknown {
  const json = parseJson(data);
  if (typeof json !== "object" || json === null || Array.isArray(json) || type.body === null) {
    return json;
  }
  const { id, recorded_at, source = [], tags = [] } = metadata;
  return {
    ...(id ? { id } : {}),
    ...(typeof recorded_at === "string" ? { start_time: recorded_at } : recorded_at),
    ...(source[0] === undefined
      ? {}
      : annotationKind(type.entry.id) === undefined
      ? { source: source[0] }
      : { sources: source }),
    ...(tags.length === 0 ? {} : { tags }),
    ...json,
  };
}
