import { describeValue } from "../options/describeValue.ts";
import { EARTH_RADIUS } from "./vectors.ts";
import type { Point } from "./point.ts";

const RADIANS = Math.PI / 180;

/**
 * Metres between two points along the great circle, by the haversine formula (Sinnott, 1984); off by
 * at most 0.6 %, because the Earth is no sphere.
 *
 * @throws {TypeError} if one of them is no point
 */
export function metersBetween(a: Point, b: Point): number {
  checkPoint(a, "a", "measure a distance");
  checkPoint(b, "b", "measure a distance");
  return haversine(a, b);
}

/** @throws {TypeError} if it is no point */
export function checkPoint(point: Point, name: string, action: string): void {
  const { latitude, longitude } = (point ?? {}) as Partial<Point>;
  if (typeof latitude === "number" && typeof longitude === "number") return;
  throw new TypeError(
    `Cannot ${action}: ${name} is ${
      describeValue(point)
    }, expected { latitude, longitude } in degrees`,
  );
}

/** The same, of points that are known to be such. */
export function haversine(a: Point, b: Point): number {
  const half = (x: number, y: number): number => Math.sin((y - x) * RADIANS / 2) ** 2;
  const h = half(a.latitude, b.latitude) +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) *
      half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}
