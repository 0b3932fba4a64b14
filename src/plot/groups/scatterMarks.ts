import { groupSymbol, symbolPaint } from "../picture/groupSymbols.ts";
import type { Fit } from "../marks/linearFit.ts";
import type { Crowd, Points } from "./scatterDots.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { INK } from "../picture/theme.ts";

const CONFIDENCE = 0.95;

/** The colour of a group's line: its own, but ink where it would not be seen on a lone crowd. */
export function lineColor(color: string, groups: number, crowd: Crowd | undefined): string {
  return crowd !== undefined && groups === 1 ? INK : color;
}

/** Dots or counted squares of each group, and over them the line that fits it with its band. */
export function scatterMarks(
  plot: PlotModule,
  groups: readonly Points[],
  crowd: Crowd | undefined,
  fits: readonly Fit[],
): Mark[] {
  const few = groups.reduce((sum, { x }) => sum + x.length, 0) <= 300;
  const dots = groups.flatMap(({ color, x, y }, i) =>
    crowd === undefined
      ? [plot.dot(x, { x, y, r: few ? 3 : 2, ...symbolPaint(i, color, few ? 0.75 : 0.5) })]
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
        });
      })
  );
  const lines = groups.flatMap(({ color, x, y }, i) =>
    (fits[i]?.r ?? null) === null ? [] : [
      plot.linearRegressionY(x, {
        x,
        y,
        ci: CONFIDENCE,
        stroke: lineColor(color, groups.length, crowd),
        strokeWidth: 2,
        fill: lineColor(color, groups.length, crowd),
        fillOpacity: 0.18,
      }),
    ]
  );
  // Colours do not tell lines apart in grey print: each ends in the sign of its group.
  const ends = groups.length === 1 ? [] : groups.flatMap(({ color, x }, i) => {
    const fit = fits[i];
    if (fit === undefined || fit.r === null) return [];
    const end = x.reduce((a, b) => Math.max(a, b));
    return [plot.dot([end], {
      x: [end],
      y: [fit.intercept + fit.slope * end],
      r: 5,
      ...symbolPaint(i, color, 1),
      ...(groupSymbol(i).hollow ? { strokeWidth: 2 } : { stroke: INK }),
    })];
  });
  return [...dots, ...lines, ...ends];
}

/** Squares as points of one broken line, neighbours joined: thousands stay a small file. */
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
