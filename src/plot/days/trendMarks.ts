import { pointed } from "../picture/pointed.ts";
import { STROKES } from "../picture/theme.ts";
import { type EndLabel, lastKnown } from "../picture/endLabels.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { DAY_MS } from "../../time/units.ts";
import type { Rolling } from "./longSpans.ts";
import { say } from "../../words/language.ts";

/** Opacity of the middle half of a trend. */
const HALF_OPACITY = 0.25;

export interface Trend {
  /** Slots of its days. */
  readonly slots: readonly number[];
  /** Median and quartiles around each day; NaN if too little is known. */
  readonly rolling: readonly Rolling[];
  readonly color: string;
  /** Text under the pointer. */
  readonly title: string;
  readonly unit?: string | undefined;
}

/** Draws a rolling median over the middle half of its windows; both break at gaps. */
export function trendMarks(plot: PlotModule, trend: Trend): Mark[] {
  const { color, title } = trend;
  return [
    plot.areaY(pointsOf(trend), {
      x: "x",
      y1: "low",
      y2: "high",
      fill: color,
      fillOpacity: HALF_OPACITY,
      ...pointed(say("{title}, the middle half", { title }), trend.unit),
    }),
    trendLine(plot, trend),
  ];
}

/** Draws a rolling median as a line that breaks if too little is known. */
export function trendLine(plot: PlotModule, trend: Trend): Mark {
  return plot.line(pointsOf(trend), {
    x: "x",
    y: "middle",
    stroke: trend.color,
    strokeWidth: STROKES.data,
    strokeLinecap: "round",
    ...pointed(trend.title, trend.unit),
  });
}

/** Returns the points of a trend, at the middle of its days. */
function pointsOf({ slots, rolling }: Trend): (Rolling & { x: number })[] {
  return rolling.map((one, i) => ({ ...one, x: slots[i]! + DAY_MS / 2 }));
}

/** Names the line of a trend. */
export function trendEnd(rolling: readonly Rolling[], color: string, days: number): EndLabel {
  const label = say("Median of {n} days", { n: days }),
    y = lastKnown(rolling.map(({ middle }) => middle));
  return {
    text: say("{n}-day median", { n: days }),
    color,
    y,
    entry: { label, color, shape: "line" },
  };
}

/** Names the middle half of a trend. */
export function halfEnd(rolling: readonly Rolling[], color: string, days: number): EndLabel {
  const label = say("Middle half of {n} days", { n: days }),
    y = lastKnown(rolling.map(({ high }) => high));
  const entry = { label, color, opacity: HALF_OPACITY };
  return { text: say("Middle half"), quiet: true, color, y, entry };
}
