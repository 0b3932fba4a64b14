import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Updates } from "../../schema/changes.ts";
import { fileChange } from "./fileRow.ts";
import { grantsOf, namedOwner } from "../sharing/mayRead.ts";
import { coversFile } from "./fileAccess.ts";
import { listsTag } from "../sharing/listsTag.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { insightOf } from "../metrics/insight.ts";
import { forbidden } from "../http/problem.ts";
import type { Pages } from "../http/textBody.ts";
import { type Holding, isKnown } from "../../store/changes.ts";
import type { Grants } from "../sharing/grants.ts";

/** Reports available data and recent changes. */
export const changes: HandlersOf<"changes"> = {
  updates: async (call) => {
    const { args, userid, context } = call;
    const { changes, files } = context.store;
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await namedOwner(call);
    const grants = await grantsOf(context, userid, owner);
    if (grants.isEmpty) throw forbidden();
    const counts = new Map<string, number>();
    const spans: NonNullable<Updates["spans"]> = {};
    for (const [dataType, all] of await changes.processed(owner, interval)) {
      if (!grants.covers(dataType, null)) continue;
      const isWhole = grants.covers(dataType, EVER);
      // Report nothing outside the time for which records are shared.
      const pages = isWhole ? undefined : changes.processedSpans(owner, dataType, interval);
      const count = pages === undefined
        ? all
        : await countOf(pages, (span) =>
          grants.covers(dataType, {
            start: span.start,
            end: span.end > span.start ? span.end : span.start + 1n,
          }));
      if (count > 0) counts.set(dataType, count);
      const extent = isWhole && await changes.processedExtent(owner, dataType, interval);
      if (extent) {
        spans[dataType] = { start_time: isoMicros(extent.start), end_time: isoMicros(extent.end) };
      }
    }
    const changed = (await files.changes(owner, interval)).filter((file) =>
      coversFile(grants, file)
    );
    return {
      data_types: Object.fromEntries(counts),
      spans,
      file_changes: changed.map(fileChange),
      lists_tag: await listsTag(context, userid, owner),
    };
  },

  available: async (call) => {
    const { args, userid, context } = call;
    const interval = { start: args.start_time, end: args.end_time };
    const owner = await namedOwner(call);
    const grants = await grantsOf(context, userid, owner);
    if (grants.isEmpty) throw forbidden();
    const holdings = owner === userid
      ? await context.store.changes.holdings(owner, interval)
      : await sharedHoldings(context, { owner, interval, grants });
    return holdings
      .map(({ dataType, count, start, end }) => ({
        data_type: dataType,
        count,
        start_time: start === null ? null : isoMicros(start),
        end_time: end === null ? null : isoMicros(end),
      }));
  },

  insight: ({ args, userid, context }) => insightOf(context, userid, args.timestamp),
};

const EVER: Interval = { start: MIN_MICROS, end: MAX_MICROS };

async function countOf<T>(pages: Pages<T>, holds: (item: T) => boolean): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.filter(holds).length;
  return count;
}

/** Query of shared data. */
interface SharedHoldingsQuery {
  readonly owner: string;
  readonly interval: Interval;
  readonly grants: Grants;
}

/**
 * Returns the extent of each data type that is shared throughout a range. It only counts records
 * that the caller may read, so that it reveals nothing about other times.
 */
async function sharedHoldings(
  { store }: Pick<Context, "store">,
  { owner, interval, grants }: SharedHoldingsQuery,
): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const dataType of await store.changes.dataTypes(owner)) {
    if (!grants.covers(dataType, interval)) continue;
    let count = 0, first: bigint | null = null, last: bigint | null = null;
    for await (const page of store.records.pages({ userid: owner, dataType, interval })) {
      for (const { start, end } of page) {
        count++;
        for (const time of [start, end].filter(isKnown)) {
          if (first === null || time < first) first = time;
          if (last === null || time > last) last = time;
        }
      }
    }
    if (count > 0) holdings.push({ dataType, count, start: first, end: last });
  }
  return holdings;
}
