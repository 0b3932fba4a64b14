import { type Labels, spanLabel } from "../picture/labels.ts";
import { barRows } from "./barRows.ts";
import type { Box } from "../picture/pathMark.ts";
import type { FrameSize } from "../picture/chart.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { HATCH, UNKNOWN } from "../picture/theme.ts";
import { DAY_MS } from "../../time/units.ts";
import { say } from "../../words/language.ts";

/** Returns the legend entry of bands for missing days. */
export function missingEntry(): LegendEntry {
  return { label: say("No data"), color: UNKNOWN };
}

/** Draws a grey band for each box without data; channels as for Plot's `rect`. */
export function missingBands<T>(
  plot: PlotModule,
  boxes: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(boxes as T[], { fill: UNKNOWN, ...box });
}

/** Draws many missing boxes as one path. */
export function missingBars(boxes: readonly Box[]): Mark {
  return barRows(boxes, { fill: UNKNOWN, title: say("No data") });
}

/** Minimum width of a full-height band in pixels; narrower ones would look like grid lines. */
const LEAST_WIDTH = 4;
/** Height of a narrower band, at the bottom. */
const FOOT = 8;

/**
 * Draws a band for each run of days without a value, because a gap is not a zero. It is as tall as
 * the frame; if days are narrow and few are missing, it is a stroke at the bottom.
 *
 * @param frame Size in pixels, and number of days.
 * @returns the bands, behind the data, and the strokes, over the data
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
    title: (run: DayRun) => say("{what}: no data", { what: dayRunText(run, labels) }),
  };
  const runs = dayRuns(slots), narrow = runs.filter((run) => !isWide(run));
  return {
    bands: missingBands(plot, runs.filter(isWide), box),
    strokes: missingBands(plot, narrow, {
      ...box,
      insetTop: Math.max(0, height - FOOT),
      fill: HATCH,
    }),
  };
}

/** A run of days, from the slot of the first to the end of the last. */
export interface DayRun {
  /** First slot. */
  readonly x1: number;
  /** End of the last day. */
  x2: number;
}

/** Groups days into runs that do not touch. */
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
  return first === last ? first : say("{from} to {to}", { from: first, to: last });
}

/** Draws a band over each row without data in a chart of hours. */
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
    title: (row: number) => say("{what}: no data", { what: name(row) }),
  });
}

/** An interval of instants, in milliseconds since 1970. */
interface TimeGap {
  readonly start: number;
  readonly end: number;
}

/** Draws a full-height band for each interval without data. */
export function missingTimes(plot: PlotModule, gaps: readonly TimeGap[], labels: Labels): Mark {
  return missingBands(plot, gaps, {
    x1: "start",
    x2: "end",
    title: ({ start, end }: TimeGap) =>
      say("{what}: no data", { what: spanLabel(start, end, labels) }),
  });
}
