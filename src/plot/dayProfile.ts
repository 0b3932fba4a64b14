// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";
import type { FrameLike } from "../frame/readColumns.ts";
import { binned } from "../series/binned.ts";
import { cosinor } from "../series/cosinor.ts";
import { localClock, MINUTE } from "../series/localClock.ts";
import { readValues, type SeriesColumns } from "../series/readValues.ts";
import { rhythm } from "../series/rhythm.ts";
import { zone } from "../time/zone.ts";
import { type DayBand, dayBands, hoursOfDay } from "./dayBands.ts";
import { header, type LegendEntry } from "./header.ts";
import { labelsOf } from "./labels.ts";
import { noData } from "./noData.ts";
import { Picture } from "./picture.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./spec.ts";
import { ACCENT, category, QUIET_OPACITY } from "./theme.ts";
import { timeAxis, timeAxisHeight } from "./timeAxis.ts";
import { nameLabel, VALUE_LABEL_HEIGHT, valueAxis, valueAxisWidth } from "./valueAxis.ts";
import { shortNumber, valueTicks } from "./valueTicks.ts";

/** How a mean day is drawn. */
export interface DayProfileOptions extends PictureOptions, SeriesColumns {
  /** The unit of the values, named at the axis. @default none */
  unit?: string;
  /** Length of the windows in minutes, a divisor of a day. @default 15, or the data's own step if that is longer and divides a day */
  resolution?: number;
  /** Which share of the days lies inside the band. @default 0.5 */
  band?: number;
  /** Whether to mark the lowest 5 and the highest 10 hours in a row. @default true */
  extremes?: boolean;
  /** Whether to draw the cosine of 24 hours that fits best. @default false */
  cosine?: boolean;
}

const FRAME_HEIGHT = 220, STRIP = 20, MARGIN_RIGHT = 24;

/**
 * Draws the mean day of a series by the clock of a zone: the mean of the days' means in each window,
 * with a band in which the middle half of the days lie. L5 and M10, the lowest 5 and the highest 10
 * hours in a row, are those of `series.rhythm`; the cosine is that of `series.cosinor`. Where no day
 * has a value the line and the band break.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if the zone is none, the resolution does not divide a day, or the band is no
 * share
 *
 * @example Two days
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 48 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: i % 24 < 8 ? 0 : 600,
 * }));
 * assertEquals(
 *   String(plot.dayProfile(hours, { tz: "UTC" })),
 *   "Steps, mean of 2 days, UTC: L5 00:00 to 05:00, mean 0; M10 08:00 to 18:00, mean 600",
 * );
 * ```
 */
export function dayProfile(frame: FrameLike, options: DayProfileOptions = {}): Picture {
  const { unit, band = 0.5, extremes = true, cosine = false, width = DEFAULT_WIDTH } = options;
  if (!(band > 0 && band <= 1)) {
    throw new RangeError(`Cannot draw a mean day: band ${band} is no share from 0 to 1`);
  }
  const values = readValues(frame, options, "draw a mean day");
  const tz = zone(options.tz ?? values.zone), labels = labelsOf(options, tz);
  const own = values.step / MINUTE;
  const minutes = options.resolution ?? (own > 15 && 1440 % own === 0 ? own : 15);
  if (!Number.isInteger(minutes) || minutes < 1 || 1440 % minutes !== 0) {
    throw new RangeError(`Cannot draw a mean day: ${minutes} minutes do not divide a day`);
  }
  const name = nameLabel(values.name), label = unit === undefined ? name : `${name} (${unit})`;
  if (values.at.length === 0) return noData("dayProfile", label, options);

  const named = { ...options, y: values.name, tz };
  const clock = localClock(values.span, tz);
  const slots = slotsOf(binned(values, clock, minutes * MINUTE), minutes, band);
  const days = new Set(
    Array.from(binned(values, clock, 1440 * MINUTE).value.entries())
      .filter(([, mean]) => !Number.isNaN(mean)).map(([day]) => day),
  ).size;
  const marked = extremes ? dayBands(rhythm(frame, named), labels) : [];
  const curve = cosine ? curveOf(cosinor(frame, named).toRecords()) : [];
  const tops = [
    ...slots.flatMap(({ low, mean, high }) => [low, mean, high]),
    ...curve.map(({ y }) => y),
  ]
    .filter((value) => !Number.isNaN(value));
  const axis = valueTicks(Math.min(...tops), Math.max(...tops));
  const share = `${shortNumber(100 * band)} % of the days`;
  const legend: LegendEntry[] = [
    { label: `Mean of ${days} ${days === 1 ? "day" : "days"}`, color: ACCENT, shape: "line" },
    ...(days > 1 ? [{ label: share, color: ACCENT, opacity: 0.25 }] : []),
    ...(curve.length > 0
      ? [{ label: "Cosine of 24 h", color: category(3), shape: "dashed" as const }]
      : []),
    ...marked.map((one) => ({ label: one.text, color: one.color, opacity: 0.8 })),
  ];
  const head = header(options.title, legend, width);
  const marginLeft = valueAxisWidth(axis);
  const marginTop = head.height + VALUE_LABEL_HEIGHT + (marked.length > 0 ? STRIP : 0);
  const ticks = hoursOfDay(width - marginLeft - MARGIN_RIGHT, labels);
  const marginBottom = timeAxisHeight(ticks);
  return new Picture({
    name: "dayProfile",
    summary: `${label}, mean of ${days} ${days === 1 ? "day" : "days"}, ${tz}` +
      (marked.length === 0 ? "" : `: ${marked.map((one) => one.text).join("; ")}`),
    width,
    height: options.height ?? marginTop + FRAME_HEIGHT + marginBottom,
    header: head,
    draw: (plot) => ({
      marginTop,
      marginLeft,
      marginBottom,
      marginRight: MARGIN_RIGHT,
      x: { type: "linear", domain: [0, 24], axis: null },
      y: { type: "linear", domain: [...axis.domain], axis: null },
      marks: [
        ...timeAxis(plot, ticks),
        valueAxis(plot, axis, "").slice(0, 2),
        plot.text([label], {
          frameAnchor: "top-left",
          lineAnchor: "bottom",
          dx: 4 - marginLeft,
          dy: -10 - (marked.length > 0 ? STRIP : 0),
          fillOpacity: QUIET_OPACITY,
        }),
        ...marked.flatMap((one) =>
          strips(one).map(({ x1, x2 }) => [
            plot.rect([one], { x1, x2, fill: one.color, fillOpacity: 0.1 }),
            plot.ruleY([axis.domain[1]], { x1, x2, stroke: one.color, strokeWidth: 5, dy: -5 }),
          ])
        ),
        plot.text(marked, {
          x: middle,
          y: axis.domain[1],
          text: "name",
          dy: -16,
          fill: "currentColor",
        }),
        ...(days > 1
          ? [plot.areaY(slots, { x: "x", y1: "low", y2: "high", fill: ACCENT, fillOpacity: 0.25 })]
          : []),
        ...(curve.length > 0
          ? [
            plot.line(curve, {
              x: "x",
              y: "y",
              stroke: category(3),
              strokeDasharray: "6,4",
              strokeWidth: 1.5,
            }),
          ]
          : []),
        plot.line(slots, { x: "x", y: "mean", stroke: ACCENT, strokeWidth: 1.8 }),
      ],
    }),
  }, options.plot);
}

/** A stretch over midnight is drawn at both ends of the day. */
function strips({ from, to }: DayBand): { x1: number; x2: number }[] {
  return to <= 24 ? [{ x1: from, x2: to }] : [{ x1: from, x2: 24 }, { x1: 0, x2: to - 24 }];
}

/** The middle of the longer part. */
function middle(band: DayBand): number {
  const [longest] = strips(band).sort((a, b) => (b.x2 - b.x1) - (a.x2 - a.x1));
  return Math.min(23, Math.max(1, (longest!.x1 + longest!.x2) / 2));
}

interface Slot {
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Mean and band of each time of day, at its middle; the day's ends repeat each other. */
function slotsOf(
  { value: mean, slot, perDay }: ReturnType<typeof binned>,
  minutes: number,
  band: number,
): Slot[] {
  const days: number[][] = Array.from({ length: perDay }, () => []);
  mean.forEach((value, i) => {
    if (slot[i]! >= 0) days[slot[i]!]!.push(value);
  });
  const found = days.map((own, i) => {
    own.sort((a, b) => a - b);
    return {
      x: (i + 0.5) * minutes / 60,
      mean: own.reduce((sum, value) => sum + value, 0) / own.length,
      low: quantileSorted(own, (1 - band) / 2) ?? NaN,
      high: quantileSorted(own, (1 + band) / 2) ?? NaN,
    };
  });
  const first = found[0]!, last = found.at(-1)!;
  const edge = (x: number): Slot => ({
    x,
    mean: (first.mean + last.mean) / 2,
    low: (first.low + last.low) / 2,
    high: (first.high + last.high) / 2,
  });
  return [edge(0), ...found, edge(24)];
}

function curveOf(rows: Record<string, unknown>[]): { x: number; y: number }[] {
  const value = (name: string): number | null =>
    rows.find((row) => row["name"] === name)!["value"] as number | null;
  const [mesor, amplitude, top] = ["mesor", "amplitude", "acrophase"].map(value);
  if (typeof mesor !== "number") return [];
  return Array.from({ length: 97 }, (_, i) => i / 4).map((x) => ({
    x,
    y: mesor + amplitude! * Math.cos(2 * Math.PI * (x - top!) / 24),
  }));
}
