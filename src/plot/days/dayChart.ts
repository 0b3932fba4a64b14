import { dayAxis } from "../axis/dayAxis.ts";
import type { LegendEntry } from "../picture/header.ts";
import { missingDays } from "../marks/missing.ts";
import type { EndLabel } from "../picture/endLabels.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { Mark, PictureOptions, PlotModule } from "../picture/spec.ts";
import { valueAxis } from "../axis/valueAxis.ts";
import type { ValueTicks } from "../axis/valueTicks.ts";
import type { DayContext } from "./dayContext.ts";
import { DAY_MS } from "../../time/units.ts";
import { type Beyond, chart, MOST_TITLED } from "../picture/chart.ts";
import { pointed } from "../picture/pointed.ts";

/** A chart of bars over local days. */
export interface DayChart {
  /** Kind of chart. */
  readonly name: string;
  /** Description in words. */
  readonly summary: string;
  /** Title: what the days show. @default none */
  readonly finding?: string | undefined;
  /** Numbers of days and cuts, for the source line. */
  readonly source: string;
  readonly labels: Labels;
  /** Slots of all days. */
  readonly slots: readonly number[];
  /** Slots of days without a value. */
  readonly missing: readonly number[];
  /** Names right of the frame. @default none */
  readonly ends?: readonly EndLabel[];
  readonly legend: readonly LegendEntry[];
  readonly values: ValueTicks;
  /** Values that the axis may leave out. @default none */
  readonly beyond?: Beyond;
  readonly valueLabel: string;
  readonly bars: (plot: PlotModule) => Mark[];
  /** Draws it for another width: bars depend on it. */
  readonly forWidth: (width: number) => Picture;
  /** Marks around the bars. */
  readonly context: DayContext;
}

/** Lays out bars between a day axis and a value axis, with bands for missing days. */
export function dayChart(days: DayChart, options: PictureOptions): Picture {
  const { slots, missing, context } = days;
  const daysText = datesLabel(slots[0]!, slots.at(-1)!, days.labels.in("UTC"));
  return chart({
    forWidth: days.forWidth,
    name: days.name,
    summary: days.summary + context.summary,
    title: `${days.valueLabel}, ${daysText}`,
    finding: days.finding,
    source: [days.source, ...context.notes].join("; "),
    ends: [...(days.ends ?? []), ...context.ends],
    legend: days.legend,
    x: dayAxis(slots[0]!, slots.at(-1)! + DAY_MS, days.labels),
    y: valueAxis(days.values, days.valueLabel),
    beyond: days.beyond,
    marks: (plot, axes, frame) => {
      const unknown = missingDays(plot, missing, days.labels, { ...frame, days: slots.length });
      return [
        ...context.behind(plot, frame.height),
        ...axes.x,
        ...axes.y,
        unknown.bands,
        ...days.bars(plot),
        ...context.over(plot),
        ...unknown.over,
      ];
    },
  }, options);
}

/** The value of a day. */
export interface DayBar {
  readonly slot: number;
  readonly value: number;
  readonly title: string;
}

/** Bars of days. */
export interface DayBars {
  /** Number of days of the axis. */
  readonly count: number;
  /** Width of the chart in pixels. */
  readonly width: number;
  readonly color: string;
  /** @default 1 */
  readonly opacity?: number | undefined;
  /** Name of the values. */
  readonly label: string;
  readonly unit?: string | undefined;
}

/**
 * Minimum width of a day in pixels for a separate bar, because narrower bars would shimmer, and for
 * a point of a line, which would fill its reach.
 */
const LEAST_WIDE = 3, LEAST_POINT = 1;
/** Radius of a day between days without data, in a line. */
const LONE_DOT = 2;

/** Returns whether days are too narrow to draw each of them. */
export function isDayBlur({ count, width }: Pick<DayBars, "count" | "width">): boolean {
  return width / count < LEAST_POINT;
}

/** Returns whether days are drawn as a line instead of bars. */
export function isDayLine({ count, width }: Pick<DayBars, "count" | "width">): boolean {
  return width / count < LEAST_WIDE;
}

/** Draws a bar from 0 for each day, or a line that breaks at missing days if they are narrow. */
export function dayBars(plot: PlotModule, days: readonly DayBar[], bars: DayBars): Mark {
  const { count, width, color, opacity = 1, label, unit } = bars;
  if (isDayLine(bars)) {
    const points = days.flatMap(({ slot, value }, i) => {
      const point = { x: slot + DAY_MS / 2, y: value };
      const isApart = i > 0 && slot - days[i - 1]!.slot > DAY_MS;
      return isApart ? [{ ...point, y: NaN }, point] : [point];
    });
    const alone = days.filter(({ slot }, i) =>
      slot - (days[i - 1]?.slot ?? -Infinity) > DAY_MS &&
      (days[i + 1]?.slot ?? Infinity) - slot > DAY_MS
    );
    return [
      plot.line(points, {
        x: "x",
        y: "y",
        stroke: color,
        strokeWidth: 1,
        strokeOpacity: opacity,
        ...pointed(label, unit),
      }),
      plot.dot(alone, {
        x: ({ slot }: DayBar) => slot + DAY_MS / 2,
        y: "value",
        r: LONE_DOT,
        fill: color,
        fillOpacity: opacity,
      }),
    ];
  }
  const { inset: usual, shapeRendering } = barSetting(count, width);
  // Overlapping pale bars would show the overlap.
  const inset = opacity < 1 && shapeRendering === "crispEdges" ? 0 : usual;
  return plot.rect(days, {
    x1: ({ slot }: DayBar) => slot + inset,
    x2: ({ slot }: DayBar) => slot + DAY_MS - inset,
    y1: 0,
    y2: "value",
    fill: color,
    fillOpacity: opacity,
    shapeRendering,
    ...(count <= MOST_TITLED.days ? { title: "title" } : { render: pointed(label, unit).render }),
  });
}

/**
 * Maximum width of a bar in pixels: wider bars look like areas, and a single day would look like a
 * wall.
 */
const MOST_WIDE = 32;

/** Returns how to space bars of days: with gaps, or edge to edge if days are narrow. */
export function barSetting(
  count: number,
  pixels: number,
): { inset: number; shapeRendering: "auto" | "crispEdges" } {
  return pixels / count < 4
    // Overlaps slightly, because rounding would leave hairlines.
    ? { inset: -DAY_MS * 0.02, shapeRendering: "crispEdges" }
    : {
      inset: DAY_MS * Math.max(0.12, (1 - MOST_WIDE * count / pixels) / 2),
      shapeRendering: "auto",
    };
}
