import { PLAIN_RIGHT, type XLayout, type XScale } from "../picture/chart.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { AXIS, DASHES, GRID, INK_2, LINES, SPACES } from "../picture/theme.ts";

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
}

/** Height of ticks with and without parts, and of the title, in pixels. */
const HEIGHT_WITHOUT_PARTS = SPACES.near + LINES.label,
  HEIGHT = HEIGHT_WITHOUT_PARTS + LINES.label,
  HEIGHT_OF_LABEL = SPACES.tight + LINES.label;
/** Line at a clock change. */
export const CHANGE_LINE = { stroke: AXIS, strokeDasharray: DASHES.clock };

/** Lays out an axis below the frame: a line and a label for each tick, and a title. */
export function axisBelow(labels: AxisLabels, options: AxisBelowOptions = {}): XLayout {
  const { ticks, parts = [], changes = [], label = "", source } = labels;
  const { insetTop = 0, stroke = GRID } = options;
  const height = (label === "" ? 0 : HEIGHT_OF_LABEL) +
    (parts.length > 0 ? HEIGHT : ticks.length === 0 ? 0 : HEIGHT_WITHOUT_PARTS);
  const last = ticks.at(-1);
  return {
    height,
    ...(source === undefined ? {} : { source }),
    marks: (plot, scale) => [
      [
        plot.ruleX(ticks, { x: "at", stroke, insetTop }),
        plot.ruleX(changes, { x: "at", ...CHANGE_LINE, insetTop }),
      ],
      [
        plot.text(ticks, {
          x: (tick: AxisLabel) => tick === last ? tick.at - overhang(tick, scale) : tick.at,
          text: "text",
          facetAnchor: "bottom",
          ...belowFrame(SPACES.near),
        }),
        plot.text(parts, {
          x: "at",
          text: "text",
          textAnchor: "start",
          facetAnchor: "bottom",
          fill: INK_2,
          ...belowFrame(HEIGHT_WITHOUT_PARTS),
        }),
      ],
      footnote(plot, label, height - LINES.label),
    ],
  };
}

/** Returns how far a label would extend beyond the right margin, in units of the axis. */
function overhang(last: AxisLabel, { domain: [start, end], pixels }: XScale): number {
  const unit = (end - start) / pixels;
  const right = (last.at - start) / unit + textWidth(last.text) / 2;
  return Math.max(0, Math.ceil(right - pixels - PLAIN_RIGHT)) * unit;
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
