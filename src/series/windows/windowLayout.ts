import type { Columns } from "../../frame/columns/columns.ts";
import { type Groups, sortedRowsOfGroups } from "../../frame/columns/groups.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_WINDOWS, windowOf } from "../../time/windows.ts";

/** The rows of one group and the windows from its first to its last. */
export interface WindowGroup {
  /** Its rows, ascending by time. */
  readonly rows: Uint32Array;
  /** The index of its first window among all windows. */
  readonly first: number;
  /** How many windows it has. */
  readonly count: number;
  /** The slot of its first window: slots are the windows of all groups, one group after the other. */
  readonly offset: number;
}

/** The windows of each group. */
export interface WindowLayout {
  /** Window `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: BigInt64Array;
  /** The groups that have rows. */
  readonly parts: readonly WindowGroup[];
  /** How many slots there are in all. */
  readonly slots: number;
}

/** When rows are: spans, or points where there are no ends. Microseconds UTC. */
export interface RowTimes {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; undefined if the rows are points. */
  readonly end: BigInt64Array | undefined;
}

/** Computes the boundaries of the windows that cover an interval. */
export type ComputeBoundaries = (interval: Interval) => BigInt64Array;

/**
 * Computes the same windows for all groups, and gives each those from its first to its last row.
 *
 * @throws {RangeError} if there would be more than 20 million in all
 */
export function windowLayout(
  { start, end }: RowTimes,
  groups: Groups | undefined,
  computeBoundaries: ComputeBoundaries,
): WindowLayout {
  const all = { codes: new Uint32Array(start.length), first: new Uint32Array(start.length && 1) };
  const members = sortedRowsOfGroups(groups ?? all, start).filter((rows) => rows.length > 0);
  const extents = members.map((rows) => ({
    start: start[rows[0]!]!,
    end: endOf(rows, start, end),
  }));
  if (extents.length === 0) return { boundaries: new BigInt64Array(1), parts: [], slots: 0 };
  const boundaries = computeBoundaries({
    start: extents.reduce((least, own) => own.start < least ? own.start : least, extents[0]!.start),
    end: extents.reduce((most, own) => own.end > most ? own.end : most, extents[0]!.end),
  });
  let slots = 0;
  const parts = members.map((rows, i): WindowGroup => {
    const first = windowOf(boundaries, extents[i]!.start);
    const count = windowOf(boundaries, extents[i]!.end - 1n) + 1 - first;
    slots += count;
    return { rows, first, count, offset: slots - count };
  });
  if (slots > MAX_WINDOWS) {
    throw new RangeError(`Cannot compute ${slots} windows: the maximum is ${MAX_WINDOWS}`);
  }
  return { boundaries, parts, slots };
}

/** The windows of a grid, all of them for each group, which may have no rows. */
export function gridLayout(
  boundaries: BigInt64Array,
  members: readonly Uint32Array[],
): WindowLayout {
  const count = boundaries.length - 1;
  const parts = members.map((rows, i): WindowGroup => ({
    rows,
    first: 0,
    count,
    offset: i * count,
  }));
  return { boundaries, parts, slots: members.length * count };
}

/** The first instant after all rows: a point fills the microsecond in which it lies. */
function endOf(rows: Uint32Array, start: BigInt64Array, end: BigInt64Array | undefined): bigint {
  const last = start[rows.at(-1)!]! + 1n;
  if (end === undefined) return last;
  const most = BigInt64Array.of(last); // in an array, because a lone 64-bit integer costs an object
  for (const row of rows) if (end[row]! > most[0]!) most[0] = end[row]!;
  return most[0]!;
}

/** The boundaries of a part's windows. */
export function boundariesOf(
  { boundaries }: WindowLayout,
  { first, count }: WindowGroup,
): BigInt64Array {
  return boundaries.subarray(first, first + count + 1);
}

/** The columns that name the groups, for each slot. */
export function groupColumns(groups: Groups | undefined, { parts, slots }: WindowLayout): Columns {
  if (groups === undefined) return {};
  const rows = new Uint32Array(slots);
  for (const { rows: own, offset, count } of parts) {
    rows.fill(groups.codes[own[0]!]!, offset, offset + count);
  }
  return takeRows(groups.columns, rows);
}

/**
 * The instants that name the slots.
 *
 * @param points The instants of the rows, of which the first names a slot by `"datapoint"`.
 */
export function slotLabels(
  layout: WindowLayout,
  { start }: Pick<RowTimes, "start">,
  label: "left" | "right" | "datapoint",
  points: BigInt64Array,
): BigInt64Array {
  const at = new BigInt64Array(layout.slots);
  for (const part of layout.parts) {
    const edge = boundariesOf(layout, part);
    at.set(label === "right" ? edge.subarray(1) : edge.subarray(0, -1), part.offset);
    if (label !== "datapoint") continue;
    for (let i = part.rows.length - 1, slot = part.count - 1; i >= 0; i--) {
      const row = part.rows[i]!;
      while (start[row]! < edge[slot]!) slot--;
      at[part.offset + slot] = points[row]!;
    }
  }
  return at;
}
