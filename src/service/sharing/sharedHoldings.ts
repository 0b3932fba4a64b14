import { type Holding, isKnown } from "../../store/changes.ts";
import type { Interval } from "../../time/interval.ts";
import type { Grants } from "./grants.ts";
import type { Context } from "../http/handler.ts";

/** What of whom is asked for, and what of it is shared. */
export interface SharedHoldingsQuery {
  /** Whose. */
  readonly owner: string;
  /** In which range. */
  readonly interval: Interval;
  /** What may be read. */
  readonly grants: Grants;
}

/**
 * What there is of each data type that is shared for the whole of a range: of the records that who
 * asks may read, so that none tells of a time before or after what is shared.
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
