import { dayTicks } from "../axis/dayTicks.ts";
import { header, type LegendEntry } from "../picture/header.ts";
import { MISSING_ENTRY, missingDays } from "../marks/missingDays.ts";
import type { Labels } from "../picture/labels.ts";
import { Picture } from "../picture/picture.ts";
import { DEFAULT_WIDTH, type Mark, type PictureOptions, type PlotModule } from "../picture/spec.ts";
import { timeAxis, timeAxisHeight } from "../axis/timeAxis.ts";
import { VALUE_LABEL_HEIGHT, valueAxis, valueAxisWidth } from "../axis/valueAxis.ts";
import type { ValueTicks } from "../axis/valueTicks.ts";
import { DAY_MS } from "../../time/units.ts";

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
  /** Its bars. */
  readonly bars: (plot: PlotModule) => Mark[];
}

const FRAME_HEIGHT = 200;
const MARGIN_RIGHT = 16;

/** Lays out bars over local days between a day axis and a value axis; days without a value are banded. */
export function dayChart(chart: DayChart, options: PictureOptions): Picture {
  const { width = DEFAULT_WIDTH } = options;
  const { slots, missing, values } = chart;
  const legend = missing.length === 0 ? chart.legend : [...chart.legend, MISSING_ENTRY];
  const head = header(options.title, legend, width);
  const first = slots[0]!, end = slots.at(-1)! + DAY_MS;
  const marginLeft = valueAxisWidth(values);
  const ticks = dayTicks(first, end, chart.labels, width - marginLeft - MARGIN_RIGHT);
  const marginTop = head.height + VALUE_LABEL_HEIGHT, marginBottom = timeAxisHeight(ticks);
  return new Picture({
    name: chart.name,
    summary: chart.summary,
    width,
    height: options.height ?? marginTop + FRAME_HEIGHT + marginBottom,
    header: head,
    draw: (plot) => ({
      marginTop,
      marginLeft,
      marginBottom,
      marginRight: MARGIN_RIGHT,
      x: { type: "utc", domain: [first, end], axis: null },
      y: { type: "linear", domain: [...values.domain], axis: null },
      marks: [
        missingDays(plot, missing),
        ...timeAxis(plot, ticks),
        ...valueAxis(plot, values, chart.valueLabel),
        ...chart.bars(plot),
      ],
    }),
  }, options.plot);
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
