import type { Annotation } from "../../schema/annotations.ts";
import type { StoredRecord } from "../../store/records.ts";
import type { Origin } from "../../store/sources.ts";
import { isoMicros } from "../../time/iso.ts";
import { annotationOfSource } from "../types/annotationSource.ts";

/** What a record says of its app and its device, if more than a name. */
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

/** The columns of all records as CSV. */
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

/** The columns of a type's records as CSV: a metric, which has a unit, has two more; its own come last. */
export function csvColumns(unit: string | undefined, own: readonly string[] = []): string[] {
  const columns = [...RECORD_COLUMNS, ...(unit === undefined ? [] : ["value", "unit"])];
  return [...columns, ...own];
}

/** What is known of a record in addition to what is stored. */
export interface RecordRowOptions {
  /** The unit of its value, of a metric. @default it has no value */
  readonly unit?: string | undefined;
  /** The annotation that it is of: its source, and its metadata. @default none */
  readonly annotation?: Annotation | undefined;
  /** Whether its value is yes (1) or no (0). @default false */
  readonly isBoolean?: boolean | undefined;
}

/** A stored record as queries answer it; with a unit it has a value too. A span has its start and end. */
export function recordRow(record: StoredRecord, options: RecordRowOptions = {}): RecordRow {
  const { unit, annotation, isBoolean = false } = options;
  const { origin } = record;
  const start = isoMicros(record.start);
  const extra = record.extra === null ? {} : JSON.parse(record.extra);
  const sources = extra.sources ?? (origin?.vendorId ? [origin.vendorId] : []);
  const value = isBoolean && record.value !== null ? record.value === 1 : record.value;
  return {
    ...extra.fields, // of a user's own type
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

/** Properties of a source that every record has as `source_name` and `source_id`. */
const NAMED = ["name", "sourceBundleIdentifier"];

const known = new WeakMap<Origin, OriginProperties>();

/** Returns what is known of an app and a device besides the name and identifier of the source. */
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

/** An annotation is the source of its records, the last of those by which they came. */
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

/** An annotation as its records have it for their metadata: what is its source stands next to it. */
function definitionOf({ svc_source_id: _, ...definition }: Annotation): object {
  return definition;
}
