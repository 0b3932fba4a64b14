import type { Column } from "../../frame/columns/columns.ts";
import { every } from "../../time/every.ts";
import { toMicros } from "../../time/instant.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";

/** Of which windows it is asked whether they are whole. */
export interface WholeWindowsOptions {
  /** Length of the windows, such as `1d`. */
  readonly length: string;
  /** IANA zone of the windows. */
  readonly tz: string;
  /** The range that was asked for. */
  readonly range: Range;
  /** The present, by the client's clock. */
  readonly now: Temporal.Instant;
}

/**
 * Which windows are whole: not those that are not over yet, nor those that the range cuts.
 *
 * @param starts The first instant of each window, in microseconds UTC, ascending.
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

/** The same as a column `whole`. */
export function wholeColumn(starts: BigInt64Array, options: WholeWindowsOptions): Column {
  const flags = wholeWindows(starts, options);
  return { type: "bool", values: Uint8Array.from(flags, Number) };
}
