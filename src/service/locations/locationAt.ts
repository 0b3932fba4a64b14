import type { Api } from "../../api/api.ts";
import type { Interval } from "../../time/interval.ts";
import { entryRow } from "../types/entryTypes.ts";
import type { Call } from "../http/handler.ts";
import { LOCATION_TYPES, readableSources } from "./locationSources.ts";
import type { LocationUpdate } from "./locationUpdates.ts";
import { pointOf } from "./pointOf.ts";
import { reverseGeocode } from "./reverseGeocode.ts";

/** A call that asks where somebody was. */
type LocationCall = Call<Api["locations"]["atTime"]>;

/**
 * The location sample closest to a moment as JSON, or none: one at the moment
 * itself, else the closest that is at most `window_size` seconds earlier or, with `include_after`,
 * later. Of two that are as close the earlier wins, of two at one moment the mobile's.
 *
 * @throws {Problem} 403 if it may not be read, 422 if the window is below 0
 */
export async function locationAt(call: LocationCall): Promise<string[]> {
  const { args: { time, window_size, include_after, reverse_geocode } } = call;
  const found = await closest(call, {
    start: time - BigInt(window_size) * 1_000_000n,
    end: include_after ? time + BigInt(window_size) * 1_000_000n : time,
  });
  if (found === undefined) return [];
  const { record, source } = found;
  return [JSON.stringify({
    ...entryRow(LOCATION_TYPES[source])!(record),
    location_source: source,
    ...(reverse_geocode
      ? { location_details: reverseGeocode(pointOf(record)).location_details }
      : {}),
  })];
}

/** The closest sample from the start to the end of a window, both inclusive. */
async function closest(
  call: LocationCall,
  { start: from, end: to }: Interval,
): Promise<LocationUpdate | undefined> {
  const { args: { time }, context } = call;
  const moments = context.store.recordEdges;
  const { owner, sources } = await readableSources(call, { start: time, end: time + 1n });
  let nearest: LocationUpdate | undefined;
  const distance = ({ record: { start } }: LocationUpdate): bigint =>
    start < time ? time - start : start - time;
  for (const which of ["latest", "earliest"] as const) {
    const range = which === "latest" ? { from, to: time } : { from: time, to };
    for (const source of sources) {
      const dataType = LOCATION_TYPES[source];
      const record = await moments[which]({ userid: owner, dataType, ...range });
      if (record === undefined) continue;
      const update = { record, source };
      if (nearest === undefined || distance(update) < distance(nearest)) nearest = update;
    }
  }
  return nearest;
}
