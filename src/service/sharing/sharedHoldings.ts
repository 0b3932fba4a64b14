import { type Holding, isKnown } from "../../store/changes.ts";
import type { Interval } from "../../time/interval.ts";
import type { Grants } from "./grants.ts";
import type { Context } from "../http/handler.ts";

/** Query of shared data. */
export interface SharedHoldingsQuery {
  readonly owner: string;
  readonly interval: Interval;
  readonly grants: Grants;
}

/**
 * Returns the extent of each data type that is shared throughout a range. It only counts records
 * that the caller may read, so that it reveals nothing about other times.
 */
export async function sharedHoldings(
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
