import type { Mark, PlotModule } from "./spec.ts";
import { GRID_OPACITY, QUIET_OPACITY } from "./theme.ts";

/** What is written about rows of nights on one clock. */
export interface ClockRows {
  /** Times of day, named below, with a line over all rows. */
  readonly hours: readonly { readonly at: number; readonly text: string }[];
  /** Rows that are named at the left. */
  readonly labels: readonly { readonly y: number; readonly text: string }[];
  /** The zone, named at the right below. */
  readonly tz: string;
  /** How far to the left of the frame the names of rows end. @default 8 */
  readonly gap?: number;
}

/** The lines, the names of hours and nights, and the zone of a picture with a row for each night. */
export function clockRows(plot: PlotModule, { hours, labels, tz, gap = 8 }: ClockRows): Mark[] {
  return [
    plot.ruleX(hours, { x: "at", strokeOpacity: GRID_OPACITY }),
    plot.text(hours, {
      x: "at",
      text: "text",
      frameAnchor: "bottom",
      lineAnchor: "top",
      dy: 8,
    }),
    plot.text(labels, { y: "y", text: "text", frameAnchor: "left", textAnchor: "end", dx: -gap }),
    plot.text([tz === "UTC" ? tz : `Local time, ${tz}; nights by the day they end`], {
      frameAnchor: "bottom-right",
      lineAnchor: "top",
      dy: 28,
      fillOpacity: QUIET_OPACITY,
    }),
  ];
}
