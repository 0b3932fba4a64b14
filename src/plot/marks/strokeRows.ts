import type { Context, Scales } from "../picture/renderContext.ts";
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
  options: { stroke: string; strokeWidth: number; crisp: boolean },
): Mark {
  const render = (_: unknown, { x, y }: Scales, __: unknown, ___: unknown, context: Context) => {
    const path = context.document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("aria-label", "line");
    path.setAttribute("fill", "none");
    path.setAttribute("stroke", options.stroke);
    path.setAttribute("stroke-width", String(options.strokeWidth));
    if (options.crisp) path.setAttribute("shape-rendering", "crispEdges");
    path.setAttribute("d", steps(pieces, x, y, options.crisp));
    return path;
  };
  return render as unknown as Mark;
}

function steps(
  pieces: readonly RowPiece[],
  x: Scales["x"],
  y: Scales["y"],
  crisp: boolean,
): string {
  const across = (pixels: number): number => crisp ? 10 * Math.round(pixels) : tenths(pixels);
  const parts: string[] = [];
  let row = NaN, right = NaN;
  for (const piece of pieces) {
    const x1 = across(x(piece.x1)), x2 = across(x(piece.x2)), at = tenths(y(piece.y));
    if (x2 === x1) continue;
    if (at !== row) parts.push(`M${text(x1)},${text(at)}`);
    else if (x1 !== right) parts.push(`m${text(x1 - right)},0`);
    parts.push(`h${text(x2 - x1)}`);
    row = at;
    right = x2;
  }
  return parts.join("");
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

function text(tenths: number): string {
  return String(tenths / 10).replace(/^(-?)0\./, "$1.");
}
