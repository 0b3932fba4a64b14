import { api } from "../../api/api.ts";
import type { Endpoint, RecordColumns, Returns } from "../../api/fields/endpoint.ts";
import { METRIC_TABLE } from "../../api/fields/metricTable.ts";
import type { ReadRows } from "../../client/readRows.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Interval } from "../../time/interval.ts";
import {
  type CopiedRecord,
  type EntryForm,
  isDefined,
  micros,
  recordOfEntry,
  recordOfRow,
  recordOfSample,
} from "./copiedRecord.ts";

export interface TypeReader {
  readonly readRows: ReadRows;
  readonly dataType: string;
  /** Owner of the records, if different from the user who reads. */
  readonly owner?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const UPDATE: EntryForm = { id: "uuid", start: "timestamp" };

/**
 * Types with fields of their own: the operation that reads them, and the members of their records.
 */
const ENTRIES: { readonly [dataType: string]: readonly [Endpoint, EntryForm] } = {
  MobileLocationUpdate: [api.locations.mobileUpdates, UPDATE],
  MapLocationUpdate: [api.locations.mapUpdates, UPDATE],
  MobileLocationVisit: [
    api.locations.mobileVisits,
    { id: "uuid", start: "arrival_date", end: "departure_date" },
  ],
  MobileWorkout: [api.workouts.list, {
    id: "apple_workout_id",
    start: "start_date",
    end: "end_date",
    source: ({ source_revision }) => {
      const { name, sourceBundleIdentifier } = Object(source_revision);
      return (name ?? sourceBundleIdentifier ?? null) === null
        ? null
        : { name, sourceBundleIdentifier };
    },
  }],
  calendars: [api.calendars.list, {
    id: "calendar_id",
    start: "inserted_at",
    source: ({ svc_source }) => ({ name: svc_source }),
  }],
  calendar_events: [api.calendars.events, {
    id: "calendar_event_id",
    start: "start_date",
    end: "end_date",
  }],
};

const BUILT_IN = new Set<string>(METRIC_TABLE.map(([name]) => name));
const METRIC_BASES = new Set<string>(
  Object.values(ANNOTATION_BASES).filter((base) => base.class === "metric").map(({ id }) => id),
);

/** All of time that the wire can represent. */
export const EVER: Interval = { start: MIN_MICROS, end: MAX_MICROS - 1n };

/** Converts an interval to arguments of an operation. */
export function rangeOf({ start, end }: Interval): { start_time: string; end_time: string } {
  return { start_time: isoMicros(start), end_time: isoMicros(end) };
}

/**
 * Everything that a service returns about one record: the record, and for a metric also the raw
 * sample.
 */
export interface TypeRow {
  /** The record; `undefined` if only a sample exists. */
  readonly row: Row | undefined;
  /** The raw sample. */
  readonly sample: Row | undefined;
}

/**
 * Reads the records of a data type that intersect an interval, with everything that the service
 * returns.
 */
export async function readTypeRows(
  { readRows, dataType, owner, signal }: TypeReader,
  interval: Interval,
): Promise<TypeRow[]> {
  const whose = owner === undefined ? {} : { svc_userid: owner };
  const range = { ...rangeOf(interval), ...whose };
  const read = (endpoint: Endpoint, args: object): Promise<readonly Row[]> =>
    readRows(endpoint, { ...args }, { signal, onProgress: () => {} });
  const entry = ENTRIES[dataType];
  if (entry !== undefined) {
    const rows = await read(entry[0], dataType === "calendars" ? whose : range);
    return rows.map((row) => ({ row, sample: undefined }));
  }
  const [rows, samples] = await Promise.all([
    read(isMetric(dataType) ? api.metrics.records : api.events.list, {
      ...range,
      data_type: dataType,
    }),
    isMetric(dataType) && !METRIC_BASES.has(dataType)
      ? read(api.metrics.samples, { ...range, metric: dataType })
      : [],
  ]);
  const found: TypeRow[] = [], hasDefined = !dataType.includes("/");
  // Both answers are in the same order, so most samples are found without a map.
  let next = 0, byId: Map<string, Row> | undefined;
  const sampleOf = (row: Row): Row | undefined => {
    if (byId === undefined && samples[next]?.["uuid"] === row["id"]) return samples[next++];
    byId ??= new Map(samples.slice(next).map((sample) => [idOf(sample["uuid"]), sample]));
    const id = idOf(row["id"]), sample = byId.get(id);
    byId.delete(id);
    return sample;
  };
  for (const row of rows) {
    if (hasDefined && isDefined(row)) continue; // it belongs to its own type
    found.push({ row, sample: sampleOf(row) });
  }
  const left = byId?.values() ?? samples.slice(next);
  for (const sample of left) found.push({ row: undefined, sample });
  return found;
}

function idOf(id: unknown): string {
  return String(id).toLowerCase();
}

/** Returns whether the records of a data type have fields of their own. */
export function isEntry(dataType: string): boolean {
  return ENTRIES[dataType] !== undefined;
}

/** Returns whether the records of a data type have values. */
export function isMetric(dataType: string): boolean {
  const [base = dataType] = dataType.split("/", 1);
  return BUILT_IN.has(dataType) || base === "Metric" || METRIC_BASES.has(base);
}

/**
 * Returns the columns of the client's frame for a type's records; for a metric, of its raw samples.
 */
export function frameColumns(dataType: string): RecordColumns {
  const endpoint = ENTRIES[dataType]?.[0] ??
    (isMetric(dataType) ? api.metrics.samples : api.events.list);
  return (endpoint.returns as Extract<Returns, { kind: "records" }>).columns;
}

/** Returns the start of a record, as `recordOf` does, without the rest. */
export function startOf(dataType: string, { row, sample }: TypeRow): bigint {
  const form = ENTRIES[dataType]?.[1];
  if (row === undefined) return micros(sample!["start_date"]);
  return micros(form === undefined ? row["start_time"] ?? row["recorded_at"] : row[form.start]);
}

/** Builds a record from a row of the service. */
export function recordOf(dataType: string, { row, sample }: TypeRow): CopiedRecord {
  const form = ENTRIES[dataType]?.[1];
  if (row === undefined) return recordOfSample(sample!);
  return form === undefined ? recordOfRow(row, sample, dataType) : recordOfEntry(row, form);
}
