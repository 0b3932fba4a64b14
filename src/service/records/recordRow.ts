import type { Annotation } from "../../schema/annotations.ts";
import type { StoredRecord } from "../../store/records.ts";
import type { Origin } from "../../store/sources.ts";
import { isoMicros } from "../../time/iso.ts";
import { annotationOfSource } from "../types/annotationSource.ts";

/** Properties of a record's app and device, if it has more than a name. */
interface OriginProperties {
  readonly source_properties?: unknown;
  readonly device_properties?: unknown;
}

/** A record as queries answer it. */
export interface RecordRow extends OriginProperties {
  readonly id: string;
  readonly recorded_at: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly source_name: string | null;
  readonly source_id: string | null;
  readonly sources: readonly string[];
  readonly note: unknown;
  readonly tags: unknown;
  readonly metadata: unknown;
  readonly name?: unknown;
  readonly value?: number | boolean | null;
  readonly unit?: string | null;
}

/** CSV columns of all records. */
export const RECORD_COLUMNS = [
  "id",
  "recorded_at",
  "start_time",
  "end_time",
  "source_name",
  "source_id",
  "sources",
  "name",
  "note",
  "tags",
  "metadata",
] as const;

/**
 * Returns the CSV columns of a type: a metric, which has a unit, has two more, and the user's own
 * fields come last.
 */
export function csvColumns(unit: string | undefined, own: readonly string[] = []): string[] {
  const columns = [...RECORD_COLUMNS, ...(unit === undefined ? [] : ["value", "unit"])];
  return [...columns, ...own];
}

/** Properties of a record's type. */
export interface RecordRowOptions {
  /** Unit of the value of a metric. @default the record has no value */
  readonly unit?: string | undefined;
  /** Annotation of the record: its source and metadata. @default none */
  readonly annotation?: Annotation | undefined;
  /** True if the value is yes (1) or no (0). @default false */
  readonly isBoolean?: boolean | undefined;
}

/**
 * Formats a stored record for queries. With a unit it has a value. A record with a duration has
 * start and end.
 */
export function recordRow(record: StoredRecord, options: RecordRowOptions = {}): RecordRow {
  const { unit, annotation, isBoolean = false } = options;
  const { origin } = record;
  const start = isoMicros(record.start);
  const extra = record.extra === null ? {} : JSON.parse(record.extra);
  const sources = extra.sources ?? (origin?.vendorId ? [origin.vendorId] : []);
  const value = isBoolean && record.value !== null ? record.value === 1 : record.value;
  return {
    ...extra.fields, // of a user-defined type
    id: record.id,
    recorded_at: start,
    ...(record.end > record.start ? { start_time: start, end_time: isoMicros(record.end) } : {}),
    ...(annotation === undefined
      ? { source_name: origin?.name ?? null, source_id: origin?.vendorId ?? null, sources }
      : annotationSources(annotation, sources)),
    ...(origin === undefined ? {} : propertiesOf(origin)),
    note: extra.note ?? null,
    tags: extra.tags ?? [],
    metadata: { ...extra.metadata, ...(annotation && definitionOf(annotation)) },
    ...(extra.name === undefined ? {} : { name: extra.name }),
    ...(unit === undefined ? {} : { value, unit: unit || extra.unit || null }),
  };
}

/** Properties of sources that have columns, `source_name` and `source_id`. */
const NAMED = ["name", "sourceBundleIdentifier"];

const known = new WeakMap<Origin, OriginProperties>();

/** Returns the other properties of the source and the device. */
function propertiesOf(origin: Origin): OriginProperties {
  let properties = known.get(origin);
  if (properties === undefined) {
    const source = JSON.parse(origin.sourceProperties);
    const device = JSON.parse(origin.deviceProperties);
    const isNamed = Object.keys(source ?? {}).every((name) => NAMED.includes(name));
    properties = {
      ...(isNamed ? {} : { source_properties: source }),
      ...(device === null ? {} : { device_properties: device }),
    };
    known.set(origin, properties);
  }
  return properties;
}

/** Appends the annotation to the sources of its record. */
function annotationSources(
  { id, svc_source_id }: Annotation,
  sources: readonly string[],
): Pick<RecordRow, "source_name" | "source_id" | "sources"> {
  const others = sources.filter((source) => annotationOfSource(source) !== id);
  return {
    source_name: "Annotation",
    source_id: svc_source_id,
    sources: [...others, svc_source_id],
  };
}

/** Returns an annotation as metadata of its records; its source id has a column. */
function definitionOf({ svc_source_id: _, ...definition }: Annotation): object {
  return definition;
}
