import { dayAxis } from "../axis/dayAxis.ts";
import type { LegendEntry } from "../picture/header.ts";
import { MISSING_ENTRY, missingDays } from "../marks/missing.ts";
import type { Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { Mark, PictureOptions, PlotModule } from "../picture/spec.ts";
import { valueAxis } from "../axis/valueAxis.ts";
import type { ValueTicks } from "../axis/valueTicks.ts";
import type { DayContext } from "./dayContext.ts";
import { DAY_MS } from "../../time/units.ts";
import { chart } from "../picture/chart.ts";

/** A picture of bars over local days. */
export interface DayChart {
  /** What kind of picture it is. */
  readonly name: string;
  /** What it shows, in words. */
  readonly summary: string;
  /** How days are written, and of which zone they are. */
  readonly labels: Labels;
  /** The slots of all days. */
  readonly slots: readonly number[];
  /** The slots of the days without a value. */
  readonly missing: readonly number[];
  /** Its legend, without the entry of missing days. */
  readonly legend: readonly LegendEntry[];
  /** The ticks of its value axis. */
  readonly values: ValueTicks;
  /** The label of its value axis. */
  readonly valueLabel: string;
  readonly bars: (plot: PlotModule) => Mark[];
  /** What is drawn around the bars. */
  readonly context: DayContext;
}

const FRAME_HEIGHT = 200;
const MARGIN_RIGHT = 16;

/** Lays out bars over local days between a day axis and a value axis; days without a value are banded. */
export function dayChart(days: DayChart, options: PictureOptions): Picture {
  const { slots, missing, context } = days;
  return chart({
    name: days.name,
    summary: days.summary + context.summary,
    legend: [...days.legend, ...context.legend, ...(missing.length === 0 ? [] : [MISSING_ENTRY])],
    x: dayAxis(slots[0]!, slots.at(-1)! + DAY_MS, days.labels),
    y: valueAxis(days.values, days.valueLabel),
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

/** How the bars of days are set: with gaps between them, or edge to edge where days are narrow. */
export function barSetting(
  count: number,
  pixels: number,
): { inset: number; shapeRendering: "auto" | "crispEdges" } {
  return pixels / count < 4
    // A little over each other, or rounding would leave a hairline between two.
    ? { inset: -DAY_MS * 0.02, shapeRendering: "crispEdges" }
    : { inset: DAY_MS * 0.12, shapeRendering: "auto" };
}
