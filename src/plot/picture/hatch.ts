import type { Context, Scales } from "./renderContext.ts";
import type { Mark } from "./spec.ts";

/** A box to be hatched, in units of the axes. */
export interface HatchBox {
  /** Its left end. */
  readonly x1: number;
  /** Its right end. */
  readonly x2: number;
  /** Its one edge. */
  readonly y1: number;
  /** Its other edge. */
  readonly y2: number;
}

/** The distance of two lines of a hatch along an axis, in pixels. */
const STEP = 5;

/**
 * Boxes filled with slanted lines: drawn as lines and not as a pattern, which a plot of the caller's
 * own would lack.
 */
export function hatch(
  boxes: readonly HatchBox[],
  options: { stroke: string; strokeOpacity?: number; strokeWidth?: number; label: string },
): Mark {
  const { stroke, strokeOpacity = 1, strokeWidth = 1, label } = options;
  const render = (_: unknown, { x, y }: Scales, __: unknown, ___: unknown, context: Context) => {
    const path = context.document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("aria-label", label);
    path.setAttribute("fill", "none");
    path.setAttribute("stroke", stroke);
    path.setAttribute("stroke-opacity", String(strokeOpacity));
    path.setAttribute("stroke-width", String(strokeWidth));
    path.setAttribute(
      "d",
      boxes.map((box) => hatchPath({ x1: x(box.x1), x2: x(box.x2), y1: y(box.y1), y2: y(box.y2) }))
        .join(""),
    );
    return path;
  };
  return render as unknown as Mark;
}

/** Lines that rise to the right, clipped to a box of pixels; neighbouring boxes share their lines. */
export function hatchPath(box: HatchBox): string {
  const left = Math.min(box.x1, box.x2), right = Math.max(box.x1, box.x2);
  const top = Math.min(box.y1, box.y2), bottom = Math.max(box.y1, box.y2);
  const lines: string[] = [];
  for (let at = Math.ceil((left + top) / STEP) * STEP; at < right + bottom; at += STEP) {
    const from = Math.max(left, at - bottom), to = Math.min(right, at - top);
    if (to - from < 0.05) continue;
    lines.push(`M${tenth(from)},${tenth(at - from)}L${tenth(to)},${tenth(at - to)}`);
  }
  return lines.join("");
}

function tenth(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}
