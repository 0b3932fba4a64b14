import { argSort } from "../../frame/columns/argSort.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_WINDOWS, windowOf } from "../../time/windows.ts";
import { type Groups, rowsOfGroups } from "../../frame/columns/groups.ts";

/** The rows of one group and the windows from its first to its last. */
export interface Part {
  /** Its rows, ascending by time. */
  readonly rows: Uint32Array;
  /** The place of its first window among all boundaries. */
  readonly first: number;
  /** How many windows it has. */
  readonly count: number;
  /** The slot of its first window: slots are the windows of all groups, one group after the other. */
  readonly offset: number;
}

/** The windows of each group. */
export interface Layout {
  /** Window `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: BigInt64Array;
  /** The groups that have rows. */
  readonly parts: readonly Part[];
  /** How many slots there are in all. */
  readonly slots: number;
}

/** Rows as spans; points where there are no ends. */
export interface Moments {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; undefined if the rows are points. */
  readonly end: BigInt64Array | undefined;
}

/**
 * Lays the same windows over all groups, and gives each those from its first to its last row.
 *
 * @param lay The boundaries of the windows that cover an interval.
 * @throws {RangeError} if there would be more than 20 million in all
 */
export function layout(
  { start, end }: Moments,
  groups: Groups | undefined,
  lay: (interval: Interval) => BigInt64Array,
): Layout {
  const whole = { codes: new Uint32Array(start.length), first: new Uint32Array(start.length && 1) };
  const members = rowsOfGroups(groups ?? whole, argSort(start)).filter((rows) => rows.length > 0);
  const extents = members.map((rows) => ({
    start: start[rows[0]!]!,
    end: lastOf(rows, start, end),
  }));
  if (extents.length === 0) return { boundaries: new BigInt64Array(1), parts: [], slots: 0 };
  const boundaries = lay({
    start: extents.reduce((least, own) => own.start < least ? own.start : least, extents[0]!.start),
    end: extents.reduce((most, own) => own.end > most ? own.end : most, extents[0]!.end),
  });
  let slots = 0;
  const parts = members.map((rows, i): Part => {
    const first = windowOf(boundaries, extents[i]!.start);
    const count = windowOf(boundaries, extents[i]!.end - 1n) + 1 - first;
    slots += count;
    return { rows, first, count, offset: slots - count };
  });
  if (slots > MAX_WINDOWS) {
    throw new RangeError(`Cannot lay ${slots} windows: the most is ${MAX_WINDOWS}`);
  }
  return { boundaries, parts, slots };
}

/** The first moment after all rows: an instant fills the microsecond in which it lies. */
function lastOf(rows: Uint32Array, start: BigInt64Array, end: BigInt64Array | undefined): bigint {
  const last = start[rows.at(-1)!]! + 1n;
  if (end === undefined) return last;
  const most = BigInt64Array.of(last);
  for (const row of rows) if (end[row]! > most[0]!) most[0] = end[row]!;
  return most[0]!;
}

/** The edges of a part's windows. */
export function edgesOf({ boundaries }: Layout, { first, count }: Part): BigInt64Array {
  return boundaries.subarray(first, first + count + 1);
}
