import { takeWide } from "../../frame/takeRows.ts";
import { allRows } from "../../frame/rowsWhere.ts";
import type { ComputeBoundaries } from "./windowLayout.ts";
import { windowOf } from "../../time/windows.ts";

/** Ends of a window that belong to it, as in Polars' `groupByDynamic`. */
export type Closed = "left" | "right" | "both" | "none";

/** All values of {@linkcode Closed}. */
export const CLOSED: readonly Closed[] = ["left", "right", "both", "none"];

/** Rows, moved so that windows closed on the left contain them as other windows would. */
export interface ClosedRows {
  /** Row of each point; among rows of equal times, moved rows come last. */
  readonly rows: Uint32Array;
  /** Instants of the points. */
  readonly at: BigInt64Array;
}

/**
 * Moves rows so that windows `[a, b)` contain them. For `(a, b]` a row moves back by a microsecond.
 * A row on a boundary is duplicated if both ends are closed, and left out if both are open. As in
 * Polars, no extra window is added in front for the first row.
 *
 * @param groups Group of each row; `undefined` if all belong together.
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
  const isOn = (row: number): boolean => boundaries[windowOf(boundaries, at[row]!)] === at[row];
  if (closed === "none") {
    const rows = all.filter((row) => !isOn(row));
    return { rows, at: takeWide(at, rows) };
  }
  const first = new Map<number, bigint>();
  for (const row of all) {
    const group = groups?.[row] ?? 0, own = at[row]!, least = first.get(group);
    if (least === undefined || own < least) first.set(group, own);
  }
  const on = all.filter((row) => isOn(row) && at[row] !== first.get(groups?.[row] ?? 0));
  const rows = new Uint32Array(all.length + on.length), moved = new BigInt64Array(rows.length);
  rows.set(all);
  rows.set(on, all.length);
  moved.set(at);
  moved.set(takeWide(back, on), all.length);
  return { rows, at: moved };
}
