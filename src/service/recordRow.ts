import type { StoredRecord } from "../store/records.ts";
import { isoMicros } from "../time/iso.ts";

/** A record as queries answer it (wire facts, "Records"). */
export interface RecordRow {
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
  readonly value?: number | null;
  readonly unit?: string | null;
}

/** The columns of all records as CSV. */
const RECORD_COLUMNS = [
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

/** A stored record as queries answer it; with a unit it has a value too. A span has its start and end. */
export function recordRow(record: StoredRecord, unit?: string): RecordRow {
  const { origin } = record;
  const start = isoMicros(record.start);
  const extra = record.extra === null ? {} : JSON.parse(record.extra);
  return {
    ...extra.fields, // of a user's own type
    id: record.id,
    recorded_at: start,
    ...(record.end > record.start ? { start_time: start, end_time: isoMicros(record.end) } : {}),
    source_name: origin?.name ?? null,
    source_id: origin?.vendorId ?? null,
    sources: origin?.vendorId ? [origin.vendorId] : [],
    note: extra.note ?? null,
    tags: extra.tags ?? [],
    metadata: extra.metadata ?? {},
    ...(extra.name === undefined ? {} : { name: extra.name }),
    ...(unit === undefined ? {} : { value: record.value, unit: unit || null }),
  };
}
