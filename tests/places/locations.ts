import { toRows } from "../../src/frame/polars/rows.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Point } from "../../src/places/vectors.ts";

/** Creates the rows of a minute grid from `start`; null is an unknown location. */
export function grid(
  start: string,
  where: readonly (Point | null)[],
  seconds = 60,
): Record<string, unknown>[] {
  const first = Date.parse(start);
  return where.map((point, i) => ({
    slice_time: new Date(first + i * seconds * 1000).toISOString(),
    lat: point?.latitude ?? null,
    long: point?.longitude ?? null,
  }));
}

/** Moves a point by metres north and east, on a flat map near the equator. */
export function offset(point: Point, north: number, east: number): Point {
  const degree = Math.PI / 180 * 6_371_008.8;
  return {
    latitude: point.latitude + north / degree,
    longitude: point.longitude + east / degree / Math.cos(point.latitude * Math.PI / 180),
  };
}

/** Repeats a point. */
export function times<T>(count: number, value: T): T[] {
  return new Array<T>(count).fill(value);
}

/** Returns points on a straight path, without its ends. */
export function way(from: Point, to: Point, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 1) / (count + 1);
    return {
      latitude: from.latitude + share * (to.latitude - from.latitude),
      longitude: from.longitude + share * (to.longitude - from.longitude),
    };
  });
}

/** Returns the rows of a frame, with times as ISO text. */
// deno-lint-ignore no-explicit-any
export function rowsOf(frame: Frame): any[] {
  return toRows(columnsOf(frame));
}
