// @ts-types="@types/d3-array"
import { ticks as roundTicks, tickStep } from "d3-array";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GRID_OPACITY, QUIET_OPACITY } from "../picture/theme.ts";
import { valueLabel } from "./valueTicks.ts";

/** Room below the frame for the labels of a value axis and its own label, in pixels. */
export const VALUE_AXIS_X_HEIGHT = 44;

/** A label of a value axis below the frame. */
export interface ValueTick {
  /** The value. */
  readonly at: number;
  /** The label. */
  readonly text: string;
}

/** Round values along an axis below the frame, as many as fit side by side; of integers only integers. */
export function valueTicksX(
  domain: readonly [number, number],
  pixels: number,
  { whole = false }: { whole?: boolean } = {},
): ValueTick[] {
  for (let count = 10; count > 1; count--) {
    const step = tickStep(domain[0], domain[1], count);
    if (whole && step < 1) continue;
    const found = roundTicks(domain[0], domain[1], count)
      .map((at) => ({ at, text: valueLabel(at, step) }));
    const widest = Math.max(...found.map(({ text }) => textWidth(text)));
    const apart = step / (domain[1] - domain[0]) * pixels;
    if (widest + 14 <= apart) return found;
  }
  return domain.map((at) => ({ at, text: valueLabel(at, domain[1] - domain[0]) }));
}

/** The marks of a value axis below the frame: grid, ticks, and its label at the right. */
export function valueAxisX(plot: PlotModule, ticks: readonly ValueTick[], label: string): Mark[] {
  return [
    plot.ruleX(ticks, { x: "at", strokeOpacity: GRID_OPACITY }),
    plot.text(ticks, { x: "at", text: "text", frameAnchor: "bottom", lineAnchor: "top", dy: 8 }),
    plot.text(label === "" ? [] : [label], {
      frameAnchor: "bottom-right",
      lineAnchor: "top",
      dy: 28,
      fillOpacity: QUIET_OPACITY,
    }),
  ];
}

/** How far the last label reaches beyond the end of the axis, at least so much as is given. */
export function overhang(ticks: readonly ValueTick[], least: number): number {
  return Math.max(least, Math.ceil(textWidth(ticks.at(-1)!.text) / 2) + 4);
}
