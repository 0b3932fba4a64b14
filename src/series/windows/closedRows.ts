import { allRows } from "../../frame/rowsWhere.ts";
import type { ComputeBoundaries } from "./windowLayout.ts";
import { windowOf } from "../../time/windows.ts";

/** Which ends of a window belong to it, as in Polars' `groupByDynamic`. */
export type Closed = "left" | "right" | "both" | "none";

/** All values of {@linkcode Closed}. */
export const CLOSED: readonly Closed[] = ["left", "right", "both", "none"];

/** Rows as points that windows closed at the left hold as other windows hold the rows. */
export interface ClosedRows {
  /** The row of each point; of rows of one time, those that were moved come last. */
  readonly rows: Uint32Array;
  /** The instants of the points. */
  readonly at: BigInt64Array;
}

/**
 * Moves rows so that windows `[a, b)` hold them: to belong to `(a, b]` a row is moved a microsecond
 * back; a row on a boundary is there twice where windows hold both ends, and left out where they
 * hold none. As in Polars there is no window before the first row's for it alone.
 *
 * @param groups The group of each row; undefined if there is but one.
 */
export function closedRows(
  at: BigInt64Array,
  closed: Exclude<Closed, "left">,
  groups: Uint32Array | undefined,
  computeBoundaries: ComputeBoundaries,
): ClosedRows {
  const all = allRows(at.length);
  if (at.length === 0) return { rows: all, at };
  const back = at.map((instant) => instant - 1n);
  if (closed === "right") return { rows: all, at: back };
  const ends = at.reduce(
    (found, instant) => ({
      start: instant < found.start ? instant : found.start,
      end: instant > found.end ? instant : found.end,
    }),
    { start: at[0]!, end: at[0]! },
  );
  const boundaries = computeBoundaries({ start: ends.start, end: ends.end + 1n });
  const isOn = (row: number): boolean => boundaries[windowOf(boundaries, at[row]!)] === at[row]!;
  if (closed === "none") {
    const rows = all.filter((row) => !isOn(row));
    return { rows, at: BigInt64Array.from(rows, (row) => at[row]!) };
  }
  const first = new Map<number, bigint>();
  for (const row of all) {
    const group = groups?.[row] ?? 0, least = first.get(group);
    if (least === undefined || at[row]! < least) first.set(group, at[row]!);
  }
  const on = all.filter((row) => isOn(row) && at[row] !== first.get(groups?.[row] ?? 0));
  const rows = new Uint32Array(all.length + on.length), moved = new BigInt64Array(rows.length);
  rows.set(all);
  rows.set(on, all.length);
  moved.set(at);
  on.forEach((row, i) => moved[all.length + i] = back[row]!);
  return { rows, at: moved };
}
