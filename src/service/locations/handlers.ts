import type { StoredRecord } from "../../store/records.ts";
import { isoMicros } from "../../time/iso.ts";
import { entries } from "../records/entries.ts";
import { entryRow } from "../types/entryTypes.ts";
import type { Call, Context, HandlersOf } from "../http/handler.ts";
import { locationSeries } from "./locationSeries.ts";
import { LOCATION_TYPES, readableSources } from "./locationSources.ts";
import { type LocationUpdate, locationUpdates } from "./locationUpdates.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { jsonArray, mapPages, onePage } from "../http/textBody.ts";
import type { Api } from "../../api/api.ts";
import type { Interval } from "../../time/interval.ts";
import { pointOf } from "./pointOf.ts";
import { reverseGeocode } from "./reverseGeocode.ts";

const { map_service: MAP, mobile: MOBILE } = LOCATION_TYPES;
const VISIT = "MobileLocationVisit";

export const locations: HandlersOf<"locations"> = {
  mobileUpdates: async (call) => {
    const interval = { start: call.args.start_time, end: call.args.end_time };
    const owner = await ownerOf(call, MOBILE, interval);
    return entries(call.context, { owner, dataType: MOBILE, interval });
  },

  mobileVisits: async (call) => {
    const interval = { start: call.args.start_time, end: call.args.end_time };
    const owner = await ownerOf(call, VISIT, interval);
    return entries(call.context, { owner, dataType: VISIT, interval });
  },

  mapUpdates: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await ownerOf(call, MAP, interval);
    const ids = await vendorIds(context, owner, args.svc_source_id);
    const only = ids && (({ origin }: StoredRecord) => ids.includes(origin?.vendorId ?? ""));
    return entries(context, { owner, dataType: MAP, interval, only });
  },

  mapBounds: async (call) => {
    const { args, context } = call;
    const owner = await ownerOf(call, MAP, null);
    const ids = await vendorIds(context, owner, args.source);
    const extent = await context.store.recordEdges.extent(owner, MAP, ids);
    if (extent === undefined) return { start_date: null, end_date: null };
    return { start_date: isoMicros(extent.first), end_date: isoMicros(extent.last) };
  },

  atTime: async (call) => jsonArray(onePage(await locationAt(call))),

  timeSeries: (call) => locationSeries(call),

  updates: async (call) => {
    const { args, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const { owner, sources } = await readableSources(call, interval, args.location_sources);
    const pages = locationUpdates(context, { owner, sources, interval });
    return jsonArray(
      mapPages(
        pages,
        ({ record, source }) =>
          JSON.stringify({ ...ROWS[source](record), location_source: source }),
      ),
    );
  },
};

/** Formats of the samples of each source. */
const ROWS = {
  mobile: entryRow(MOBILE)!,
  map_service: entryRow(MAP)!,
};

/** Returns the vendor ids of a source that a parameter names by id, vendor id or name. */
async function vendorIds(
  { store }: Pick<Context, "store">,
  owner: string,
  asked: string | undefined,
): Promise<string[] | undefined> {
  if (asked === undefined) return undefined;
  return (await store.sources.list(owner))
    .filter(({ id, vendor_id, name }) => [id, vendor_id, name].includes(asked))
    .map((source) => source.vendor_id);
}

type LocationCall = Call<Api["locations"]["atTime"]>;

/**
 * Returns the location sample closest to an instant as JSON, or an empty list. A sample at the
 * instant wins, then the closest at most `window_size` seconds earlier or, with `include_after`,
 * later. On a tie the earlier sample wins; at the same instant, the mobile's.
 *
 * @throws {Problem} 403 if the caller may not read it, 422 if the window is negative
 */
async function locationAt(call: LocationCall): Promise<string[]> {
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

/** Returns the closest sample within a window, both ends inclusive. */
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
