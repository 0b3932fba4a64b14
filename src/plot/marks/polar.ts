/** A point of a closed line on a clock whose radius is 1. */
export interface PolarPoint {
  /** To the right of the middle. */
  readonly x: number;
  /** Above the middle. */
  readonly y: number;
  /** Which line it belongs to. */
  readonly z: number;
}

/** The point at an hour of a clock of 24, midnight on top, noon below, at a distance from the middle. */
export function towards(hour: number, radius: number): { x: number; y: number } {
  const angle = hour * Math.PI / 12;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

/** A circle about the middle. */
export function ring(radius: number, z: number): PolarPoint[] {
  return Array.from({ length: 97 }, (_, i) => ({ ...towards(i / 4, radius), z }));
}

/** Where a ring of values begins and ends, and its numbers stand, of a radius of 1. */
export const RING = { from: 0.55, middle: 0.8, to: 1 };

/** How much of an hour is left free at either side of a sector. */
const GAP = 0.06;

/** What lies between two hours and two distances from the middle. */
export function sector(from: number, to: number, inner: number, outer: number): PolarPoint[] {
  const hours = Array.from({ length: 7 }, (_, i) => from + GAP + (to - from - 2 * GAP) * i / 6);
  return [
    ...hours.map((hour) => ({ ...towards(hour, outer), z: from })),
    ...hours.toReversed().map((hour) => ({ ...towards(hour, inner), z: from })),
  ];
}
