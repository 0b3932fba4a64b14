import { z } from "zod";
import type { IngestResult, LegacyRecord } from "../api/ingest.ts";
import type { NewOrigin } from "../store/sources.ts";
import type { Deletion, NewRecord } from "../store/uploads.ts";
import { issueAt, type Place } from "./bodyIssues.ts";
import { findType, type KnownType } from "./dataTypes.ts";
import type { Context } from "./handler.ts";
import { newRecord } from "./newRecord.ts";
import type { Issue } from "./problem.ts";
import { name, time, uuid } from "./recordSchemas.ts";
import { deletionOf, refuse } from "./storeRecords.ts";

const text = z.string();

/** A record in its old wrapping (interface 2.15). */
export const LEGACY_RECORD = z.strictObject({
  data: text,
  metadata: z.strictObject({
    data_type: text,
    content_type: text.nullish(),
    id: uuid.nullish(),
    recorded_at: z.union([
      text.refine(isTime, "is no date and time"),
      z.strictObject({
        start_time: text.refine(isTime, "is no date and time"),
        end_time: text.refine(isTime, "is no date and time"),
      }),
    ]).optional().meta({ deprecated: true, description: "Times belong into the payload." }),
    source: z.array(name).default([]),
    tags: z.array(uuid).refine((tags) => new Set(tags).size === tags.length, "has a tag twice")
      .default([]),
  }),
  specversion: z.int().default(1),
}) as unknown as z.ZodType<LegacyRecord>;

/** Records in their old wrapping, and where each stands in the body. */
export type Wrapped = readonly { readonly record: LegacyRecord; readonly place: Place }[];

/** Stores records in their old wrapping, of any types, and deletes those that tombstones name: all or none. */
export async function storeLegacy(
  wrapped: Wrapped,
  { userid, context }: { readonly userid: string; readonly context: Context },
): Promise<IngestResult> {
  const issues: Issue[] = [], origins = new Map<string, NewOrigin>();
  const byType = new Map<string, NewRecord[]>(), deletions: Deletion[] = [];
  for (const { record, place } of wrapped) {
    const type = await typeOf(record, place, { userid, context, issues });
    if (type === undefined) continue;
    const given = { json: unwrapped(record, type), place: [...place, "data"] };
    if (type.body === null) {
      const deletion = deletionOf(given, issues);
      if (deletion !== undefined) deletions.push(deletion);
      continue;
    }
    const read = newRecord(type, given, { origins, issues });
    if (read === undefined) continue;
    const { id } = type.entry;
    if (!byType.has(id)) byType.set(id, []);
    byType.get(id)!.push(read);
  }
  refuse(issues);
  const uploads = [...byType].map(([dataType, records]) => ({ userid, dataType, records }));
  return { upload_id: await context.store.uploads.addAll(userid, uploads, deletions) };
}

async function typeOf(
  { metadata }: LegacyRecord,
  place: Place,
  { userid, context, issues }: { userid: string; context: Context; issues: Issue[] },
): Promise<KnownType | undefined> {
  const { data_type, content_type } = metadata;
  const at = [...place, "metadata"];
  const media = content_type?.replace(/;.*/s, "").trim().toLowerCase();
  if (media !== undefined && media !== "application/json") {
    issues.push(issueAt(at, ["content_type"], "content_type must be application/json", "enum"));
  }
  const type = await findType(context, userid, data_type);
  if (type?.entry.recordable) return type;
  const what = `There is no data type ${JSON.stringify(data_type)} that records are of`;
  issues.push(issueAt(at, ["data_type"], what, "value_error"));
  return undefined;
}

/** The payload, with what only its wrapping says. */
function unwrapped({ data, metadata }: LegacyRecord, type: KnownType): unknown {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (typeof json !== "object" || json === null || Array.isArray(json) || type.body === null) {
    return json;
  }
  const { id, recorded_at, source = [], tags = [] } = metadata;
  return {
    ...(id ? { id } : {}),
    ...(typeof recorded_at === "string" ? { start_time: recorded_at } : recorded_at),
    ...(source[0] === undefined ? {} : { source: source[0] }),
    ...(tags.length === 0 ? {} : { tags }),
    ...json,
  };
}

function isTime(value: string): boolean {
  return time.safeParse(value).success;
}
