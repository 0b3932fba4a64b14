import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import type { Reducer } from "../../series/input/reducers.ts";
import { DOMAINS, HATCH, measureColor, type Shade, SHADES, UNKNOWN } from "../picture/theme.ts";
import { valueLabel } from "../axis/valueTicks.ts";

/** Ranges of values, each of width `step`, with a shade each. */
export interface Shades {
  /** Ends of the ranges, one more than there are ranges. */
  readonly edges: readonly number[];
  readonly step: number;
}

/**
 * Returns whether shades of a column start at 0: nothing is no steps, but not a heart rate of 0.
 *
 * @param reducer Function that combines its values, if any.
 */
export function hasZero(column: string, reducer?: Reducer): boolean {
  return reducer === "sum" || reducer === "count" || measureColor(column) === DOMAINS.activity;
}

/**
 * Returns at most five ranges of one round width that hold all values. The first range starts at 0
 * if the measure has a zero, or if the lowest value is less than half of the highest; unless values
 * are negative.
 */
export function shadesOf(
  low: number,
  high: number,
  { fromZero = false }: { readonly fromZero?: boolean } = {},
): Shades {
  const from = low >= 0 && (fromZero || low < high * 0.5) ? 0 : low;
  const count = SHADES.length;
  const power = 10 ** Math.floor(Math.log10((high - from) / count || 1));
  const widths = [1, 2, 2.5, 3, 4, 5, 7.5, 10, 20].map((factor) => factor * power);
  const step = widths.find((width) => Math.floor(from / width) * width + count * width >= high)!;
  const first = Math.floor(from / step);
  const all = Array.from(
    { length: count + 1 },
    (_, i) => Number(((first + i) * step).toPrecision(12)),
  );
  return { edges: all.filter((_, i) => i < 2 || all[i - 1]! < high), step };
}

/** Returns the shade of a value; a few ranges still reach from pale to dark. */
export function shadeOf(value: number, { edges }: Shades): Shade {
  const last = edges.length - 2;
  const range = Math.min(edges.findLastIndex((edge) => edge <= value), last);
  return SHADES[Math.round(range * (SHADES.length - 1) / Math.max(1, last))]!;
}

/** Returns the legend of the ranges: a strip of steps from low to high. */
export function shadesLegend(shades: Shades): LegendEntry[] {
  const { edges } = shades, unit = labelStep(shades);
  return stepsLegend(
    edges.map((edge) => valueLabel(edge, unit)),
    (i) => shadeOf(edges[i]!, shades).color,
  );
}

/** Returns a legend of steps between the given ends, in the color of each. */
export function stepsLegend(
  ends: readonly string[],
  color: (step: number) => string,
): LegendEntry[] {
  return ends.slice(1).map((label, i) => ({
    label,
    color: color(i),
    shape: "step",
    ...(i === 0 ? { from: ends[0] } : {}),
  }));
}

/** Draws the cells without a value in grey; channels as for Plot's `rect`. */
export function missingCells<T extends { readonly value: number | null }>(
  plot: PlotModule,
  cells: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(cells.filter(({ value }) => value === null), {
    ...box,
    fill: UNKNOWN,
    stroke: HATCH,
  });
}

/** Draws cells in the shades of their values; channels as for Plot's `rect`. */
export function shadedCells<T extends { readonly value: number | null }>(
  plot: PlotModule,
  cells: readonly T[],
  shades: Shades,
  { title, ...box }: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(cells, {
    ...box,
    fill: ({ value }: T) => shadeOf(value!, shades).color,
    ...(title === undefined ? {} : { title }),
  });
}

/** Returns the power of ten that divides all edges, so that 52.5 is not labelled 53. */
function labelStep({ edges, step }: Shades): number {
  const power = 10 ** Math.floor(Math.log10(step) + 1e-9);
  const isWhole = (edge: number): boolean =>
    Math.abs(edge / power - Math.round(edge / power)) < 1e-9;
  return edges.every(isWhole) ? power : power / 10;
}
