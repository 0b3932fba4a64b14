import { takeWide } from "../../frame/takeRows.ts";
import type { Numbers } from "./spanReducers.ts";
import { medianStep } from "../clock/medianStep.ts";
import { eachOverlap } from "./slotOverlaps.ts";
import {
  boundariesOf,
  type RowTimes,
  type WindowGroup,
  type WindowLayout,
} from "./windowLayout.ts";
import type { Interval } from "../../time/interval.ts";

/**
 * Returns the fraction of each slot that rows cover, 0 to 1; overlaps count once. An interval
 * covers its own time, a point the usual step after it. Null if the points of a group have no usual
 * step.
 *
 * @param has 1 for rows that count; `undefined` if all do.
 * @param usual Usual step in microseconds. By default the median step of each group.
 */
export function coverage(
  layout: WindowLayout,
  times: RowTimes,
  has: Uint8Array | undefined,
  usual: bigint | undefined,
): Numbers {
  const values = new Float64Array(layout.slots), valid = new Uint8Array(layout.slots).fill(1);
  const start = times.start.slice(), end = (times.end ?? times.start).slice();
  const until = new BigInt64Array(1), length = new BigInt64Array(1);
  for (const part of layout.parts) {
    const rows = has === undefined ? part.rows : part.rows.filter((row) => has[row] === 1);
    if (rows.length === 0) continue;
    if (times.end === undefined) {
      length[0] = usual ?? BigInt(Math.round(1000 * medianStep(takeWide(times.start, rows))));
      if (length[0] === 0n) valid.fill(0, part.offset, part.offset + part.count);
    }
    until[0] = start[rows[0]!]!;
    for (const row of rows) {
      const past = times.end === undefined ? start[row]! + length[0]! : end[row]!;
      // Cut off the time that an earlier row covers.
      if (start[row]! < until[0]!) start[row] = until[0]!;
      end[row] = past > start[row]! ? past : start[row]!;
      until[0] = end[row]!;
    }
  }
  eachOverlap(layout, { start, end, has }, (_, slot, micros) => {
    values[slot]! += micros;
  });
  const edges = layout.parts.map((part) => ({ part, edge: boundariesOf(layout, part) }));
  for (const { part, edge } of edges) {
    for (let i = 0; i < part.count; i++) {
      const slot = part.offset + i, share = values[slot]! / Number(edge[i + 1]! - edge[i]!);
      values[slot] = valid[slot] === 0 ? 0 : Math.min(1, share);
    }
  }
  return { type: "float64", values, valid };
}

/**
 * Marks slots that are recorded in full: the record must cover the window from start to end.
 * Without `range`, the record of a group follows from its rows. For intervals, it runs from the
 * first start to the last end. For points, it runs from just under a usual step before the first
 * row to a usual step after the last.
 *
 * @param range Recorded or requested range. By default the range of each group's rows.
 * @param usual Usual step of points in microseconds. By default the median step of each group.
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

export function recordOf(
  { rows }: WindowGroup,
  { start, end }: RowTimes,
  usual: bigint | undefined,
): Interval {
  const first = start[rows[0]!]!, last = start[rows.at(-1)!]!;
  if (end !== undefined) {
    return {
      start: first,
      end: takeWide(end, rows).reduce((most, own) => own > most ? own : most, last),
    };
  }
  const step = usual ?? BigInt(Math.round(1000 * medianStep(takeWide(start, rows))));
  // A full step earlier there would have been another row.
  return { start: step === 0n ? first : first - step + 1n, end: last + step };
}
