import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import type { Context } from "../http/handler.ts";
import { LOCATION_TYPES, type LocationSource } from "./locationSources.ts";

/** A location sample and where it comes from. */
export interface LocationUpdate {
  /** The sample. */
  readonly record: StoredRecord;
  /** Where it comes from. */
  readonly source: LocationSource;
}

/** Which location samples are read. */
export interface LocationUpdatesQuery {
  /** Whose. */
  readonly owner: string;
  /** Of which sources. */
  readonly sources: readonly LocationSource[];
  /** In which range. */
  readonly interval: Interval;
}

/** The location samples of several sources in the order of time; at one moment the mobile's first. */
export async function locationUpdates(
  { store }: Pick<Context, "store">,
  { owner: userid, sources, interval }: LocationUpdatesQuery,
): Promise<LocationUpdate[]> {
  const updates: LocationUpdate[] = [];
  for (const source of sources) {
    const dataType = LOCATION_TYPES[source];
    for await (const page of store.records.pages({ userid, dataType, interval })) {
      for (const record of page) updates.push({ record, source });
    }
  }
  // A stable sort keeps the order of the sources, and is fast on what is sorted already.
  return sources.length < 2
    ? updates
    : updates.sort((a, b) =>
      a.record.start < b.record.start ? -1 : a.record.start > b.record.start ? 1 : 0
    );
}
