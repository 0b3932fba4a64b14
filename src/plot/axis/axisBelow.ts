import type { XLayout } from "../picture/chart.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { FONT_SIZE, GRID_OPACITY, QUIET_OPACITY } from "../picture/theme.ts";

/** A label of an axis. */
export interface AxisLabel {
  /** Where it stands: the value, or the instant in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** What an axis below a frame says. */
export interface AxisLabels {
  /** One label each tick, centred at it. */
  readonly ticks: readonly AxisLabel[];
  /** Dates, months or years in a second row, each beginning where its part begins. @default none */
  readonly parts?: readonly AxisLabel[];
  /** Instants at which the zone's clock is changed. @default none */
  readonly changes?: readonly AxisLabel[];
  /** What the axis shows, at the right below its ticks; of times it names the zone. */
  readonly label: string;
  /** Lines below the label. @default none */
  readonly notes?: readonly string[];
}

/** How an axis below a frame is drawn. */
export interface AxisBelowOptions {
  /** Pixels at the top of the frame that the lines leave free. @default 0 */
  readonly insetTop?: number;
  /** How opaque the line of a tick is. @default that of all grids */
  readonly opacity?: number | ((tick: AxisLabel) => number) | undefined;
  /** Whether the last label may reach into the right margin, beyond the frame. @default false */
  readonly overhangs?: boolean;
}

/** Room below the frame for ticks, parts and the label; without parts; and for the label alone, in pixels. */
const HEIGHT = 60, HEIGHT_WITHOUT_PARTS = 44, HEIGHT_OF_LABEL = 24;
/** The height of a line below the label, in pixels. */
const NOTE_LINE = 16;
/** The line where a zone's clock is changed. */
export const CHANGE_LINE = { strokeDasharray: "3,3", strokeOpacity: 0.6 };

/** An axis below the frame: a line and a label for each tick, and what the axis shows. */
export function axisBelow(labels: AxisLabels, options: AxisBelowOptions = {}): XLayout {
  const { ticks, parts = [], changes = [], label, notes = [] } = labels;
  const { insetTop = 0, opacity = GRID_OPACITY, overhangs = false } = options;
  const height = ticks.length === 0
    ? HEIGHT_OF_LABEL
    : parts.length > 0
    ? HEIGHT
    : HEIGHT_WITHOUT_PARTS;
  return {
    height: height + notes.length * NOTE_LINE,
    overhang: overhangs ? Math.ceil(textWidth(ticks.at(-1)!.text) / 2) + 4 : 0,
    marks: (plot) => [
      [
        plot.ruleX(ticks, { x: "at", strokeOpacity: opacity, insetTop }),
        plot.ruleX(changes, { x: "at", ...CHANGE_LINE, insetTop }),
      ],
      [
        plot.text(ticks, { x: "at", text: "text", facetAnchor: "bottom", ...belowFrame(8) }),
        plot.text(parts, {
          x: "at",
          text: "text",
          textAnchor: "start",
          facetAnchor: "bottom",
          fillOpacity: QUIET_OPACITY,
          ...belowFrame(FONT_SIZE + 13),
        }),
      ],
      [label, ...notes].map((text, i) =>
        footnote(plot, text, height - FONT_SIZE - 5 + i * NOTE_LINE)
      ),
    ],
  };
}

/** A line of text below the frame, so many pixels under it, at its right end. */
export function footnote(plot: PlotModule, text: string, dy: number): Mark {
  return plot.text(text === "" ? [] : [text], {
    fillOpacity: QUIET_OPACITY,
    facet: "super",
    ...belowFrame(dy),
    frameAnchor: "bottom-right",
  });
}

/** Where a text stands that begins so many pixels below the frame. */
function belowFrame(dy: number) {
  return { frameAnchor: "bottom", lineAnchor: "top", dy } as const;
}
