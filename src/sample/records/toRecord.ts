import type { Random } from "../life/random.ts";
import { recordId } from "./recordId.ts";
import { DAY_MS } from "../../time/units.ts";

/** Numbers below 60 as two digits. */
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Record of a built-in metric, ready for upload. */
export type SampleRecord = {
  /** Version 7 UUID that grows with `start_time`. */
  id: string;
  /** ISO 8601 in UTC. */
  start_time: string;
  /** ISO 8601 in UTC, exclusive; absent for an instant. */
  end_time?: string;
  value: number;
  /** Unit of the metric in the catalog. */
  unit: string;
  /** Name of the source, or its properties in wire format. */
  source: string | { readonly name: string; readonly [property: string]: unknown };
  /** Measuring device in wire format. */
  device?: { readonly name: string; readonly [property: string]: unknown };
  /** Further properties. */
  extras?: { readonly [name: string]: unknown };
};

/** Cache of the last date: most instants are on the same day as the one before. */
let day = NaN, date = "";

/** Formats milliseconds UTC as ISO 8601 text. */
export function toIso(milliseconds: number): string {
  const within = Math.floor(milliseconds / DAY_MS);
  if (within !== day) [day, date] = [within, new Date(milliseconds).toISOString().slice(0, 11)];
  const rest = Math.floor(milliseconds) - within * DAY_MS;
  const seconds = Math.floor(rest / 1000), minutes = Math.floor(seconds / 60);
  const thousandths = String(rest % 1000).padStart(3, "0");
  return `${date}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${
    TWO[seconds % 60]
  }.${thousandths}Z`;
}

/**
 * Creates a record of an interval, or of an instant if `end` is null; times in milliseconds UTC.
 */
export function toRecord(
  start: number,
  end: number | null,
  fields: Pick<SampleRecord, "value" | "unit" | "source" | "device">,
  ids: Random,
): SampleRecord {
  const id = recordId(start, ids);
  if (end === null) return { id, start_time: toIso(start), ...fields };
  return { id, start_time: toIso(start), end_time: toIso(end), ...fields };
}
