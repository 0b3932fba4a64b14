import { int64Words, millisOf } from "../../series/clock/int64Words.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import type { RawLines } from "./lineSeries.ts";

/**
 * Where none of some lines has a value for longer than so many of their median steps: between two
 * instants, and between them and the ends of a span; in milliseconds since 1970.
 *
 * @param gap How many median steps apart two points are no longer joined.
 * @param least Shorter gaps are left out, in milliseconds: they would not be seen.
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
    if (series.some(({ values }) => !Number.isNaN(values[row]!))) step(at);
  }
  step(span.end);
  return gaps;
}
