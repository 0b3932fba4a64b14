import { DAY_MS } from "../../time/units.ts";
import { daysSpan } from "../axis/clockChanges.ts";
import { rowAxis } from "../axis/rowAxis.ts";
import { type RowStroke, strokeRows } from "../marks/barRows.ts";
import { missingRows } from "../marks/missing.ts";
import { chart } from "../picture/chart.ts";
import { stepsLegend } from "../marks/shades.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { PictureOptions } from "../picture/spec.ts";
import { ROWS, SHADES } from "../picture/theme.ts";
import type { ClockInterval } from "./clockIntervals.ts";
import { daylightEntry, type SunPlace } from "../marks/daylight.ts";
import { daylightHours, daylightRows } from "./daylightRows.ts";
import type { RowPeriod } from "./rowPeriods.ts";
import { clockAxis, rowHeight } from "./clockRows.ts";
import { say } from "../../words/language.ts";

/** Length of a cell in hours, and number of cells per hour. */
const CELL = 1 / 6, PER_HOUR = 6;
const ROW = { most: ROWS.dense, least: 3, whole: 420 };

/** Nights from noon to noon, for rows of weeks or months. */
export interface RasterShares {
  readonly period: RowPeriod;
  /** Slots of all nights, by wake-up date. */
  readonly days: readonly number[];
  /** Slots of nights with data. */
  readonly known: ReadonlySet<number>;
  /** Intervals asleep. */
  readonly asleep: readonly ClockInterval[];
  /** Hours after noon to show. */
  readonly hours: readonly [number, number];
  readonly labels: Labels;
  readonly sun?: SunPlace | undefined;
  readonly summary: string;
  /** Number of days with data. */
  readonly source: string;
  /** Title. */
  readonly finding: string | undefined;
}

/**
 * Draws a row per week or month: for each ten minutes of the clock, the share of its known nights
 * asleep, stronger if higher.
 */
export function rasterShares(shares: RasterShares, options: PictureOptions): Picture {
  const { period, days, known, asleep, hours: [from, to], labels, summary } = shares;
  const isWeekly = period.unit === "week";
  const starts = [...new Set(days.map(period.startOf))];
  const row = new Map(starts.map((start, i) => [start, i]));
  const rowOf = (slot: number): number => row.get(period.startOf(slot))!;
  const nights = new Uint32Array(starts.length);
  for (const slot of known) nights[rowOf(slot)]!++;
  const cells = (to - from) * PER_HOUR, counts = new Float64Array(starts.length * cells);
  for (const { slot, from: start, to: end } of asleep) {
    const first = rowOf(slot) * cells;
    // Counts the part of each cell that is asleep; an interval across an edge counts in both.
    for (let i = Math.floor((start - from) * PER_HOUR); i < (end - from) * PER_HOUR; i++) {
      const left = from + i * CELL;
      const share = (Math.min(end, left + CELL) - Math.max(start, left)) / CELL;
      if (i >= 0 && i < cells) counts[first + i]! += Math.max(0, share);
    }
  }
  const classes: RowStroke[][] = SHADES.map(() => []);
  starts.forEach((_, y) => {
    for (let i = 0; i < cells; i++) {
      const share = nights[y] === 0 ? 0 : Math.min(1, counts[y * cells + i]! / nights[y]!);
      if (share < LEAST) continue;
      const shade = Math.min(SHADES.length - 1, Math.floor(share * SHADES.length));
      classes[shade]!.push({ x1: from + i * CELL, x2: from + (i + 1) * CELL, y: y + 0.5 });
    }
  });
  // Uses the sun of a day in the middle.
  const middle = Math.floor(period.days / 2) * DAY_MS;
  const lit = daylightHours(starts.map((start) => start + middle), labels.tz, {
    place: shares.sun,
    from: 12,
    shown: [from, to],
    action: "draw nights",
  });
  const missing = starts.flatMap((_, i) => nights[i] === 0 ? [i] : []);
  const y = rowAxis(starts.length, period.namesOf(starts, labels), {
    slots: starts,
    days: period.days,
  });
  return chart({
    name: "sleepRaster",
    summary,
    title: `${
      isWeekly
        ? say("Share of a week's nights asleep at each time")
        : say("Share of a month's nights asleep at each time")
    }, ${datesLabel(days[0]!, days.at(-1)!, labels.in("UTC"))}`,
    finding: shares.finding,
    source: [shares.source, ...missing.length === 0 ? [] : [say("grey: no data")]].join("; "),
    legend: [
      ...stepsLegend(
        [...classes.map((_, i) => String(percent(i))), `${percent(classes.length)} %`],
        (i) => SHADES[i]!.color,
      ),
      ...(shares.sun === undefined ? [] : [daylightEntry()]),
    ],
    x: clockAxis({
      hours: [from, to],
      origin: 12,
      labels,
      span: daysSpan(days, labels.tz, 12),
      notes: [],
    }),
    y,
    height: Math.round(rowHeight(starts.length, ROW)) * starts.length, // rounding would leave hairlines
    marks: (plot, { x: [hourLines, hours, zone], y: dates }, frame) => [
      daylightRows(lit),
      ...classes.map((strokes, i) =>
        strokeRows(strokes, {
          title: shareText(i),
          stroke: SHADES[i]!.color,
          strokeWidth: Math.round(frame.height / starts.length * 100) / 100,
          crisp: true,
        })
      ),
      hourLines,
      ...missingRows(plot, missing, [from, to], {
        tall: frame.height / starts.length,
        name: (row) =>
          isWeekly
            ? say("Week from {day}", { day: labels.in("UTC").day(starts[row]!) })
            : labels.in("UTC").monthYear(starts[row]!),
      }),
      hours,
      ...dates,
      zone,
    ],
  }, options);
}

/** Sleep in fewer than one of fourteen nights, half a night per week or two per month, is not shown. */
const LEAST = 1 / 14;

function percent(shade: number): number {
  return Math.round(100 * shade / SHADES.length);
}

function shareText(shade: number): string {
  return say("{range} of nights asleep", {
    range: say("{from} to {to}", { from: percent(shade), to: `${percent(shade + 1)} %` }),
  });
}
