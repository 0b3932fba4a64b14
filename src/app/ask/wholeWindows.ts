import type { Column } from "../../frame/columns/columns.ts";
import { every } from "../../time/every.ts";
import { toMicros } from "../../time/instant.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";

/** A column of booleans. */
export type BoolColumn = Extract<Column, { readonly type: "bool" }>;

/** Options of {@linkcode wholeWindows}. */
export interface WholeWindowsOptions {
  /** Length of the windows, such as `1d`. */
  readonly length: string;
  readonly tz: string;
  /** Requested range. */
  readonly range: Range;
  /** Current time of the client's clock. */
  readonly now: Temporal.Instant;
}

/**
 * Returns which windows are complete: they have ended, and are entirely inside the range.
 *
 * @param starts Start of each window, in microseconds UTC, ascending.
 */
export function wholeWindows(
  starts: BigInt64Array,
  { length, tz, range, now }: WholeWindowsOptions,
): boolean[] {
  const { start, end } = toInterval(range, { tz });
  const present = toMicros(now), over = present < end ? present : end;
  return Array.from(starts, (at, i) => {
    const next = starts[i + 1] ??
      windows({ start: at, end: at + 1n }, every(length), { tz })[1]!;
    return at >= start && next <= over;
  });
}

/** Returns the complete windows as a column `whole`. */
export function wholeColumn(starts: BigInt64Array, options: WholeWindowsOptions): BoolColumn {
  const flags = wholeWindows(starts, options);
  return { type: "bool", values: Uint8Array.from(flags, Number) };
}
