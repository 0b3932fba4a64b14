import type { StoredRecord } from "../../store/records.ts";
import { isoMicros } from "../../time/iso.ts";
import { entries } from "../records/entries.ts";
import { entryRow } from "../types/entryTypes.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { locationAt } from "./locationAt.ts";
import { locationSeries } from "./locationSeries.ts";
import { LOCATION_TYPES, readableSources } from "./locationSources.ts";
import { locationUpdates } from "./locationUpdates.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { jsonArray, mapPages, onePage } from "../http/textBody.ts";

const { map_service: MAP, mobile: MOBILE } = LOCATION_TYPES;
const VISIT = "MobileLocationVisit";

/** Reads locations. */
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

/** How the samples of each source are answered. */
const ROWS = {
  mobile: entryRow(MOBILE)!,
  map_service: entryRow(MAP)!,
};

/** What a parameter calls a source, its id, its vendor's identifier or its name, as the latter's. */
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
