import type { z } from "zod";
import type { Deletion, NewRecord } from "../store/uploads.ts";
import type { NewOrigin } from "../store/sources.ts";
import { findType, type KnownType, unknownType } from "./dataTypes.ts";
import type { HandlersOf } from "./handler.ts";
import { type JsonRecord, jsonRecords } from "./jsonRecords.ts";
import { invalid, type Issue, Problem } from "./problem.ts";
import { DELETED_RECORD, type Properties, type RecordBody } from "./recordSchemas.ts";
import { requestBody } from "./requestBody.ts";
import { convertUnit } from "./units.ts";

/** Issues that one answer lists; what is beyond them is counted. */
const MAX_ISSUES = 1000;

/** How deep a record may be nested: deeper ones cannot be read by all who read JSON. */
const MAX_DEPTH = 64;

/** Fields that are kept as columns; all others are kept as they are. */
const COLUMNS = new Set([
  "id",
  "start_time",
  "recorded_at",
  "end_time",
  "value",
  "unit",
  "source",
  "device",
]);

/** Stores records. */
export const ingest: HandlersOf<"ingest"> = {
  record: async ({ args, userid, request, context: { store } }) => {
    const type = await findType(userid, args.data_type);
    if (type === undefined) throw unknownType(args.data_type);
    const bytes = await requestBody(request);
    const contentType = request.headers.get("content-type");
    if (type.body === null) {
      const deletions: Deletion[] = await readAll(bytes, contentType, (record, issues) => {
        const body = checked(DELETED_RECORD, record.json, record.line, issues);
        return body && { id: body.deleted_id, dataType: body.deleted_type };
      });
      return { upload_id: await store.uploads.remove(userid, deletions) };
    }
    const origins = new Map<string, NewOrigin>();
    const records = await readAll(
      bytes,
      contentType,
      (record, issues) => newRecord(type, record, origins, issues),
    );
    return {
      upload_id: await store.uploads.add({ userid, dataType: type.entry.id, records }),
    };
  },
};

/** Reads all records of a body, or throws what is wrong with them. */
async function readAll<T>(
  bytes: Uint8Array,
  contentType: string | null,
  read: (record: JsonRecord, issues: Issue[]) => T | undefined,
): Promise<T[]> {
  const results: T[] = [], issues: Issue[] = [];
  let count = 0;
  for await (const page of jsonRecords(bytes, contentType)) {
    for (const record of page) {
      const result = read(record, issues);
      if (result !== undefined) results.push(result);
    }
    count += page.length;
  }
  if (count === 0) throw invalid(["body"], "The body holds no record", "missing");
  if (issues.length > 0) throw new Problem(422, limited(issues));
  return results;
}

function limited(issues: Issue[]): Issue[] {
  if (issues.length <= MAX_ISSUES) return issues;
  const rest = issues.length - MAX_ISSUES;
  const last: Issue = { loc: ["body"], msg: `${rest} more are not listed`, type: "value_error" };
  return [...issues.slice(0, MAX_ISSUES), last];
}

function newRecord(
  type: KnownType,
  { line, json }: JsonRecord,
  origins: Map<string, NewOrigin>,
  issues: Issue[],
): NewRecord | undefined {
  const given = withStart(json);
  const body = checked(type.body!, given, line, issues);
  if (body === undefined) return undefined;
  const end = body.end_time ?? body.start_time;
  if (end < body.start_time) {
    issues.push(issueAt(line, ["end_time"], "end_time is before start_time", "value_error"));
    return undefined;
  }
  const extra = extraOf(given as Record<string, unknown>);
  if (extra === undefined) {
    issues.push(
      issueAt(line, [], `The record is nested deeper than ${MAX_DEPTH} levels`, "value_error"),
    );
    return undefined;
  }
  return {
    id: body.id ?? undefined,
    start: body.start_time,
    end,
    value: valueOf(type, body),
    origin: originOf(body, origins),
    extra,
  };
}

/** `recorded_at` is another name of `start_time`. */
function withStart(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  const { start_time, recorded_at } = json as Record<string, unknown>;
  return start_time === undefined && recorded_at !== undefined
    ? { ...json, start_time: recorded_at }
    : json;
}

function valueOf({ metric }: KnownType, { value, unit }: RecordBody): number | null {
  if (metric === null || value === undefined) return null;
  return convertUnit(value, unit ?? metric.unit, metric.unit);
}

/** What a record holds beside its columns, as JSON; null where nothing, undefined where it is too deep. */
function extraOf(given: Record<string, unknown>): string | null | undefined {
  let extra: Record<string, unknown> | undefined;
  for (const key in given) {
    if (COLUMNS.has(key) || given[key] === null || given[key] === undefined) continue;
    extra ??= {};
    extra[key] = given[key];
  }
  if (extra === undefined) return null;
  return isDeeper(extra, MAX_DEPTH) ? undefined : JSON.stringify(extra);
}

/** Whether objects and lists are nested deeper than so many levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function originOf(body: RecordBody, known: Map<string, NewOrigin>): NewOrigin | null {
  const { source, device } = body;
  if ((source ?? device ?? null) === null) return null;
  const key = typeof source === "string" && typeof device !== "object"
    ? `${JSON.stringify(source)}${device ?? ""}`
    : JSON.stringify([source, device]);
  let origin = known.get(key);
  if (origin === undefined) {
    const from = propertiesOf(source), by = propertiesOf(device);
    origin = {
      source: sourceOf(from),
      sourceProperties: JSON.stringify(from),
      deviceProperties: JSON.stringify(by),
    };
    known.set(key, origin);
  }
  return origin;
}

function propertiesOf(given: string | Properties | null | undefined): Properties | null {
  return typeof given === "string" ? { name: given } : given ?? null;
}

/** A source is known by its vendor's identifier, or where there is none by its name. */
function sourceOf(properties: Properties | null): NewOrigin["source"] {
  const { name = null, sourceBundleIdentifier } = (properties ?? {}) as {
    name?: string | null;
    sourceBundleIdentifier?: string | null;
  };
  const vendorId = sourceBundleIdentifier ?? name;
  return vendorId === null ? null : { vendorId, name };
}

/** The body as its schema reads it; undefined where it is wrong, which is added to the issues. */
function checked<T>(
  schema: z.ZodType<T>,
  json: unknown,
  line: number | undefined,
  issues: Issue[],
): T | undefined {
  if (json === undefined) {
    issues.push(issueAt(line, [], "This is not JSON", "json_invalid"));
    return undefined;
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        issues.push(
          issueAt(line, [...issue.path, key], `There is no field ${key}`, "extra_forbidden"),
        );
      }
    } else {
      const isMissing = issue.code === "invalid_type" && issue.message.includes("undefined");
      issues.push(issueAt(line, issue.path, issue.message, isMissing ? "missing" : issue.code));
    }
  }
  return undefined;
}

function issueAt(
  line: number | undefined,
  path: readonly PropertyKey[],
  msg: string,
  type: string,
): Issue {
  const place = path.map((key) => typeof key === "number" ? key : String(key));
  return { loc: ["body", ...(line === undefined ? [] : [line]), ...place], msg, type };
}
