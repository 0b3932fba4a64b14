import { METERS_PER_DEGREE, type Point } from "./places.ts";
import { ROUND_RADIUS, type Segment } from "./segments.ts";

const SWAY = 0.06; // maximum distance of the path from the straight line, as a share of its length

/**
 * Returns the position at an instant (milliseconds UTC) of a segment: at the place, on a loop that
 * starts and ends there, or on a path that curves to one side.
 */
export function positionAt(segment: Segment, instant: number): Point {
  const { start, end, from, to, rounds } = segment;
  const share = (instant - start) / (end - start);
  if (rounds > 0) {
    const angle = 2 * Math.PI * rounds * share;
    return moveBy(from, ROUND_RADIUS * Math.sin(angle), ROUND_RADIUS * (1 - Math.cos(angle)));
  }
  const north = (to.latitude - from.latitude) * METERS_PER_DEGREE.latitude;
  const east = (to.longitude - from.longitude) * METERS_PER_DEGREE.longitude;
  const swing = SWAY * Math.sin(Math.PI * share);
  return moveBy(from, north * share - east * swing, east * share + north * swing);
}

/** Moves a point by metres. */
export function moveBy(point: Point, north: number, east: number): Point {
  return {
    latitude: point.latitude + north / METERS_PER_DEGREE.latitude,
    longitude: point.longitude + east / METERS_PER_DEGREE.longitude,
  };
}
