import { dayAxis } from "../axis/dayAxis.ts";
import type { LegendEntry } from "../picture/header.ts";
import { MISSING_ENTRY, missingDays } from "../marks/missing.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { Mark, PictureOptions, PlotModule } from "../picture/spec.ts";
import { valueAxis } from "../axis/valueAxis.ts";
import type { ValueTicks } from "../axis/valueTicks.ts";
import type { DayContext } from "./dayContext.ts";
import { DAY_MS } from "../../time/units.ts";
import { type Beyond, chart } from "../picture/chart.ts";

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
  /** Legend, without the entry for missing days. */
  readonly legend: readonly LegendEntry[];
  readonly values: ValueTicks;
  /** Values that the axis may leave out. @default none */
  readonly beyond?: Beyond;
  readonly valueLabel: string;
  readonly bars: (plot: PlotModule) => Mark[];
  /** Marks around the bars. */
  readonly context: DayContext;
}

const FRAME_HEIGHT = 200;
const MARGIN_RIGHT = 16;

/** Lays out bars between a day axis and a value axis, with bands for missing days. */
export function dayChart(days: DayChart, options: PictureOptions): Picture {
  const { slots, missing, context } = days;
  const daysText = datesLabel(slots[0]!, slots.at(-1)!, days.labels.in("UTC"));
  return chart({
    name: days.name,
    summary: days.summary + context.summary,
    title: `${days.valueLabel}, ${daysText}`,
    finding: days.finding,
    source: days.source,
    legend: [...days.legend, ...context.legend, ...(missing.length === 0 ? [] : [MISSING_ENTRY])],
    x: dayAxis(slots[0]!, slots.at(-1)! + DAY_MS, days.labels),
    y: valueAxis(days.values, days.valueLabel),
    beyond: days.beyond,
    margin: { right: MARGIN_RIGHT },
    height: FRAME_HEIGHT,
    marks: (plot, axes, frame) => {
      const unknown = missingDays(plot, missing, days.labels, { ...frame, days: slots.length });
      return [
        ...context.behind(plot, frame.height),
        unknown.bands,
        ...axes.x,
        ...axes.y,
        ...days.bars(plot),
        unknown.strokes,
        ...context.over(plot),
      ];
    },
  }, options);
}

/** Greatest width of a bar in pixels: wider ones look like areas, a single day like a wall. */
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
