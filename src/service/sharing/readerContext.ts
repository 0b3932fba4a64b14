import type { EdgeQuery, Extent } from "../../store/recordEdges.ts";
import type { RecordsQuery, StoredRecord } from "../../store/records.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import type { Context } from "../http/handler.ts";
import { grantsOf } from "./mayRead.ts";

/** A type that is shared as a whole: a calendar has no time. */
const TIMELESS = "calendars";

const EVER: Interval = { start: MIN_MICROS, end: MAX_MICROS };

/**
 * Returns the context of handlers as one user sees it. It only shows other users' records that are
 * entirely within current shares, so that the newest record is the newest visible one. A record
 * that extends beyond a share's window is hidden, but series and sleep use it and show the part
 * inside.
 */
export function readerContext(context: Context, userid: string): Context {
  const { store } = context;
  const isOwn = (owner: string): boolean => owner === userid && context.participation === undefined;
  const first = async (query: EdgeQuery, sort: "asc" | "desc") => {
    const { from = EVER.start, to = EVER.end, ...which } = query;
    const interval = { start: from, end: to + 1n };
    const pages = sharedPages(context, userid, { ...which, interval, sort });
    for await (const page of pages) {
      const found = page.find(({ start }) => start >= from);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    ...context,
    store: {
      ...store,
      records: {
        pages: (query) =>
          isOwn(query.userid) ? store.records.pages(query) : sharedPages(context, userid, query),
      },
      recordEdges: {
        earliest: (query) =>
          isOwn(query.userid) ? store.recordEdges.earliest(query) : first(query, "asc"),
        latest: (query) =>
          isOwn(query.userid) ? store.recordEdges.latest(query) : first(query, "desc"),
        extent: (owner, dataType, vendorIds) =>
          isOwn(owner)
            ? store.recordEdges.extent(owner, dataType, vendorIds)
            : sharedExtent(context, userid, { owner, dataType, vendorIds }),
      },
    },
  };
}

/** Yields the records that are entirely within a window of a share. */
async function* sharedPages(
  context: Context,
  userid: string,
  query: RecordsQuery,
): AsyncGenerator<readonly StoredRecord[], void, void> {
  const { dataType, also = [], interval } = query;
  const grants = await grantsOf(context, userid, query.userid);
  const windowsOf = (type: string): readonly Interval[] => {
    const windows = grants.windows(type);
    return type === TIMELESS && windows.length > 0 ? [EVER] : windows;
  };
  const windows = [dataType, ...also].map((type) => ({ type, windows: windowsOf(type) }));
  const all = windows.flatMap((one) => one.windows);
  if (all.length === 0) return;
  const start = all.map((one) => one.start).reduce((a, b) => b < a ? b : a);
  const end = all.map((one) => one.end).reduce((a, b) => b > a ? b : a);
  const part = {
    start: interval.start > start ? interval.start : start,
    end: interval.end < end ? interval.end : end,
  };
  if (part.start >= part.end) return;
  const isShared = (record: StoredRecord): boolean =>
    windows.some(({ type, windows }) =>
      (record.dataType === type || record.dataType.startsWith(`${type}/`)) &&
      windows.some(({ start, end }) =>
        record.start >= start && record.start < end && record.end <= end
      )
    );
  const pages = context.store.records.pages({ ...query, interval: part });
  for await (const page of pages) yield page.filter(isShared);
}

async function sharedExtent(
  context: Context,
  userid: string,
  { owner, dataType, vendorIds }: {
    readonly owner: string;
    readonly dataType: string;
    readonly vendorIds: readonly string[] | undefined;
  },
): Promise<Extent | undefined> {
  const edge = async (sort: "asc" | "desc"): Promise<bigint | undefined> => {
    const query = { userid: owner, dataType, interval: EVER, sort };
    for await (const page of sharedPages(context, userid, query)) {
      const found = page.find(({ origin }) => vendorIds?.includes(origin?.vendorId ?? "") ?? true);
      if (found !== undefined) return found.start;
    }
    return undefined;
  };
  const first = await edge("asc"), last = await edge("desc");
  return first === undefined || last === undefined ? undefined : { first, last };
}
