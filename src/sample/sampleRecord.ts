import type { Random } from "./random.ts";
import { recordId } from "./recordId.ts";

/** A record of a built-in metric as it is ingested. */
export type SampleRecord = {
  /** UUID of version 7 that grows with `start_time`. */
  id: string;
  /** ISO 8601 in UTC. */
  start_time: string;
  /** ISO 8601 in UTC, exclusive; absent where the record is of a moment. */
  end_time?: string;
  value: number;
  /** The unit of the metric in the catalog. */
  unit: string;
  /** Name of the source. */
  source: string;
};

/** Gives the ISO 8601 text in UTC of milliseconds UTC. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Makes a record of a span, or of a moment if `end` is null; times in milliseconds UTC. */
export function sampleRecord(
  start: number,
  end: number | null,
  fields: { value: number; unit: string; source: string },
  ids: Random,
): SampleRecord {
  const id = recordId(start, ids);
  if (end === null) return { id, start_time: iso(start), ...fields };
  return { id, start_time: iso(start), end_time: iso(end), ...fields };
}
