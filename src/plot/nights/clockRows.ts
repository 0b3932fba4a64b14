import type { Mark, PlotModule } from "../picture/spec.ts";
import type { SkippedTime } from "../axis/clockChanges.ts";
import { hatch } from "../picture/hatch.ts";
import { GRID_OPACITY, INK, QUIET_OPACITY } from "../picture/theme.ts";

/** What is written about rows of nights on one clock. */
export interface ClockRows {
  /** Times of day, named below, with a line over all rows. */
  readonly hours: readonly { readonly at: number; readonly text: string }[];
  /** Rows that are named at the left. */
  readonly labels: readonly { readonly y: number; readonly text: string }[];
  /** The zone, named at the right below. */
  readonly tz: string;
  /** The changes of the clock, in words: lines of their own below the zone. */
  readonly note: readonly string[];
  /** The times that the clock skips. */
  readonly skipped: readonly SkippedTime[];
  /** How far to the left of the frame the names of rows end. @default 8 */
  readonly gap?: number;
}

/** The lines, the names of hours and nights, and the zone of a picture with a row for each night. */
export function clockRows(plot: PlotModule, rows: ClockRows): Mark[] {
  const { hours, labels, tz, gap = 8, note, skipped } = rows;
  return [
    skippedMark(skipped),
    plot.ruleX(hours, { x: "at", strokeOpacity: GRID_OPACITY }),
    plot.text(hours, {
      x: "at",
      text: "text",
      frameAnchor: "bottom",
      lineAnchor: "top",
      dy: 8,
    }),
    plot.text(labels, { y: "y", text: "text", frameAnchor: "left", textAnchor: "end", dx: -gap }),
    plot.text([tz === "UTC" ? tz : `Local time, ${tz}; nights by the day they end`], {
      frameAnchor: "bottom-right",
      lineAnchor: "top",
      dy: 28,
      fillOpacity: QUIET_OPACITY,
    }),
    changeLines(plot, note),
  ];
}

/** The height of a line that names changes of the clock, in pixels. */
const NOTE_LINE = 16;

/** Room for what names the changes of the clock, in pixels. */
export function noteHeight(note: readonly string[]): number {
  return note.length * NOTE_LINE;
}

/** The times that no clock showed, hatched: they are not without data. */
export function skippedMark(skipped: readonly SkippedTime[]): Mark {
  const boxes = skipped.map(({ row, from, to }) => ({ x1: from, x2: to, y1: row, y2: row + 1 }));
  return boxes.length === 0
    ? []
    : hatch(boxes, { stroke: INK, strokeOpacity: 0.45, label: "clock forward" });
}

/** The changes of the clock in words, below the zone. */
export function changeLines(plot: PlotModule, note: readonly string[]): Mark {
  return note.map((text, i) =>
    plot.text([text], {
      frameAnchor: "bottom-right",
      lineAnchor: "top",
      dy: 28 + NOTE_LINE * (i + 1),
      fillOpacity: QUIET_OPACITY,
    })
  );
}
