import type { SkippedTime } from "../axis/clockChanges.ts";
import { axisBelow, type AxisBelowOptions } from "../axis/axisBelow.ts";
import { hourTicks } from "../axis/hourTicks.ts";
import type { XAxis } from "../picture/chart.ts";
import { hatch } from "../picture/hatch.ts";
import type { Labels } from "../picture/labels.ts";
import type { Mark } from "../picture/spec.ts";
import { HATCH } from "../picture/theme.ts";
import { say } from "../../words/language.ts";

/** Clock axis below rows of days or nights. */
export interface ClockBelow {
  /** Hours at the left and right end. */
  readonly hours: readonly [number, number];
  /** Hour of the clock that is 0. @default 0 */
  readonly origin?: number;
  readonly labels: Labels;
  /** First and last instant of the rows, in milliseconds UTC. */
  readonly span: { readonly start: number; readonly end: number };
  /** Descriptions of clock changes, as lines below the zone. */
  readonly notes: readonly string[];
  /** Colour of the hour lines. @default the colour of grids */
  readonly stroke?: AxisBelowOptions["stroke"] | undefined;
}

/** Returns the clock axis of rows of days or nights: times of day, zone, clock changes. */
export function clockAxis({ hours, origin = 0, labels, span, notes, stroke }: ClockBelow): XAxis {
  // Rows that start at midnight are days; others are nights, which have two dates.
  const zone = origin === 0 || labels.tz === "UTC"
    ? labels.timesLabel(span)
    : say("{times}; nights by the day they end", { times: labels.timesLabel(span) });
  const source = [zone, ...notes].join("; ");
  return {
    domain: hours,
    reading: { kind: "clock", labels, origin },
    layout: (pixels) =>
      axisBelow({ ticks: hourTicks(hours, pixels, labels, origin), source }, {
        stroke,
      }),
  };
}

/** Hatches times that the clock skipped: they do not lack data. */
export function skippedMark(skipped: readonly SkippedTime[]): Mark {
  const boxes = skipped.map(({ row, from, to }) => ({ x1: from, x2: to, y1: row, y2: row + 1 }));
  return boxes.length === 0 ? [] : hatch(boxes, { stroke: HATCH, label: say("clock forward") });
}

/** Returns the height of a row in pixels, within limits for each row and for all rows. */
export function rowHeight(
  rows: number,
  { most, least, whole }: { most: number; least: number; whole: number },
): number {
  return Math.max(least, Math.min(most, whole / rows));
}
