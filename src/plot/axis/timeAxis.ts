import type { Mark, PlotModule } from "../picture/spec.ts";
import { FONT_SIZE, GRID_OPACITY, QUIET_OPACITY } from "../picture/theme.ts";
import type { TimeLabel, TimeTicks } from "./timeTicks.ts";

/** Room below the frame for ticks, dates and the label of a time axis, in pixels. */
const HEIGHT = 60, HEIGHT_WITHOUT_PARTS = 44, HEIGHT_OF_LABEL = 24;

/** The line where a zone's clock is changed. */
const CHANGE = { strokeDasharray: "3,3", strokeOpacity: 0.6 };

/** How many pixels a time axis takes below the frame. */
export function timeAxisHeight(ticks: TimeTicks): number {
  if (ticks.ticks.length === 0) return HEIGHT_OF_LABEL;
  return ticks.parts.length > 0 ? HEIGHT : HEIGHT_WITHOUT_PARTS;
}

/** How a time axis is drawn. */
export interface TimeAxisOptions {
  /** Pixels at the top of the frame that the grid leaves free. @default 0 */
  insetTop?: number;
}

/** The marks of a time axis below the frame: grid, ticks, dates, where the clock is changed, label. */
export function timeAxis(
  plot: PlotModule,
  ticks: TimeTicks,
  options: TimeAxisOptions = {},
): Mark[] {
  const { insetTop = 0 } = options;
  const below = (dy: number) => ({ frameAnchor: "bottom", lineAnchor: "top", dy }) as const;
  return [
    plot.ruleX(ticks.ticks, { x: "at", strokeOpacity: GRID_OPACITY, insetTop }),
    plot.ruleX(ticks.changes, { x: "at", ...CHANGE, insetTop }),
    plot.text(ticks.ticks, { x: "at", text: "text", facetAnchor: "bottom", ...below(8) }),
    plot.text(ticks.parts, {
      x: "at",
      text: "text",
      textAnchor: "start",
      facetAnchor: "bottom",
      fillOpacity: QUIET_OPACITY,
      ...below(FONT_SIZE + 13),
    }),
    plot.text([ticks.label], {
      fillOpacity: QUIET_OPACITY,
      facet: "super",
      ...below(timeAxisHeight(ticks) - FONT_SIZE - 5),
      frameAnchor: "bottom-right",
    }),
  ];
}

/** Ticks of rows that bear their own: as {@linkcode timeAxis}, in `insetBottom` pixels at the foot of each. */
export function rowTicks(
  plot: PlotModule,
  rows: readonly { ticks: readonly TimeLabel[]; changes: readonly TimeLabel[] }[],
  insets: { insetTop: number; insetBottom: number },
): Mark[] {
  const ticks = rows.flatMap((row) => row.ticks), changes = rows.flatMap((row) => row.changes);
  return [
    plot.ruleX(ticks, { fy: "row", x: "at", strokeOpacity: GRID_OPACITY, ...insets }),
    plot.ruleX(changes, { fy: "row", x: "at", ...CHANGE, ...insets }),
    plot.text(ticks, {
      fy: "row",
      x: "at",
      text: "text",
      frameAnchor: "bottom",
      lineAnchor: "bottom",
      dy: -3,
    }),
  ];
}
