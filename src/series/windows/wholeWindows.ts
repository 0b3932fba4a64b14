import { takeWide } from "../../frame/takeRows.ts";
import type { Interval } from "../../time/interval.ts";
import { boundariesOf, type Part, type RowTimes, type WindowLayout } from "./windowLayout.ts";
import { medianStep } from "../clock/medianStep.ts";

/**
 * Which slots are whole: 1 where the record reaches over the window from its start to its end. The
 * record is what the caller says that it is, or of each group what its rows are: spans from the first
 * start to the last end, points from a usual step before the first row, in which there could have
 * been none, to a usual step after the last.
 *
 * @param range What was recorded, or asked for; undefined for what the rows of each group tell.
 * @param usual The usual step of points in microseconds; undefined for the median of each group's.
 */
export function wholeWindows(
  layout: WindowLayout,
  times: RowTimes,
  range: Interval | undefined,
  usual: bigint | undefined,
): Uint8Array {
  const whole = new Uint8Array(layout.slots);
  for (const part of layout.parts) {
    const { start, end } = range ?? recordOf(part, times, usual);
    const edge = boundariesOf(layout, part);
    for (let i = 0; i < part.count; i++) {
      if (edge[i]! >= start && edge[i + 1]! <= end) whole[part.offset + i] = 1;
    }
  }
  return whole;
}

function recordOf(
  { rows }: Part,
  { start, end }: RowTimes,
  usual: bigint | undefined,
): Interval {
  const first = start[rows[0]!]!, last = start[rows.at(-1)!]!;
  if (end !== undefined) {
    return {
      start: first,
      end: rows.reduce((most, row) => end[row]! > most ? end[row]! : most, last),
    };
  }
  const step = usual ?? BigInt(Math.round(1000 * medianStep(takeWide(start, rows))));
  // A row a whole step before the first would have been there.
  return { start: step === 0n ? first : first - step + 1n, end: last + step };
}
