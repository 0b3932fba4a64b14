import type { Mark, PlotModule } from "../picture/spec.ts";
import { shadeOf, type Shades } from "./shades.ts";

/** A point of a closed line on a clock with radius 1. */
export interface PolarPoint {
  readonly x: number;
  readonly y: number;
  /** Line of the point. */
  readonly z: number;
}

/** Returns the point at an hour of a 24-hour clock (midnight at the top) and a radius. */
export function towards(hour: number, radius: number): { x: number; y: number } {
  const angle = hour * Math.PI / 12;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

export function ring(radius: number, z: number): PolarPoint[] {
  return Array.from({ length: 97 }, (_, i) => ({ ...towards(i / 4, radius), z }));
}

/** Inner and outer radius of a ring of values, and the radius of its numbers, for a radius of 1. */
export const RING = { from: 0.42, middle: 0.76, to: 1 };

/** Free part of an hour on either side of a sector. */
const GAP = 0.06;

/** Returns the outline between two hours and two distances from the middle. */
export function sector(from: number, to: number, inner: number, outer: number): PolarPoint[] {
  const hours = Array.from({ length: 7 }, (_, i) => from + GAP + (to - from - 2 * GAP) * i / 6);
  return [
    ...hours.map((hour) => ({ ...towards(hour, outer), z: from })),
    ...hours.toReversed().map((hour) => ({ ...towards(hour, inner), z: from })),
  ];
}

/** Draws a ring of sectors in the shades of their values. */
export function valueRing(
  plot: PlotModule,
  values: readonly number[],
  shades: Shades,
  title: (point: { z: number }) => string,
): Mark[] {
  const hours = values.flatMap((value, hour) =>
    Number.isNaN(value) ? [] : [{ hour, shade: shadeOf(value, shades) }]
  );
  return [...Map.groupBy(hours, ({ shade }) => shade)].map(([{ color }, own]) => {
    const points = own.flatMap(({ hour }) => sector(hour, hour + 1, RING.from, RING.to));
    const shape = { x: "x", y: "y", z: "z", stroke: "none", curve: "linear-closed" } as const;
    return plot.line(points, { ...shape, fill: color, title });
  });
}
