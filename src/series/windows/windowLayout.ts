import type { Columns } from "../../frame/columns/columns.ts";
import { type Groups, sortedRowsOfGroups } from "../../frame/columns/groups.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_WINDOWS, windowOf } from "../../time/windows.ts";

/** Rows of a group, and the windows from its first row to its last. */
export interface WindowGroup {
  /** Rows, ascending by time. */
  readonly rows: Uint32Array;
  /** Index of the first window among all windows. */
  readonly first: number;
  /** Number of windows. */
  readonly count: number;
  /** Slot of the first window: slots are the windows of all groups, group by group. */
  readonly offset: number;
}

/** Windows of each group. */
export interface WindowLayout {
  /** Window `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: BigInt64Array;
  /** Groups that have rows. */
  readonly parts: readonly WindowGroup[];
  /** Total number of slots. */
  readonly slots: number;
}

/** Times of rows in microseconds UTC: intervals, or points if `end` is missing. */
export interface RowTimes {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; `undefined` if the rows are points. */
  readonly end: BigInt64Array | undefined;
}

/** Computes the boundaries of the windows that cover an interval. */
export type ComputeBoundaries = (interval: Interval) => BigInt64Array;

/**
 * Computes the same windows for all groups and limits each group to those from its first to its
 * last row.
 *
 * @throws {RangeError} if there are more than 20 million windows in total
 */
export function windowLayout(
  { start, end }: RowTimes,
  groups: Groups | undefined,
  computeBoundaries: ComputeBoundaries,
): WindowLayout {
  const all = { codes: new Uint32Array(start.length), first: new Uint32Array(start.length && 1) };
  const members = sortedRowsOfGroups(groups ?? all, start).filter((rows) => rows.length > 0);
  const extents = members.map((rows) => ({
    rows,
    start: start[rows[0]!]!,
    end: endOf(rows, start, end),
  }));
  if (extents.length === 0) return { boundaries: new BigInt64Array(1), parts: [], slots: 0 };
  const boundaries = computeBoundaries({
    start: extents.map(({ start }) => start).reduce((a, b) => b < a ? b : a),
    end: extents.map(({ end }) => end).reduce((a, b) => b > a ? b : a),
  });
  let slots = 0;
  const parts = extents.map(({ rows, start, end }): WindowGroup => {
    const first = windowOf(boundaries, start);
    const count = windowOf(boundaries, end - 1n) + 1 - first;
    slots += count;
    return { rows, first, count, offset: slots - count };
  });
  if (slots > MAX_WINDOWS) {
    throw new RangeError(`Cannot compute ${slots} windows: the maximum is ${MAX_WINDOWS}`);
  }
  return { boundaries, parts, slots };
}

/** Returns the layout of a grid: each group has all windows, even without rows. */
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

/** Returns the first instant after all rows; a point fills its microsecond. */
function endOf(rows: Uint32Array, start: BigInt64Array, end: BigInt64Array | undefined): bigint {
  const last = start[rows.at(-1)!]! + 1n;
  if (end === undefined) return last;
  const most = BigInt64Array.of(last); // in an array, because a single 64-bit integer would be an object
  for (const row of rows) if (end[row]! > most[0]!) most[0] = end[row]!;
  return most[0]!;
}

/** Returns the boundaries of a group's windows. */
export function boundariesOf(
  { boundaries }: WindowLayout,
  { first, count }: WindowGroup,
): BigInt64Array {
  return boundaries.subarray(first, first + count + 1);
}

/** Returns the group columns for each slot. */
export function groupColumns(groups: Groups | undefined, { parts, slots }: WindowLayout): Columns {
  if (groups === undefined) return {};
  const rows = new Uint32Array(slots);
  for (const { rows: own, offset, count } of parts) {
    rows.fill(groups.codes[own[0]!]!, offset, offset + count);
  }
  return takeRows(groups.columns, rows);
}

/**
 * Returns the instants that label the slots.
 *
 * @param points Instants of the rows; the first of a slot is its label with `"datapoint"`.
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
