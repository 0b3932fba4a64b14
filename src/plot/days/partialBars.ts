import { hatch } from "../picture/hatch.ts";
import type { Box } from "../picture/pathMark.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { ACCENT } from "../picture/theme.ts";

/** Draws the bars of partial days, hatched with an outline. */
export function partialBars(
  plot: PlotModule,
  boxes: readonly (Box & { title: string })[],
  color = ACCENT,
): Mark[] {
  if (boxes.length === 0) return [];
  return [
    plot.rect(boxes, {
      x1: "x1",
      x2: "x2",
      y1: "y1",
      y2: "y2",
      fill: "none",
      stroke: color,
      strokeOpacity: 0.7,
      inset: 0.5,
      pointerEvents: "all",
      title: "title",
    }),
    hatch(boxes, { stroke: color, strokeWidth: 1.4, label: "day not over", passive: true }),
  ];
}
