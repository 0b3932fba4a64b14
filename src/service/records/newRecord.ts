import type { z } from "zod";
import type { NewRecord } from "../../store/uploads.ts";
import type { NewOrigin } from "../../store/sources.ts";
import { isoMicros } from "../../time/iso.ts";
import { annotationOfSource } from "../types/annotationSource.ts";
import { namedAnnotation } from "../types/annotationTypes.ts";
import { bodyIssues, issueAt, type Place } from "../http/bodyIssues.ts";
import { invalid, type Issue } from "../http/problem.ts";
import type { Properties, RecordBody } from "../types/recordSchemas.ts";
import { convertUnit } from "../../series/units/namedUnits.ts";
import type { KnownType } from "../types/knownType.ts";

/** Maximum nesting depth of a record, because some JSON parsers fail on deeper ones. */
const MAX_DEPTH = 64;

/** Maximum number of sources, with their devices, in the records of one request. */
const MAX_ORIGINS = 10_000;

/** Fields stored as columns; all others are stored unchanged. */
const COLUMNS = new Set(["id", "start_time", "recorded_at", "end_time", "source", "device"]);

/** Fields of all records. In a user-defined type, all other fields are the user's own. */
const STANDARD = new Set(["sources", "note", "tags", "metadata", "name"]);

/** Additional columns of a metric. */
const METRIC_COLUMNS = new Set(["value", "unit"]);

/** A record to parse. */
export interface GivenRecord {
  /** Parsed JSON; `undefined` if the text is not JSON. */
  readonly json: unknown;
  /** Place in the body. */
  readonly place: Place;
}

/** State shared by the records of one request. */
export interface Reading {
  /** Known origins, so that each is created once. */
  readonly origins: Map<string, NewOrigin>;
  /** Errors so far. */
  readonly issues: Issue[];
  /** Time of records without one, in microseconds UTC. */
  readonly now: bigint;
}

/** A record to store, with its data type. */
export interface TypedRecord {
  /** Data type; for an annotation, the type of its definition. */
  readonly dataType: string;
  readonly record: NewRecord;
}

/** Parses a record. Returns `undefined` if it is invalid, and adds the errors to the issues. */
export function newRecord(
  base: KnownType,
  given: GivenRecord,
  reading: Reading,
): TypedRecord | undefined {
  const type = typeOf(base, given, reading.issues);
  const record = type && recordOf(type, given, reading);
  return record && { dataType: type.entry.id, record };
}

/**
 * Returns the type of a record. For a base type of annotations, that is the type of the named
 * annotation.
 */
function typeOf(
  base: KnownType,
  { json, place }: GivenRecord,
  issues: Issue[],
): KnownType | undefined {
  const named = base.definitions === undefined ? undefined : namedAnnotation(json);
  if (named === undefined) return base;
  const type = base.definitions!.get(named);
  if (type === undefined) {
    const msg = `${base.entry.id} has no annotation ${named}`;
    issues.push(issueAt(place, ["source"], msg, "value_error"));
  }
  return type;
}

function recordOf(
  type: KnownType,
  { json, place }: GivenRecord,
  { origins, issues, now }: Reading,
): NewRecord | undefined {
  const given = type.hasOwnTimes ? json : withStart(json, now);
  const body = type.plain?.(given) ?? checkedBody(type.body!, { json: given, place }, issues);
  if (body === undefined) return undefined;
  const own = type.check?.(given) ?? [];
  issues.push(...own.map(({ path, msg, type }) => issueAt(place, path, msg, type)));
  if (own.length > 0) return undefined;
  if (hasOtherTimes(body)) {
    const msg = "recorded_at contradicts start_time or end_time: give one of them";
    issues.push(issueAt(place, ["recorded_at"], msg, "value_error"));
    return undefined;
  }
  const end = body.end_time ?? body.start_time;
  if (end < body.start_time) {
    issues.push(issueAt(place, ["end_time"], "end_time is before start_time", "value_error"));
    return undefined;
  }
  const extra = asJson(
    body.kept === undefined
      ? otherFields(type, given as Record<string, unknown>)
      : { ...body.kept, ...body.sources?.length ? { sources: body.sources } : {} },
  );
  if (extra === undefined) {
    issues.push(
      issueAt(place, [], `The record is nested deeper than ${MAX_DEPTH} levels`, "value_error"),
    );
    return undefined;
  }
  return {
    id: body.id ?? undefined,
    start: body.start_time,
    end,
    value: valueOf(type, body),
    origin: originOf(body, type, origins),
    extra,
  };
}

/**
 * Resolves `recorded_at`, an alternative name of `start_time` or of start and end. A record without
 * any time gets the current time.
 */
function withStart(json: unknown, now: bigint): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  const { start_time, recorded_at, end_time } = json as Record<string, unknown>;
  if ((start_time ?? null) !== null) return json;
  if (typeof recorded_at === "object" && recorded_at !== null) {
    const { start_time: start, end_time: end } = recorded_at as Record<string, unknown>;
    return { ...json, start_time: start, end_time: end_time ?? end };
  }
  if ((recorded_at ?? null) !== null) return { ...json, start_time: recorded_at };
  return (end_time ?? null) === null ? { ...json, start_time: isoMicros(now) } : json;
}

/** Returns whether `recorded_at` contradicts `start_time` or `end_time`. */
function hasOtherTimes({ recorded_at, start_time, end_time }: RecordBody): boolean {
  if ((recorded_at ?? null) === null) return false;
  const { start_time: start, end_time: end = null } = typeof recorded_at === "bigint"
    ? { start_time: recorded_at }
    : recorded_at!;
  return start !== start_time || (end !== null && end !== end_time);
}

function valueOf({ metric, isBase, defaults, entry }: KnownType, body: RecordBody): number | null {
  const { value = null, unit } = body;
  if (entry.class !== "metric") return null;
  const given = value === null ? defaults?.value ?? null : Number(value);
  if (given === null || metric === null || isBase) return given;
  return convertUnit(given, unit ?? metric.unit, metric.unit);
}

/** Returns the fields that have no column. */
function otherFields(
  { tags, entry, isBase, annotation, defaults }: KnownType,
  given: { readonly [name: string]: unknown },
): Record<string, unknown> {
  const extra: Record<string, unknown> = {}, fields: Record<string, unknown> = {};
  const isOwn = entry.id.includes("/") && annotation === undefined;
  const isMetric = entry.class === "metric";
  for (const [name, value] of Object.entries(given)) {
    const isSaid = name === "unit" && isBase === true; // no definition has the unit
    if (value === null || value === undefined || (isColumn(name, isMetric) && !isSaid)) continue;
    (isOwn && !STANDARD.has(name) ? fields : extra)[name] = value;
  }
  if (defaults?.note) extra["note"] ??= defaults.note;
  if (tags !== undefined && tags.length > 0) extra["tags"] ??= tags;
  if (Object.keys(fields).length > 0) extra["fields"] = fields;
  return extra;
}

/**
 * Serializes an object. Returns null if it is empty, and `undefined` if it is nested too deeply.
 */
function asJson(extra: { readonly [name: string]: unknown }): string | null | undefined {
  if (Object.keys(extra).length === 0) return null;
  return isDeeper(extra, MAX_DEPTH) ? undefined : JSON.stringify(extra);
}

function isColumn(key: string, ofMetric: boolean): boolean {
  return COLUMNS.has(key) || (ofMetric && METRIC_COLUMNS.has(key));
}

/** Returns whether objects and lists are nested deeper than a number of levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function originOf(
  body: RecordBody,
  type: KnownType,
  known: Map<string, NewOrigin>,
): NewOrigin | null {
  const { device } = body, source = sourceNamed(body) ?? type.source;
  if ((source ?? device ?? null) === null) return null;
  const key = typeof source === "string" && typeof device !== "object"
    ? `${source}\0${device ?? ""}` // names contain no NUL
    : JSON.stringify([source, device]);
  let origin = known.get(key);
  if (origin === undefined) {
    if (known.size >= MAX_ORIGINS) {
      throw invalid(["body"], `The body names more than ${MAX_ORIGINS} sources; send it in parts`);
    }
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

/** Returns the app or device that a record names; an annotation is neither. */
function sourceNamed({ source, sources }: RecordBody): RecordBody["source"] {
  const isPlain = (one: string | Properties): boolean =>
    annotationOfSource(typeof one === "string" ? one : one["sourceBundleIdentifier"]) === undefined;
  return [source ?? [], sources ?? []].flat().find(isPlain);
}

function propertiesOf(given: string | Properties | null | undefined): Properties | null {
  return typeof given === "string" ? { name: given } : given ?? null;
}

/** Identifies a source by its vendor's identifier, or else by its name. */
function sourceOf(properties: Properties | null): NewOrigin["source"] {
  const { name = null, sourceBundleIdentifier } = (properties ?? {}) as {
    name?: string | null;
    sourceBundleIdentifier?: string | null;
  };
  const vendorId = sourceBundleIdentifier ?? name;
  return vendorId === null ? null : { vendorId, name };
}

/** Parses a body. Returns `undefined` if it is invalid, and adds the errors to the issues. */
export function checkedBody<T>(
  schema: z.ZodType<T>,
  { json, place }: GivenRecord,
  issues: Issue[],
): T | undefined {
  if (json === undefined) {
    issues.push(issueAt(place, [], "This is not JSON", "json_invalid"));
    return undefined;
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  issues.push(...bodyIssues(result.error, place));
  return undefined;
}
