import type { StoredRecord } from "../../store/records.ts";
import type { Interval } from "../../time/interval.ts";
import type { Context } from "../http/handler.ts";
import type { Pages } from "../http/textBody.ts";
import { LOCATION_TYPES, type LocationSource, SOURCE_OF } from "./locationSources.ts";

/** A location sample with its source. */
export interface LocationUpdate {
  readonly record: StoredRecord;
  readonly source: LocationSource;
}

/** Query of location samples. */
export interface LocationUpdatesQuery {
  readonly owner: string;
  /** Sources, at least one. */
  readonly sources: readonly LocationSource[];
  readonly interval: Interval;
}

/**
 * Yields the location samples of several sources in order of time; at the same instant, the
 * mobile's first.
 */
export async function* locationUpdates(
  { store }: Pick<Context, "store">,
  { owner: userid, sources, interval }: LocationUpdatesQuery,
): Pages<LocationUpdate> {
  const [dataType, ...also] = sources.map((source) => LOCATION_TYPES[source]);
  for await (const page of store.records.pages({ userid, dataType: dataType!, also, interval })) {
    yield page.map((record) => ({ record, source: SOURCE_OF.get(record.dataType)! }));
  }
}
