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
import { mondayOf } from "./actogramDays.ts";
import type { ClockInterval } from "./clockIntervals.ts";
import { daylightEntry, type SunPlace } from "../marks/daylight.ts";
import { daylightHours, daylightRows } from "./daylightRows.ts";
import { clockAxis, rowHeight } from "./clockRows.ts";
import { say } from "../../words/language.ts";

/** Length of a cell in hours, and number of cells per hour. */
const CELL = 1 / 6, PER_HOUR = 6;
const ROW = { most: ROWS.dense, least: 3, whole: 420 };

/** Nights from noon to noon, grouped by week. */
export interface RasterWeeks {
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
  /** Title. */
  readonly finding: string | undefined;
}

/**
 * Draws a row per week from Monday (ISO 8601): for each ten minutes of the clock, the share of its
 * known nights asleep, stronger if higher.
 */
export function rasterWeeks(weeks: RasterWeeks, options: PictureOptions): Picture {
  const { days, known, asleep, hours: [from, to], labels, summary } = weeks;
  const mondays = [...new Set(days.map(mondayOf))];
  const row = new Map(mondays.map((monday, i) => [monday, i]));
  const nights = new Uint32Array(mondays.length);
  for (const slot of known) nights[row.get(mondayOf(slot))!]!++;
  const cells = (to - from) * PER_HOUR, counts = new Float64Array(mondays.length * cells);
  for (const { slot, from: start, to: end } of asleep) {
    const first = row.get(mondayOf(slot))! * cells;
    // Counts the part of each cell that is asleep; an interval across an edge counts in both.
    for (let i = Math.floor((start - from) * PER_HOUR); i < (end - from) * PER_HOUR; i++) {
      const left = from + i * CELL;
      const share = (Math.min(end, left + CELL) - Math.max(start, left)) / CELL;
      if (i >= 0 && i < cells) counts[first + i]! += Math.max(0, share);
    }
  }
  const classes: RowStroke[][] = SHADES.map(() => []);
  mondays.forEach((_, y) => {
    for (let i = 0; i < cells; i++) {
      const share = nights[y] === 0 ? 0 : Math.min(1, counts[y * cells + i]! / nights[y]!);
      if (share < LEAST) continue;
      const shade = Math.min(SHADES.length - 1, Math.floor(share * SHADES.length));
      classes[shade]!.push({ x1: from + i * CELL, x2: from + (i + 1) * CELL, y: y + 0.5 });
    }
  });
  // Uses the sun of the week's Thursday.
  const lit = daylightHours(mondays.map((monday) => monday + 3 * DAY_MS), labels.tz, {
    place: weeks.sun,
    from: 12,
    shown: [from, to],
    action: "draw nights",
  });
  const missing = mondays.flatMap((_, i) => nights[i] === 0 ? [i] : []);
  const y = rowAxis(mondays.length, weekNames(mondays, labels), { slots: mondays, days: 7 });
  return chart({
    name: "sleepRaster",
    summary,
    title: `${say("Share of a week's nights asleep at each time")}, ${
      datesLabel(days[0]!, days.at(-1)!, labels.in("UTC"))
    }`,
    finding: weeks.finding,
    source: missing.length === 0 ? "" : say("grey: no data"),
    legend: [
      ...stepsLegend(
        [...classes.map((_, i) => String(percent(i))), `${percent(classes.length)} %`],
        (i) => SHADES[i]!.color,
      ),
      ...(weeks.sun === undefined ? [] : [daylightEntry()]),
    ],
    x: clockAxis({
      hours: [from, to],
      origin: 12,
      labels,
      span: daysSpan(days, labels.tz, 12),
      notes: [],
    }),
    y,
    height: Math.round(rowHeight(mondays.length, ROW)) * mondays.length, // rounding would leave hairlines
    marks: (plot, { x: [hourLines, hours, zone], y: dates }, frame) => [
      daylightRows(lit),
      ...classes.map((strokes, i) =>
        strokeRows(strokes, {
          title: shareText(i),
          stroke: SHADES[i]!.color,
          strokeWidth: Math.round(frame.height / mondays.length * 100) / 100,
          crisp: true,
        })
      ),
      hourLines,
      ...missingRows(plot, missing, [from, to], {
        tall: frame.height / mondays.length,
        name: (row) => say("Week from {day}", { day: labels.in("UTC").day(mondays[row]!) }),
      }),
      hours,
      ...dates,
      zone,
    ],
  }, options);
}

/** Sleep in fewer than one of fourteen nights, half a night per week, is not shown. */
const LEAST = 1 / 14;

function percent(shade: number): number {
  return Math.round(100 * shade / SHADES.length);
}

/** `20 to 40 %` */
function rangeText(shade: number): string {
  return say("{from} to {to}", { from: percent(shade), to: `${percent(shade + 1)} %` });
}

function shareText(shade: number): string {
  return say("{range} of a week's nights asleep", { range: rangeText(shade) });
}

/** Returns the months in which rows of weeks start, each at its first week, as many as fit. */
export function weekNames(
  mondays: readonly number[],
  labels: Labels,
): { y: number; text: string }[] {
  const { monthYear } = labels.in("UTC");
  const firsts = mondays.flatMap((monday, i) => {
    const text = monthYear(monday);
    return i > 0 && text === monthYear(mondays[i - 1]!) ? [] : [{ y: i + 0.5, text }];
  });
  const step = Math.ceil(firsts.length / MOST_NAMES);
  return firsts.filter((_, i) => i % step === 0);
}

const MOST_NAMES = 20;
