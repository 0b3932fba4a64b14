import { type Box, pathMark, type Scales, tenths, tenthsText } from "../picture/pathMark.ts";
import { encodeNumbers } from "../picture/encodeNumbers.ts";
import type { Mark } from "../picture/spec.ts";
import { STROKES } from "../picture/theme.ts";

/** Channels of Plot's `rect` for bars of lanes; the line keeps them visible below a pixel. */
export const LANE_BARS = {
  x1: "start",
  x2: "end",
  y1: "y1",
  y2: "y2",
  fill: "color",
  stroke: "color",
  strokeWidth: STROKES.fine,
  title: "title",
} as const;

/** Values of bars in windows of a row's day, for the script of a page. */
export interface Grid {
  readonly label: string;
  readonly unit?: string | undefined;
  /** Length of a window. */
  readonly minutes: number;
  /** Values of each row's windows from midnight on, NaN if missing. */
  readonly rows: readonly ArrayLike<number>[];
}

/**
 * Draws bars as one path of relative steps, with neighbours joined: 20,000 bars take a tenth of the
 * size of as many rectangles. Coordinates are tenths of a pixel.
 *
 * @param bars By row, and from left to right in each.
 */
export function barRows(
  bars: readonly Box[],
  { fill, fillOpacity, title, grid }: {
    fill: string;
    fillOpacity?: number;
    title?: string;
    grid?: Grid;
  },
): Mark {
  return pathMark(
    { "aria-label": "bars", fill, "fill-opacity": fillOpacity },
    (scales) => outline(bars, scales),
    title,
    grid && (() => ({
      "data-l": grid.label,
      ...(grid.unit === undefined ? {} : { "data-u": grid.unit }),
      "data-grid": String(grid.minutes),
      "data-y": encodeNumbers(grid.rows.flatMap((row) => Array.from(row))),
    })),
  );
}

function outline(bars: readonly Box[], { x, y }: Scales): string {
  const parts: string[] = [];
  let foot = NaN, right = NaN, top = NaN;
  for (const bar of bars) {
    const x1 = tenths(x(bar.x1)), x2 = tenths(x(bar.x2));
    const nextFoot = tenths(y(bar.y1)), nextTop = tenths(y(bar.y2));
    if (nextTop === nextFoot || x2 === x1) continue;
    if (nextFoot !== foot || x1 !== right) {
      if (parts.length > 0) parts.push(`v${tenthsText(foot - top)}z`);
      parts.push(`M${tenthsText(x1)},${tenthsText(nextFoot)}`);
      top = foot = nextFoot;
    }
    if (nextTop !== top) parts.push(`v${tenthsText(nextTop - top)}`);
    parts.push(`h${tenthsText(x2 - x1)}`);
    top = nextTop;
    right = x2;
  }
  return parts.length === 0 ? "" : `${parts.join("")}v${tenthsText(foot - top)}z`;
}

/** An interval of a row, in units of the axes. */
export interface RowStroke {
  readonly x1: number;
  readonly x2: number;
  /** Middle of its row. */
  readonly y: number;
}

/**
 * Draws intervals of rows as one broken line of relative steps: a year of nights takes half the
 * size of a line of points. Coordinates are tenths of a pixel; for crisp lines they are integers
 * from left to right, whose steps add up exactly, so that no gaps appear.
 *
 * @param intervals By row, and from left to right in each.
 */
export function strokeRows(
  intervals: readonly RowStroke[],
  { stroke, strokeOpacity, strokeWidth, crisp, least = 0, title }: {
    stroke: string;
    strokeOpacity?: number;
    strokeWidth: number;
    crisp: boolean;
    /** Minimum length of an interval in pixels. @default 0 */
    least?: number;
    title?: string;
  },
): Mark {
  return pathMark(
    {
      "aria-label": "line",
      fill: "none",
      stroke,
      "stroke-opacity": strokeOpacity,
      "stroke-width": strokeWidth,
      "shape-rendering": crisp ? "crispEdges" : undefined,
    },
    (scales) => steps(intervals, scales, crisp, least),
    title,
  );
}

function steps(
  intervals: readonly RowStroke[],
  { x, y }: Scales,
  crisp: boolean,
  least: number,
): string {
  const across = (pixels: number): number => crisp ? 10 * Math.round(pixels) : tenths(pixels);
  const parts: string[] = [];
  let row = NaN, right = NaN;
  for (const interval of intervals) {
    const x1 = across(x(interval.x1)), at = tenths(y(interval.y));
    const x2 = Math.max(across(x(interval.x2)), x1 + 10 * least);
    if (x2 === x1) continue;
    if (at !== row) parts.push(`M${tenthsText(x1)},${tenthsText(at)}`);
    else if (x1 !== right) parts.push(`m${tenthsText(x1 - right)},0`);
    parts.push(`h${tenthsText(x2 - x1)}`);
    row = at;
    right = x2;
  }
  return parts.join("");
}
