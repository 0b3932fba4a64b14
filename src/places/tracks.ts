import type { Points } from "./readPoints.ts";
import type { Point } from "./vectors.ts";

/** Known location, and its time in microseconds. */
export interface TrackPoint extends Point {
  readonly at: number;
}

/** Consecutive known locations without a long gap. */
export interface Track {
  /** In order of time. */
  readonly points: readonly [TrackPoint, ...TrackPoint[]];
  /** Time for which a location holds after its instant. */
  readonly step: number;
  /** End of the time for which the last location holds. */
  readonly end: number;
}

/** Splits locations at gaps longer than `bridge` microseconds; omits rows without a location. */
export function tracks({ time, where, step }: Points, bridge: number): Track[] {
  const hold = Number(step);
  const found: { points: [TrackPoint, ...TrackPoint[]]; step: number; end: number }[] = [];
  for (const [i, location] of where.entries()) {
    if (location === null) continue;
    const point = { ...location, at: Number(time[i]) }, end = point.at + hold, last = found.at(-1);
    if (last !== undefined && point.at - last.end <= bridge) {
      last.points.push(point);
      last.end = end;
    } else found.push({ points: [point], step: hold, end });
  }
  return found;
}
