import { type Box, pathMark } from "./pathMark.ts";
import { STROKES } from "./theme.ts";
import type { Mark } from "./spec.ts";

/** Distance between hatch lines along an axis, in pixels. */
const STEP = 5;

/**
 * Fills boxes with slanted lines. A pattern would not work, because a caller's own plot would lack
 * its definition.
 */
export function hatch(
  boxes: readonly Box[],
  options: {
    stroke: string;
    strokeOpacity?: number;
    label: string;
    /** Lets the pointer reach the marks below. @default false */
    passive?: boolean;
  },
): Mark {
  const { stroke, strokeOpacity = 1, label, passive = false } = options;
  return pathMark(
    {
      "aria-label": label,
      fill: "none",
      stroke,
      "stroke-opacity": strokeOpacity,
      "stroke-width": STROKES.fine,
      "pointer-events": passive ? "none" : undefined,
    },
    ({ x, y }) =>
      boxes.map((box) => hatchPath({ x1: x(box.x1), x2: x(box.x2), y1: y(box.y1), y2: y(box.y2) }))
        .join(""),
    passive ? undefined : label,
  );
}

/** Returns rising lines, clipped to a box of pixels; neighbouring boxes share them. */
export function hatchPath(box: Box): string {
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
