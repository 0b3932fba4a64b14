import { correlationOf, type PairedValues } from "../../series/statistics/correlation.ts";
import { dependentMean } from "../../series/statistics/dependentMean.ts";
import { type Fit, fitOf } from "../../series/numerics/straightLine.ts";
import { groupSymbol, symbolPaint } from "../picture/groupSymbols.ts";
import { pointed } from "../picture/pointed.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { INK, STROKES } from "../picture/theme.ts";
import { MOST_TITLED } from "../picture/chart.ts";
import { numberText, say } from "../../words/language.ts";

const CONFIDENCE = 0.95;

/** Returns the colour of a group's line: its own, or ink to stand out from a single crowd. */
export function lineColor(color: string, groups: number, crowd: Crowd | undefined): string {
  return crowd !== undefined && groups === 1 ? INK : color;
}

/** Draws dots or counted squares of each group, with its fitted line and band on top. */
export function scatterMarks(
  plot: PlotModule,
  groups: readonly Points[],
  crowd: Crowd | undefined,
  isShown: (x: number, y: number) => boolean,
  fits: readonly ScatterFit[],
  texts: { dot: (x: number, y: number) => string; group: (index: number) => string; y: string },
  hasNames: boolean,
): Mark[] {
  const few = groups.reduce((sum, { x }) => sum + x.length, 0) <= MOST_TITLED.dots;
  const dots = groups.flatMap(({ color, x, y }, i) =>
    crowd === undefined
      ? [plot.dot(x, {
        x,
        y,
        filter: (at: number, row: number) => isShown(at, y[row]!),
        r: few ? 3 : 2,
        ...symbolPaint(i, color, few ? 0.75 : 0.5),
        ...(few
          ? { title: (at: number, row: number) => texts.dot(at, y[row]!) }
          : { render: pointed(texts.y).render }),
      })]
      : crowd.levels.map(({ from, opacity }, level) => {
        const to = crowd.levels[level + 1]?.from ?? Infinity;
        const cells = crowd.cells[i]!.filter(({ n }) => n >= from && n < to);
        return plot.line(strokes(cells, crowd.width), {
          x: "x",
          y: "y",
          stroke: color,
          strokeOpacity: opacity,
          strokeWidth: crowd.side,
          strokeLinecap: "butt",
          shapeRendering: "crispEdges",
          title: () => crowd.levels[level]!.label,
        });
      })
  );
  const lines = groups.flatMap(({ color, x, y }, i) => {
    const fit = fits[i];
    if (fit === undefined || fit.r === null) return [];
    const paint = lineColor(color, groups.length, crowd);
    const shared = { clip: true, pointerEvents: "none" } as const; // the dots below have the titles
    return [
      ...(fit.half
        ? [plot.areaY(bandOf(x, fit, fit.half), { ...BAND, ...shared, fill: paint })]
        : []),
      plot.linearRegressionY(x, {
        x,
        y,
        ci: fit.half === null ? CONFIDENCE : 0,
        stroke: paint,
        strokeWidth: STROKES.data,
        fill: paint,
        fillOpacity: BAND.fillOpacity,
        ...shared, // near the ends, the band can leave the range of the values
      }),
    ];
  });
  // In grey print, colours do not distinguish lines, so an unnamed line ends in its symbol.
  const ends = groups.length === 1 || hasNames ? [] : groups.flatMap(({ color, x, y }, i) => {
    const fit = fits[i];
    if (fit === undefined || fit.r === null) return [];
    const end = x.reduce((a, b, row) => isShown(b, y[row]!) ? Math.max(a, b) : a, -Infinity);
    return [plot.dot([end], {
      x: [end],
      y: [fit.intercept + fit.slope * end],
      r: 5,
      title: () => texts.group(i),
      ...symbolPaint(i, color, 1),
      ...(groupSymbol(i).hollow ? { strokeWidth: STROKES.data } : { stroke: INK }),
    })];
  });
  return [...dots, ...lines, ...ends];
}

const BAND = { x: "x", y1: "low", y2: "high", fillOpacity: 0.18 } as const;

/** Number of intervals between the values of x at which a band is drawn. */
const BAND_STEPS = 40;

/** Returns the edges of a band from the smallest to the largest value of x. */
function bandOf(
  x: Float64Array,
  { intercept, slope }: ScatterFit,
  half: (x: number) => number,
): { x: number; low: number; high: number }[] {
  const first = x.reduce((a, b) => Math.min(a, b)), last = x.reduce((a, b) => Math.max(a, b));
  return Array.from({ length: BAND_STEPS + 1 }, (_, i) => {
    const at = first + (last - first) * i / BAND_STEPS, middle = intercept + slope * at;
    return { x: at, low: middle - half(at), high: middle + half(at) };
  });
}

/** Joins neighbouring squares into one broken line, which keeps the file small. */
function strokes(
  cells: readonly { readonly x: number; readonly y: number }[],
  width: number,
): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let end = NaN, row = NaN;
  for (const { x, y } of cells) {
    const left = x - width / 2, right = x + width / 2;
    if (y === row && Math.abs(left - end) < width * 1e-6) points[points.length - 2]!.x = right;
    else points.push({ x: left, y }, { x: right, y }, { x: right, y: NaN });
    end = right;
    row = y;
  }
  return points;
}

export interface Points {
  readonly color: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A square with points in it, by its middle. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  /** Number of points in it. */
  readonly n: number;
}

/** Points that are too many to draw one by one. */
export interface Crowd {
  /** Side of a square in pixels. */
  readonly side: number;
  /** Width of a square on the x axis. */
  readonly width: number;
  /** Squares of each group that contain points. */
  readonly cells: readonly (readonly Cell[])[];
  /** Opacity of squares by number of points, from `from` on. */
  readonly levels: readonly {
    readonly from: number;
    readonly label: string;
    readonly opacity: number;
  }[];
}

/** Maximum number of points that are drawn one by one. */
const MOST_DOTS = 2000;
const SIDE = 6;
const OPACITIES = [0.25, 0.5, 0.75, 1];

/**
 * Counts points in squares if there are more than 2000, so that density stays visible; returns
 * `undefined` for fewer.
 */
export function countInSquares(
  groups: readonly Points[],
  domain: { x: readonly [number, number]; y: readonly [number, number] },
  frame: { width: number; height: number },
): Crowd | undefined {
  if (groups.reduce((sum, { x }) => sum + x.length, 0) <= MOST_DOTS) return undefined;
  const [left, right] = domain.x, [bottom, top] = domain.y;
  const columns = Math.max(1, Math.floor(frame.width / SIDE));
  const rows = Math.max(1, Math.floor(frame.height / SIDE));
  const width = (right - left) / columns, height = (top - bottom) / rows;
  let most = 1;
  const cells = groups.map(({ x, y }) => {
    const counts = new Uint32Array(columns * rows);
    for (let i = 0; i < x.length; i++) {
      const column = Math.min(columns - 1, Math.floor((x[i]! - left) / width));
      const row = Math.min(rows - 1, Math.floor((y[i]! - bottom) / height));
      if (column < 0 || row < 0 || x[i]! > right || y[i]! > top) continue;
      most = Math.max(most, ++counts[row * columns + column]!);
    }
    const found: Cell[] = [];
    counts.forEach((n, place) => {
      if (n === 0) return;
      found.push({
        x: left + (place % columns + 0.5) * width,
        y: bottom + (Math.floor(place / columns) + 0.5) * height,
        n,
      });
    });
    return found;
  });
  return {
    side: Math.max(frame.width / columns, frame.height / rows),
    width,
    cells,
    levels: levels(most),
  };
}

/** Returns at most four levels, in equal ratios. */
function levels(most: number): Crowd["levels"] {
  const factor = Math.max(2, Math.ceil((most + 1) ** (1 / OPACITIES.length)));
  const froms = OPACITIES.map((_, i) => factor ** i).filter((from) => from <= most);
  return froms.map((from, i) => {
    const to = (froms[i + 1] ?? most + 1) - 1;
    return {
      from,
      opacity: OPACITIES[OPACITIES.length - froms.length + i]!,
      label: from === to
        ? say("{n} {n|row|rows}", { n: from })
        : say("{from} to {to} rows", { from: numberText(from), to: numberText(to) }),
    };
  });
}

/** Least-squares line with its confidence band. */
export interface ScatterFit extends Fit {
  /**
   * Half width of the 95 % band at a value of x: `null` if the rows are independent, so that the
   * band is the usual one; `undefined` if the rows do not determine it.
   */
  readonly half: ((x: number) => number) | null | undefined;
}

/**
 * Fits a line through rows that may depend on their neighbours in time.
 *
 * The band of dependent rows combines two 95 % intervals at right angles: that of the mean residual
 * (`dependentMean`), and that of the slope from `series.correlate`. For independent rows it is the
 * usual least-squares band.
 *
 * @param at Time step of each row; `undefined` if the rows are independent.
 */
export function scatterFit(x: Float64Array, y: Float64Array, at?: Int32Array): ScatterFit {
  const fit = fitOf(x, y), n = x.length;
  if (at === undefined || fit.r === null) return { ...fit, half: null };
  const rows = Uint32Array.from(x.keys()).sort((a, b) => at[a]! - at[b]!);
  const both: PairedValues = {
    x: Float64Array.from(rows, (row) => x[row]!),
    y: Float64Array.from(rows, (row) => y[row]!),
    at: Int32Array.from(rows, (row) => at[row]!),
    rows,
  };
  const { slopeLow, slopeHigh, size } = correlationOf(both, "pearson", true);
  const rest = both.y.map((value, i) => value - fit.intercept - fit.slope * both.x[i]!);
  const mean = dependentMean(both.at, rest);
  if (mean === undefined || Number.isNaN(slopeHigh)) return { ...fit, half: undefined };
  // Residuals are smaller than errors, because the line uses two degrees of freedom.
  const level = mean * Math.sqrt(size / (size - 2)), slope = (slopeHigh - slopeLow) / 2;
  const centre = x.reduce((sum, one) => sum + one, 0) / n;
  return { ...fit, half: (at) => Math.hypot(level, slope * (at - centre)) };
}
