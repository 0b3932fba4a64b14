import { type Labels, spanLabel } from "../picture/labels.ts";
import { barRows } from "./barRows.ts";
import type { Box } from "../picture/pathMark.ts";
import type { FrameSize } from "../picture/chart.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { INK, MISSING_OPACITY } from "../picture/theme.ts";
import { DAY_MS } from "../../time/units.ts";

/** What the bands of missing days are called in a legend. */
export const MISSING_ENTRY: LegendEntry = {
  label: "No data",
  color: INK,
  opacity: MISSING_OPACITY * 1.8,
};

/** A grey band for each of the boxes in which nothing is known: where they lie as Plot's `rect` takes it. */
export function missingBands<T>(
  plot: PlotModule,
  boxes: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(boxes as T[], { fill: INK, fillOpacity: MISSING_OPACITY, ...box });
}

/** The same as one path, where there are many. */
export function missingBars(boxes: readonly Box[]): Mark {
  return barRows(boxes, { fill: INK, fillOpacity: MISSING_OPACITY, title: MISSING_ENTRY.label });
}

/** A band of so many pixels or more is over the whole height; a narrower one would look like a grid line. */
const LEAST_WIDTH = 4;
/** How tall a narrower one is, at the foot. */
const FOOT = 8;

/**
 * A band for each run of days that have no value: a gap is not a zero. It is as tall as the frame, or
 * where days are narrow and few are missing a stroke at its foot.
 *
 * @param frame Its size in pixels, and how many days it has.
 * @returns the bands, which lie behind what is drawn, and the strokes, which lie over it
 */
export function missingDays(
  plot: PlotModule,
  slots: readonly number[],
  labels: Labels,
  { width, height, days }: FrameSize & { readonly days: number },
): { bands: Mark; strokes: Mark } {
  const isWide = ({ x1, x2 }: DayRun): boolean => (x2 - x1) / DAY_MS * width / days >= LEAST_WIDTH;
  const box = {
    x1: "x1",
    x2: "x2",
    title: (run: DayRun) => `${dayRunText(run, labels)}: no data`,
  };
  const runs = dayRuns(slots), narrow = runs.filter((run) => !isWide(run));
  return {
    bands: missingBands(plot, runs.filter(isWide), box),
    strokes: missingBands(plot, narrow, {
      ...box,
      insetTop: Math.max(0, height - FOOT),
      fillOpacity: 5 * MISSING_OPACITY,
    }),
  };
}

/** Days in a row: from the slot of the first to the end of the last. */
export interface DayRun {
  /** The first slot. */
  readonly x1: number;
  /** The end of the last. */
  x2: number;
}

/** Days as runs, of which no two touch. */
export function dayRuns(slots: readonly number[]): DayRun[] {
  const runs: DayRun[] = [];
  for (const slot of slots) {
    const last = runs.at(-1);
    if (last?.x2 === slot) last.x2 = slot + DAY_MS;
    else runs.push({ x1: slot, x2: slot + DAY_MS });
  }
  return runs;
}

/** `Sat 30 Mar`, or `Sat 30 Mar to Sun 31 Mar`. */
export function dayRunText({ x1, x2 }: DayRun, labels: Labels): string {
  const { day } = labels.in("UTC"), first = day(x1), last = day(x2 - DAY_MS);
  return first === last ? first : `${first} to ${last}`;
}

/** A band over each row of a picture of hours that has no data. */
export function missingRows(
  plot: PlotModule,
  rows: readonly number[],
  [x1, x2]: readonly [number, number],
  name: (row: number) => string,
): Mark {
  return missingBands(plot, rows, {
    x1,
    x2,
    y1: (row: number) => row,
    y2: (row: number) => row + 1,
    title: (row: number) => `${name(row)}: no data`,
  });
}

/** A span of instants, in milliseconds since 1970. */
interface TimeGap {
  readonly start: number;
  readonly end: number;
}

/** A band over the whole height for each span of instants in which nothing is known. */
export function missingTimes(plot: PlotModule, gaps: readonly TimeGap[], labels: Labels): Mark {
  return missingBands(plot, gaps, {
    x1: "start",
    x2: "end",
    title: ({ start, end }: TimeGap) => `${spanLabel(start, end, labels)}: no data`,
  });
}
