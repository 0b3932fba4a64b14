import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import type { Context } from "../http/handler.ts";
import type { Pages } from "../http/textBody.ts";
import { LOCATION_TYPES, type LocationSource, SOURCE_OF } from "./locationSources.ts";

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
  /** Of which sources, at least one. */
  readonly sources: readonly LocationSource[];
  /** In which range. */
  readonly interval: Interval;
}

/** The location samples of several sources in the order of time; at one instant the mobile's first. */
export async function* locationUpdates(
  { store }: Pick<Context, "store">,
  { owner: userid, sources, interval }: LocationUpdatesQuery,
): Pages<LocationUpdate> {
  const [dataType, ...also] = sources.map((source) => LOCATION_TYPES[source]);
  for await (const page of store.records.pages({ userid, dataType: dataType!, also, interval })) {
    yield page.map((record) => ({ record, source: SOURCE_OF.get(record.dataType)! }));
  }
}
