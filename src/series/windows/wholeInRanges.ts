import type { Column } from "../../frame/columns/columns.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { type Length, windowLength } from "../../time/length.ts";
import { windows } from "../../time/windows.ts";
import type { Aggregate } from "../input/aggregate.ts";
import type { Reducer } from "../input/reducers.ts";
import { type ResampleOptions, windowsOptions } from "./resampleOptions.ts";

/**
 * Functions whose values grow with the length of a window; an unfinished window gives too small a
 * value.
 */
const AMOUNTS: readonly Reducer[] = ["sum", "count", "durations"];

/** Returns whether any function adds up. */
export function addsUp(aggregate: Aggregate): boolean {
  const asked = typeof aggregate === "object" && !Array.isArray(aggregate)
    ? Object.values(aggregate)
    : [aggregate];
  return asked.flat().some((reducer) => AMOUNTS.includes(reducer));
}

/**
 * Returns whether each window is whole in all ranges: `false` if a range cuts it or it was not over
 * when the frame was read, `null` if rows may have been left out.
 *
 * @param starts Start of each window, in microseconds UTC.
 */
export function wholeInRanges(
  starts: BigInt64Array,
  ranges: readonly AskedRange[],
  { every, anchor, tz }: { every: Length; anchor: ResampleOptions["anchor"]; tz: string },
): Column {
  const length = windowLength(every), options = windowsOptions(anchor, tz);
  const windowAt = (at: bigint): BigInt64Array =>
    windows({ start: at, end: at + 1n }, length, options);
  const edges = ranges.map(({ start, end, now }) => {
    const [before, after] = windowAt(start);
    return {
      first: before === start ? before : after!,
      past: windowAt(end < now ? end : now)[0]!,
    };
  });
  const isWhole = Uint8Array.from(
    starts,
    (start) => Number(edges.every(({ first, past }) => first <= start && start < past)),
  );
  return ranges.every(({ complete }) => complete)
    ? { type: "bool", values: isWhole }
    : { type: "bool", values: new Uint8Array(starts.length), valid: isWhole.map((own) => 1 - own) };
}
