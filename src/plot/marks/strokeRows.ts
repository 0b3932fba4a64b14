import { pathMark, type Scales, tenths, tenthsText } from "../picture/pathMark.ts";
import type { Mark } from "../picture/spec.ts";

/** A piece of a row, in units of the axes. */
export interface RowPiece {
  /** Its left end. */
  readonly x1: number;
  /** Its right end. */
  readonly x2: number;
  /** The middle of its row. */
  readonly y: number;
}

/**
 * Pieces of rows as one broken line of relative steps: a year of nights takes half the room of a line
 * of points. Coordinates are tenths of a pixel; of crisp lines whole ones from left to right, which
 * relative steps add up to without an error: none would leave a gap that is not in the data.
 *
 * @param pieces By row, and in each from left to right.
 */
export function strokeRows(
  pieces: readonly RowPiece[],
  { stroke, strokeWidth, crisp }: { stroke: string; strokeWidth: number; crisp: boolean },
): Mark {
  return pathMark({
    "aria-label": "line",
    fill: "none",
    stroke,
    "stroke-width": strokeWidth,
    "shape-rendering": crisp ? "crispEdges" : undefined,
  }, (scales) => steps(pieces, scales, crisp));
}

function steps(pieces: readonly RowPiece[], { x, y }: Scales, crisp: boolean): string {
  const across = (pixels: number): number => crisp ? 10 * Math.round(pixels) : tenths(pixels);
  const parts: string[] = [];
  let row = NaN, right = NaN;
  for (const piece of pieces) {
    const x1 = across(x(piece.x1)), x2 = across(x(piece.x2)), at = tenths(y(piece.y));
    if (x2 === x1) continue;
    if (at !== row) parts.push(`M${tenthsText(x1)},${tenthsText(at)}`);
    else if (x1 !== right) parts.push(`m${tenthsText(x1 - right)},0`);
    parts.push(`h${tenthsText(x2 - x1)}`);
    row = at;
    right = x2;
  }
  return parts.join("");
}
