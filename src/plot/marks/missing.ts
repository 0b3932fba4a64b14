import { type Labels, spanLabel } from "../picture/labels.ts";
import { barRows } from "./barRows.ts";
import type { Box } from "../picture/pathMark.ts";
import type { FrameSize } from "../picture/chart.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { HATCH, INK_2, NOTE_SIZE, UNKNOWN } from "../picture/theme.ts";
import { textWidth } from "../picture/textWidth.ts";
import { DAY_MS } from "../../time/units.ts";
import { say } from "../../words/language.ts";

/**
 * Draws a grey band for each box without data; channels as for Plot's `rect`. Bands are over the
 * lines of the axes: an unknown time has none, and its name is not crossed out.
 */
export function missingBands<T>(
  plot: PlotModule,
  boxes: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(boxes as T[], { fill: UNKNOWN, ...box });
}

/**
 * Writes that there is no data into the widest of some bands, if it is wide enough. Lines across the
 * frame break around it if they are drawn before.
 */
function nameWidest(
  plot: PlotModule,
  bands: readonly { readonly x1: number; readonly x2: number }[],
  pixel: number,
): Mark {
  const wide = ({ x1, x2 }: { x1: number; x2: number }): number => (x2 - x1) / pixel;
  const [widest] = bands.toSorted((a, b) => wide(b) - wide(a) || a.x1 - b.x1);
  const fits = widest !== undefined && wide(widest) > textWidth(say("No data"), NOTE_SIZE) + 8;
  return plot.text(fits ? [(widest.x1 + widest.x2) / 2] : [], {
    x: (at: number) => at,
    text: () => say("No data"),
    frameAnchor: "middle",
    stroke: UNKNOWN,
    strokeWidth: 8,
    ...NAME,
  });
}

const NAME = { fontSize: NOTE_SIZE, fill: INK_2, pointerEvents: "none" } as const;

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
 * @returns the bands, behind the data, and the strokes and the name of the widest band, over the data
 */
export function missingDays(
  plot: PlotModule,
  slots: readonly number[],
  labels: Labels,
  { width, height, days }: FrameSize & { readonly days: number },
): { bands: Mark; over: Mark[] } {
  const isWide = ({ x1, x2 }: DayRun): boolean => (x2 - x1) / DAY_MS * width / days >= LEAST_WIDTH;
  const box = {
    x1: "x1",
    x2: "x2",
    title: (run: DayRun) => say("{what}: no data", { what: dayRunText(run, labels) }),
  };
  const runs = dayRuns(slots),
    wide = runs.filter(isWide),
    narrow = runs.filter((run) => !isWide(run));
  return {
    bands: missingBands(plot, wide, box),
    over: [
      missingBands(plot, narrow, {
        ...box,
        insetTop: Math.max(0, height - FOOT),
        fill: HATCH,
      }),
      nameWidest(plot, wide, DAY_MS * days / width),
    ],
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

/**
 * Draws a band over each row without data in a chart of hours.
 *
 * @param tall Height of a row in pixels.
 */
export function missingRows(
  plot: PlotModule,
  rows: readonly number[],
  [x1, x2]: readonly [number, number],
  { tall, name }: { tall: number; name: (row: number) => string },
): Mark[] {
  const runs: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.to === row) last.to = row + 1;
    else runs.push({ from: row, to: row + 1 });
  }
  const [longest] = runs.toSorted((a, b) => (b.to - b.from) - (a.to - a.from) || a.from - b.from);
  const fits = longest !== undefined && (longest.to - longest.from) * tall > NOTE_SIZE;
  return [
    missingBands(plot, rows, {
      x1,
      x2,
      y1: (row: number) => row,
      y2: (row: number) => row + 1,
      title: (row: number) => say("{what}: no data", { what: name(row) }),
    }),
    plot.text(fits ? [(longest.from + longest.to) / 2] : [], {
      x: (x1 + x2) / 2,
      y: (at: number) => at,
      text: () => say("No data"),
      ...NAME,
    }),
  ];
}

/** An interval of instants, in milliseconds since 1970. */
interface TimeGap {
  readonly start: number;
  readonly end: number;
}

/**
 * Draws a full-height band for each interval without data.
 *
 * @param pixel Length of a pixel in milliseconds.
 */
export function missingTimes(
  plot: PlotModule,
  gaps: readonly TimeGap[],
  { labels, pixel }: { labels: Labels; pixel: number },
): [bands: Mark, name: Mark] {
  return [
    missingBands(plot, gaps, {
      x1: "start",
      x2: "end",
      title: ({ start, end }: TimeGap) =>
        say("{what}: no data", { what: spanLabel(start, end, labels) }),
    }),
    nameWidest(plot, gaps.map(({ start: x1, end: x2 }) => ({ x1, x2 })), pixel),
  ];
}
