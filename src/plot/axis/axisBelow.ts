import type { XLayout } from "../picture/chart.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { AXIS, FONT_SIZE, GRID, INK_2 } from "../picture/theme.ts";

export interface AxisLabel {
  /** Position: a value, or an instant in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Texts of an axis below a frame. */
export interface AxisLabels {
  /** One label per tick, centred. */
  readonly ticks: readonly AxisLabel[];
  /** Dates, months or years in a second row, each at the start of its part. @default none */
  readonly parts?: readonly AxisLabel[];
  /** Instants of clock changes. @default none */
  readonly changes?: readonly AxisLabel[];
  /** Title of the axis, on the right below its ticks. @default none */
  readonly label?: string;
  /** Zone of the times and clock changes, for the source line. @default none */
  readonly source?: string;
}

export interface AxisBelowOptions {
  /** Pixels at the top of the frame without grid lines. @default 0 */
  readonly insetTop?: number;
  /** Colour of the line of a tick, or `"none"`. @default the colour of grids */
  readonly stroke?: string | ((tick: AxisLabel) => string) | undefined;
  /** Lets the last label extend into the right margin. @default false */
  readonly overhangs?: boolean;
}

/** Height of ticks with and without parts, and of the title, in pixels. */
const HEIGHT = 40, HEIGHT_WITHOUT_PARTS = 24, HEIGHT_OF_LABEL = 20;
/** Line at a clock change. */
export const CHANGE_LINE = { stroke: AXIS, strokeDasharray: "1,3" };

/** Lays out an axis below the frame: a line and a label for each tick, and a title. */
export function axisBelow(labels: AxisLabels, options: AxisBelowOptions = {}): XLayout {
  const { ticks, parts = [], changes = [], label = "", source } = labels;
  const { insetTop = 0, stroke = GRID, overhangs = false } = options;
  const height = (label === "" ? 0 : HEIGHT_OF_LABEL) +
    (ticks.length === 0 ? 0 : parts.length > 0 ? HEIGHT : HEIGHT_WITHOUT_PARTS);
  return {
    height,
    ...(source === undefined ? {} : { source }),
    overhang: overhangs ? Math.ceil(textWidth(ticks.at(-1)!.text) / 2) + 4 : 0,
    marks: (plot) => [
      [
        plot.ruleX(ticks, { x: "at", stroke, insetTop }),
        plot.ruleX(changes, { x: "at", ...CHANGE_LINE, insetTop }),
      ],
      [
        plot.text(ticks, { x: "at", text: "text", facetAnchor: "bottom", ...belowFrame(8) }),
        plot.text(parts, {
          x: "at",
          text: "text",
          textAnchor: "start",
          facetAnchor: "bottom",
          fill: INK_2,
          ...belowFrame(FONT_SIZE + 13),
        }),
      ],
      footnote(plot, label, height - FONT_SIZE - 5),
    ],
  };
}

/** A line of text `dy` pixels below the frame, right-aligned. */
function footnote(plot: PlotModule, text: string, dy: number): Mark {
  return plot.text(text === "" ? [] : [text], {
    fill: INK_2,
    facet: "super",
    ...belowFrame(dy),
    frameAnchor: "bottom-right",
  });
}

/** Returns the position of a text that starts `dy` pixels below the frame. */
function belowFrame(dy: number) {
  return { frameAnchor: "bottom", lineAnchor: "top", dy } as const;
}
