import { describeValue } from "../options/describeValue.ts";
import { EARTH_RADIUS, type Point } from "./vectors.ts";

const RADIANS = Math.PI / 180;

/**
 * Returns the great-circle distance between two points in metres, by the haversine formula
 * (Sinnott, 1984). It is accurate to 0.6 %, because the Earth is not a sphere.
 *
 * @throws {TypeError} if an argument is not a point
 */
export function metersBetween(a: Point, b: Point): number {
  checkPoint(a, "a", "measure a distance");
  checkPoint(b, "b", "measure a distance");
  return haversine(a, b);
}

/** @throws {TypeError} if it is not a point */
export function checkPoint(point: Point, name: string, action: string): void {
  const { latitude, longitude } = (point ?? {}) as Partial<Point>;
  if (typeof latitude === "number" && typeof longitude === "number") return;
  throw new TypeError(
    `Cannot ${action}: ${name} is ${
      describeValue(point)
    }, expected { latitude, longitude } in degrees`,
  );
}

/** Returns the same distance without checking the points. */
export function haversine(a: Point, b: Point): number {
  const half = (x: number, y: number): number => Math.sin((y - x) * RADIANS / 2) ** 2;
  const h = half(a.latitude, b.latitude) +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) *
      half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
