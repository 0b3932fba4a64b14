import { extent } from "../axis/extent.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import type { Reducer } from "../../series/input/reducers.ts";
import {
  DIVERGING,
  DOMAINS,
  HATCH,
  measureColor,
  type Shade,
  SHADES,
  UNKNOWN,
} from "../picture/theme.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import {
  bareText,
  clockStep,
  differenceText,
  shortTexts,
  signed,
  valueLabel,
} from "../axis/valueTicks.ts";
import { quantileInPlace } from "../axis/quantileInPlace.ts";

/** Ranges of values, each of width `step`, with a shade each. */
export interface Shades {
  /** Ends of the ranges, one more than there are ranges; the outer ones may be infinite. */
  readonly edges: readonly number[];
  readonly step: number;
  /** Value in the middle of diverging shades. @default none */
  readonly center?: number;
  readonly unit?: string | undefined;
}

/**
 * Returns whether shades of a column start at 0: nothing is no steps, but not a heart rate of 0.
 *
 * @param reducer Function that combines its values, if any.
 */
export function hasZero(column: string, reducer?: Reducer): boolean {
  return reducer === "sum" || reducer === "count" || measureColor(column) === DOMAINS.activity;
}

/** Minimum number of values for outliers, and maximum share of outliers among them. */
const FEWEST = 12, MOST_SHARE = 0.02;

/**
 * Returns at most five ranges of one round width that contain all values. If at most 2 % of the
 * values would take more than half of the scale, they have the lowest or highest range to
 * themselves, and it is wider. The first range starts at 0 if the measure has a zero, or if the
 * lowest value is less than half of the highest, unless values are negative.
 */
export function shadesOf(
  values: readonly number[],
  { fromZero = false, unit }: {
    readonly fromZero?: boolean;
    readonly unit?: string | undefined;
  } = {},
): Shades {
  const sorted = Float64Array.from(values).sort();
  const few = values.length < FEWEST ? 0 : Math.max(1, Math.floor(MOST_SHARE * values.length));
  const end = values.length - 1, least = sorted[0]!, most = sorted[end]!;
  const base = fromZero && least >= 0 ? 0 : least;
  const isHigh = 2 * (sorted[end - few]! - base) < most - base;
  const high = isHigh ? sorted[end - few]! : most;
  const isZero = unit !== CLOCK_UNIT && least >= 0 && (fromZero || least < high * 0.5);
  const isLow = !isHigh && !isZero && 2 * (most - sorted[few]!) < most - least;
  const from = isZero ? 0 : isLow ? sorted[few]! : least;
  const count = SHADES.length - (isHigh || isLow ? 1 : 0);
  const step = roundStep(
    (high - from) / count,
    (width) => Math.floor(from / width) * width + count * width >= high,
    unit,
  );
  const round = (steps: number): number => Number((steps * step).toPrecision(12));
  const first = Math.floor(from / step);
  const all = Array.from({ length: count + 1 }, (_, i) => round(first + i));
  return {
    edges: [
      ...(isLow ? [round(Math.floor(least / step))] : []),
      ...all.filter((_, i) => i < 2 || all[i - 1]! < high),
      ...(isHigh ? [round(Math.ceil(most / step))] : []),
    ],
    step,
    unit,
  };
}

/**
 * Returns seven ranges about a center, of one round width; the outer two are open, so that a
 * single value does not make all others pale: nine of ten values are within three widths.
 */
export function divergingShades(
  values: readonly number[],
  center: number,
  unit?: string,
): Shades {
  const far = quantileInPlace(Float64Array.from(values, (value) => Math.abs(value - center)), 0.9);
  const step = roundStep(far / 3, (width) => 3 * width >= far, unit);
  const inner = DIVERGING.slice(1).map((_, i) => center + (i - DIVERGING.length / 2 + 1) * step);
  return { edges: [-Infinity, ...inner, Infinity], step, center, unit };
}

/** Returns the first round width from about `least` that is enough. */
function roundStep(
  least: number,
  isEnough: (width: number) => boolean,
  unit: string | undefined,
): number {
  const hours = unit === CLOCK_UNIT ? clockStep(least) : undefined;
  if (hours !== undefined) return isEnough(hours) ? hours : clockStep(hours * 1.01) ?? 48;
  const power = 10 ** Math.floor(Math.log10(least || 1));
  return [1, 2, 2.5, 3, 4, 5, 7.5, 10, 20].map((factor) => factor * power).find(isEnough)!;
}

/** Returns the shade of a value; a few ranges still reach from pale to dark. */
export function shadeOf(value: number, { edges, center }: Shades): Shade {
  const last = edges.length - 2, shades = center === undefined ? SHADES : DIVERGING;
  const range = Math.min(edges.findLastIndex((edge) => edge <= value), last);
  return shades[Math.round(range * (shades.length - 1) / Math.max(1, last))]!;
}

/** Minimum number of values that can be alike. */
const FEWEST_ALIKE = 7;

/** Returns whether values have one shade, so that their places say nothing. */
export function areAlike(values: readonly number[], shades: Shades): boolean {
  const ends = extent([values]);
  return values.length >= FEWEST_ALIKE && ends !== undefined &&
    shadeOf(ends[0], shades) === shadeOf(ends[1], shades);
}

/** Returns whether a value has one of the diverging shades below the middle one. */
export function isBelow(value: number | null, { edges, center }: Shades): boolean {
  return value !== null && center !== undefined && value < edges[(edges.length - 2) / 2]!;
}

/** Returns the legend of the ranges: a strip of steps from low to high. */
export function shadesLegend(shades: Shades): LegendEntry[] {
  const { edges, center, step, unit } = shades, isClock = unit === CLOCK_UNIT;
  const write = (value: number, step: number): string =>
    isClock ? bareText(value, unit) : valueLabel(value, step);
  const size = (value: number): string =>
    isClock ? differenceText(value, unit) : valueLabel(value, step / 2);
  return stepsLegend(
    center === undefined
      ? shortTexts(edges, edges.map((edge) => write(edge, labelStep(shades))))
      : edges.map((edge) => Number.isFinite(edge) ? signed(edge - center, size) : ""),
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

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Channels of Plot's `rect` and `text` for cells of size 1, by their column and row. */
export const CELL_BOX = {
  x1: "x",
  x2: ({ x }: Place) => x + 1,
  y1: "y",
  y2: ({ y }: Place) => y + 1,
} as const;
export const CELL_MIDDLE = {
  x: ({ x }: Place) => x + 0.5,
  y: ({ y }: Place) => y + 0.5,
  pointerEvents: "none",
} as const;

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
