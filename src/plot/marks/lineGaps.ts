import { int64Words, millisOf } from "../../series/clock/int64Words.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import type { RawLines } from "./lineSeries.ts";

/**
 * Returns the gaps in which no line has a value for longer than `gap` of their median steps,
 * between two instants or up to the ends of the interval; in milliseconds since 1970.
 *
 * @param gap Number of median steps beyond which points are not joined.
 * @param least Minimum length of a gap in milliseconds; shorter ones would be invisible.
 */
export function lineGaps(
  { times, series }: RawLines,
  span: { start: number; end: number },
  { gap, least }: { gap: number; least: number },
): { start: number; end: number }[] {
  const usual = medianStep(times), longest = Math.max(least, usual > 0 ? gap * usual : Infinity);
  const instants = int64Words(times), lines = series.map(({ values }) => values);
  const gaps: { start: number; end: number }[] = [];
  for (let row = 0, last = span.start; row <= times.length; row++) {
    const at = row === times.length ? span.end : millisOf(instants, row);
    if (row < times.length) {
      if (at < span.start || at > span.end || !hasValue(lines, row)) continue;
    }
    if (at - last > longest) gaps.push({ start: last, end: at });
    last = at; // in the loop, because a number that a closure changes is an object
  }
  return gaps;
}

function hasValue(lines: readonly Float64Array[], row: number): boolean {
  for (let i = 0; i < lines.length; i++) if (!Number.isNaN(lines[i]![row]!)) return true;
  return false;
}
