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
  const instants = int64Words(times);
  const gaps: { start: number; end: number }[] = [];
  let last = span.start;
  const step = (at: number): void => {
    if (at - last > longest) gaps.push({ start: last, end: at });
    last = at;
  };
  for (let row = 0; row < times.length; row++) {
    const at = millisOf(instants, row);
    if (at < span.start || at > span.end) continue;
    for (const { values } of series) {
      if (Number.isNaN(values[row]!)) continue;
      step(at);
      break;
    }
  }
  step(span.end);
  return gaps;
}
