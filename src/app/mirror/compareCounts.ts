import type { Client } from "../../client/client.ts";
import type { Interval } from "../../time/interval.ts";
import type { CopiedRange, CopyRangeOptions } from "./copyRange.ts";
import { copyRange } from "./copyRange.ts";
import { readAvailable } from "./readChanges.ts";

export interface CompareCountsOptions extends Omit<CopyRangeOptions, "dataType"> {
  readonly client: Client;
  /** Returns whether a data type may be read in the interval. @default all may be read */
  readonly mayRead?: ((dataType: string) => boolean) | undefined;
  /** Called after each range that was copied again. */
  readonly onRange: (dataType: string, done: CopiedRange) => void;
}

/** Maximum number of records that are read if counts differ; larger ranges are halved. */
const FEW = 5000;

/**
 * Finds deleted records, since a service only reports that something was deleted. Once all new
 * records are copied, the copy contains everything that the service has, so ranges with equal
 * counts are equal. A range with different counts is halved until it has few records, and is then
 * read.
 */
export async function compareCounts(
  options: CompareCountsOptions,
  interval: Interval,
): Promise<void> {
  const { client, store, userid, owner, signal, onRange, mayRead = () => true, ...rest } = options;
  signal?.throwIfAborted();
  const there = await readAvailable(client, interval, { owner, signal });
  const differing = (await store.changes.holdings(owner ?? userid, interval)).filter((
    { dataType, count },
  ) => mayRead(dataType) && (there.get(dataType)?.count ?? 0) !== count);
  if (differing.length === 0) return;
  const middle = middleOf(differing, interval);
  const isFew = differing.every(({ count, dataType }) => count <= FEW || dataType === "calendars");
  if (isFew || middle === undefined) {
    for (const { dataType } of differing) {
      const done = await copyRange({ ...rest, store, userid, owner, signal, dataType }, interval);
      onRange(dataType, done);
    }
    return;
  }
  await compareCounts(options, { start: interval.start, end: middle });
  await compareCounts(options, { start: middle, end: interval.end });
}

/** Returns the middle of the known times in an interval; `undefined` if it cannot be cut there. */
function middleOf(
  holdings: readonly { readonly start: bigint | null; readonly end: bigint | null }[],
  interval: Interval,
): bigint | undefined {
  let first = interval.end, last = interval.start;
  for (const { start, end } of holdings) {
    if (start !== null && start < first) first = start < interval.start ? interval.start : start;
    if (end !== null && end > last) last = end > interval.end ? interval.end : end;
  }
  const middle = (first + last) / 2n;
  return middle > interval.start && middle < interval.end ? middle : undefined;
}
