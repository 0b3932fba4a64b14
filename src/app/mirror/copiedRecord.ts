import type { Row } from "../../frame/polars/rows.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";
import { RECORD_COLUMNS } from "../../service/records/recordRow.ts";
import { annotationOfSource } from "../../service/types/annotationSource.ts";
import type { NewOrigin } from "../../store/sources.ts";
import type { NewRecord } from "../../store/uploads.ts";
import { MIN_MICROS, toMicros } from "../../time/instant.ts";

/** A record with its identifier. */
export interface CopiedRecord extends NewRecord {
  readonly id: string;
}

/** Converts a row of the wire to a record. */
export type ReadRecord = (row: Row) => CopiedRecord;

/**
 * Members of a row that have a column or are stored elsewhere; all others are fields of a user's
 * own type.
 */
const STANDARD: ReadonlySet<string> = new Set([
  ...RECORD_COLUMNS,
  "value",
  "unit",
  "source_properties",
  "device_properties",
]);

/** Members of an annotation's record that repeat its definition. */
const DEFINITION = [
  "id",
  "svc_userid",
  "name",
  "description",
  "annotation_type",
  "tags",
  "measurement_spec",
  "spec",
  "created_at",
  "updated_at",
  "deleted_at",
];

/** Returns whether a data type is an annotation, or a base type of annotations. */
export function isAnnotation(dataType: string): boolean {
  const base = dataType.split("/", 1)[0];
  return Object.values(ANNOTATION_BASES).some(({ id }) => id === base);
}

/**
 * Returns whether a row of a base type belongs to a type based on it, which has its own records.
 */
export function isDefined(row: Row): boolean {
  return annotationOfSource(row["source_id"]) !== undefined;
}

/**
 * Builds a record from two operations: the record (`/data/v1alpha1`), and for a metric the raw
 * sample, which has more details about source and device.
 */
export function recordOfRow(row: Row, sample: Row | undefined, dataType: string): CopiedRecord {
  const start = micros(row["start_time"] ?? row["recorded_at"]);
  const { value } = row;
  return {
    id: String(row["id"]).toLowerCase(),
    start,
    end: row["end_time"] === undefined || row["end_time"] === null
      ? start
      : micros(row["end_time"]),
    value: value === null || value === undefined ? null : Number(value),
    origin: originOfRow(row, sample),
    extra: asJson(extraOf(row, sample, dataType)),
  };
}

/** Builds a record from a raw sample without another record. */
export function recordOfSample(sample: Row): CopiedRecord {
  return {
    id: String(sample["uuid"]).toLowerCase(),
    start: micros(sample["start_date"]),
    end: micros(sample["end_date"]),
    value: sample["value"] as number | null,
    origin: originOfProperties(sample["source_properties"], sample["device_properties"]),
    extra: asJson(sampleExtra(sample)),
  };
}

/** Members with id, times and source of types that have fields of their own. */
export interface EntryForm {
  readonly id: string;
  readonly start: string;
  /** Member with the end. @default the start */
  readonly end?: string;
  /** Returns the properties of a row's source. @default none */
  readonly source?: (row: Row) => unknown;
}

/**
 * Builds a record that keeps its other members unchanged: a location, a workout, a calendar or an
 * event.
 */
export function recordOfEntry(row: Row, form: EntryForm): CopiedRecord {
  const { [form.id]: id, [form.start]: from, [form.end ?? form.id]: to, ...rest } = row;
  const start = micros(from);
  const end = form.end === undefined ? start : micros(to);
  return {
    id: String(id).toLowerCase(),
    start,
    end,
    value: null,
    origin: originOfProperties(form.source?.(row), null),
    extra: asJson(rest),
  };
}

/** Converts an instant of the wire; the first instant of the year 1 means unknown. */
export function micros(value: unknown): bigint {
  const at = toMicros(value as string, { tz: "UTC", what: "the time of a record" });
  return at < MIN_MICROS ? MIN_MICROS : at;
}

function originOfRow(row: Row, sample: Row | undefined): NewOrigin | null {
  const isNamed = !isDefined(row) && typeof row["source_id"] === "string";
  const said = sample?.["source_properties"] ?? row["source_properties"] ?? null;
  const device = sample?.["device_properties"] ?? row["device_properties"] ?? null;
  if (said !== null || !isNamed) return originOfProperties(said, device);
  const { source_name, source_id } = row;
  return originOfProperties(
    source_name === source_id
      ? { name: source_id }
      : { name: source_name, sourceBundleIdentifier: source_id },
    device,
  );
}

function originOfProperties(source: unknown, device: unknown): NewOrigin | null {
  if ((source ?? null) === null && (device ?? null) === null) return null;
  const { name = null, sourceBundleIdentifier } = Object(source) as {
    name?: string | null;
    sourceBundleIdentifier?: string | null;
  };
  const vendorId = sourceBundleIdentifier ?? name;
  return {
    source: vendorId === null ? null : { vendorId, name },
    sourceProperties: JSON.stringify(source ?? null),
    deviceProperties: JSON.stringify(device ?? null),
  };
}

function extraOf(row: Row, sample: Row | undefined, dataType: string): Record<string, unknown> {
  const isOwn = dataType.includes("/") && !isAnnotation(dataType);
  const fields = isOwn
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !STANDARD.has(name)))
    : {};
  const metadata = { ...Object(row["metadata"]) };
  if (isDefined(row)) { for (const name of DEFINITION) delete metadata[name]; }
  const by = ((row["sources"] ?? []) as unknown[])
    .filter((source) => annotationOfSource(source) === undefined);
  const isTold = by.length === 0 || (by.length === 1 && by[0] === row["source_id"]);
  return {
    ...(row["note"] ?? null) === null ? {} : { note: row["note"] },
    ...(row["tags"] as unknown[] | null)?.length ? { tags: row["tags"] } : {},
    ...row["name"] === undefined ? {} : { name: row["name"] },
    ...Object.keys(metadata).length > 0 ? { metadata } : {},
    ...isTold ? {} : { sources: by },
    ...(row["unit"] ?? null) !== null && dataType in BASES ? { unit: row["unit"] } : {},
    ...sample === undefined ? {} : sampleExtra(sample),
    ...Object.keys(fields).length > 0 ? { fields } : {},
  };
}

/** Base types of annotations, whose own records have no defined unit. */
const BASES: { readonly [id: string]: true } = Object.fromEntries(
  Object.values(ANNOTATION_BASES).map(({ id }) => [id, true]),
);

function sampleExtra(sample: Row): Record<string, unknown> {
  const { count, has_undetermined_duration, extras } = sample;
  return {
    ...(count ?? 1) === 1 ? {} : { count },
    ...has_undetermined_duration ? { has_undetermined_duration } : {},
    ...Object.keys(Object(extras)).length > 0 ? { extras } : {},
  };
}

function asJson(extra: Record<string, unknown>): string | null {
  return Object.keys(extra).length === 0 ? null : JSON.stringify(extra);
}
