import type { Random } from "../life/random.ts";
import { recordId } from "./recordId.ts";
import { DAY_MS } from "../../time/units.ts";

/** Numbers below 60 as two digits. */
const TWO = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** A record of a built-in metric as it is ingested. */
export type SampleRecord = {
  /** UUID of version 7 that grows with `start_time`. */
  id: string;
  /** ISO 8601 in UTC. */
  start_time: string;
  /** ISO 8601 in UTC, exclusive; absent where the record is of an instant. */
  end_time?: string;
  value: number;
  /** The unit of the metric in the catalog. */
  unit: string;
  /** Name of the source, or all that can be said of it under its names on the wire. */
  source: string | { readonly name: string; readonly [property: string]: unknown };
  /** What it was measured with, likewise. */
  device?: { readonly name: string; readonly [property: string]: unknown };
  /** What else a source says. */
  extras?: { readonly [name: string]: unknown };
};

/** The day that was written last: most instants are of the same day as the one before. */
let day = NaN, date = "";

/** Gives the ISO 8601 text in UTC of milliseconds UTC. */
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

/** Makes a record of an interval, or of an instant if `end` is null; times in milliseconds UTC. */
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
