import type { FrameLike } from "../../frame/open.ts";
import { readSpans } from "../../sleep/kernel/spans.ts";
import { openStages } from "../../sleep/stages/openStages.ts";
import type { ActogramDay } from "./actogramDays.ts";
import type { Box } from "../picture/pathMark.ts";
import { clockIntervals } from "./clockIntervals.ts";
import { DAY_MS } from "../../time/units.ts";

/** Intervals of one kind as bars of rows. */
export interface ActogramSpan {
  readonly color: string;
  readonly bars: readonly Box[];
}

/** Share of a row's height for a bar of full height. */
const FULL = 0.9;

/**
 * Returns the bars of all rows; if double-plotted, each row also has the bars of the day after.
 *
 * @param options With `levels`, the number of heights to distinguish: neighbours of equal height
 * are joined.
 */
export function actogramBars(
  days: readonly ActogramDay[],
  options: { minutes: number; full: number; double: boolean; levels: number },
): Box[] {
  const { minutes, full, double, levels } = options;
  const low = days.reduce(
    (least, { bins }) => bins.reduce((least, value) => value < least ? value : least, least),
    0,
  );
  return barsInRows(days, double, (day, bar) => {
    day.bins.forEach((value, bin) => {
      const part = Math.min(1, (value - low) / (full - low));
      if (!(part > 0)) return;
      const height = Math.ceil(part * levels) / levels; // anything above zero is visible
      bar(bin * minutes / 60, (bin + 1) * minutes / 60, FULL * height);
    });
  });
}

/** Returns runs of bins without data; hours that the clock skips are not gaps. */
export function actogramGaps(
  days: readonly ActogramDay[],
  minutes: number,
  double: boolean,
): Box[] {
  const gaps = barsInRows(days, double, ({ bins, skipped }, bar) => {
    bins.forEach((value, bin) => {
      if (Number.isNaN(value) && skipped?.[bin] !== 1) {
        bar(bin * minutes / 60, (bin + 1) * minutes / 60, 1);
      }
    });
  });
  const last = days.length;
  // The day after the last has no data.
  return double ? [...gaps, { x1: 24, x2: 48, y1: last, y2: last - 1 }] : gaps;
}

/** Calls `draw` for the days of each row, with a function that adds a bar at hours of that day. */
function barsInRows<Day>(
  days: readonly Day[],
  double: boolean,
  draw: (day: Day, bar: (from: number, to: number, height: number) => void) => void,
): Box[] {
  const bars: Box[] = [];
  for (let row = 0; row < days.length; row++) {
    for (let side = 0; side < (double ? 2 : 1); side++) {
      const day = days[row + side];
      if (day === undefined) continue;
      draw(day, (from, to, height) => {
        bars.push({
          x1: 24 * side + from,
          x2: 24 * side + to,
          y1: row + 1,
          y2: row + 1 - height,
        });
      });
    }
  }
  return bars;
}

/** Returns intervals by wall clock time, over the full height of their rows. */
export function actogramSpans(
  frame: FrameLike,
  options: { slots: readonly number[]; tz: string; double: boolean; action: string },
): Box[] {
  const { slots, tz, double, action } = options;
  const first = slots[0]!;
  const days = slots.map((): [number, number][] => []);
  for (const [start, end] of spansOf(frame, action, tz)) {
    for (const { slot, from, to } of clockIntervals(start, end, tz, 0)) {
      days[Math.round((slot - first) / DAY_MS)]?.push([from, to]);
    }
  }
  return barsInRows(days, double, (intervals, bar) => {
    for (const [from, to] of mergeTouching(intervals)) bar(from, to, 1);
  });
}

/** Merges ordered intervals that touch or overlap, because tints would add up. */
function mergeTouching(intervals: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1] + 1e-9) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

function spansOf(frame: FrameLike, action: string, tz: string): [number, number][] {
  const data = openStages(frame, { action, tz });
  const columns = data.read(
    { start_time: "time", end_time: "time", "sleep_stage?": "int64" },
    { full: ["start_time", "end_time"] },
  );
  if (columns.sleep_stage !== undefined) {
    const { table, start, end, stage } = readSpans(data, { tz }, action);
    return Array.from(
      start,
      (at, i) => [Number(at) / 1000, Number(end[i]!) / 1000] as [number, number],
    )
      .filter((_, i) => table[stage[i]!]!.asleep);
  }
  const ends = columns.end_time.values;
  return Array.from(
    columns.start_time.values,
    (at, i) => [Number(at) / 1000, Number(ends[i]!) / 1000],
  );
}
