import type { FrameSize } from "../picture/chart.ts";
import { metersBetween } from "../../places/metersBetween.ts";
import { middleOf } from "../../places/vectors.ts";
import type { Point } from "../../places/point.ts";

/** A point of a map, in metres east and north of its middle. */
export interface MapPoint {
  /** Metres east. */
  readonly x: number;
  /** Metres north. */
  readonly y: number;
}

const RADIANS = Math.PI / 180;

/**
 * A flat map around the middle of some points: azimuthal equidistant (Snyder, "Map projections: a
 * working manual", 1987, p. 191), so that metres from the middle are true, north is up there, and
 * neither the date line nor a pole tears it.
 */
export function mapPlane(points: readonly Point[]): (point: Point) => MapPoint {
  const middle = middleOf(points);
  const north = middle.latitude * RADIANS;
  return (point) => {
    const meters = metersBetween(middle, point);
    const lat = point.latitude * RADIANS, turn = (point.longitude - middle.longitude) * RADIANS;
    const east = Math.cos(lat) * Math.sin(turn);
    const up = Math.cos(north) * Math.sin(lat) - Math.sin(north) * Math.cos(lat) * Math.cos(turn);
    const length = Math.hypot(east, up);
    return length === 0 ? { x: 0, y: 0 } : { x: meters * east / length, y: meters * up / length };
  };
}

/** What a map shows: as many metres a pixel in both directions. */
export interface MapFrame {
  /** Metres east from its left to its right end. */
  readonly x: readonly [number, number];
  /** Metres north from its lower to its upper end. */
  readonly y: readonly [number, number];
  /** Metres of a pixel. */
  readonly scale: number;
}

/** The least width and height of a map in metres: less is within the error of a location. */
const LEAST = 400;
/** The part of the map that is left free around the points. */
const FREE = 1.2;

/** The part of the plane that has all points in it, in a frame of so many pixels. */
export function mapFrame(points: readonly MapPoint[], { width, height }: FrameSize): MapFrame {
  const extent = (values: readonly number[]): { middle: number; length: number } => {
    const low = Math.min(...values), high = Math.max(...values);
    return { middle: (low + high) / 2, length: Math.max(LEAST, (high - low) * FREE) };
  };
  const x = extent(points.map((point) => point.x)), y = extent(points.map((point) => point.y));
  const scale = Math.max(x.length / width, y.length / height);
  const ends = (middle: number, pixels: number): [number, number] => [
    middle - pixels * scale / 2,
    middle + pixels * scale / 2,
  ];
  return { x: ends(x.middle, width), y: ends(y.middle, height), scale };
}

/** The longest round distance that is no longer than so many metres: 1, 2 or 5 times a power of ten. */
export function roundMeters(most: number): { meters: number; label: string } {
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = [5, 2, 1].map((factor) => factor * power).find((value) => value <= most) ?? power;
  const label = meters >= 1000 ? `${(meters / 1000).toLocaleString("en-US")} km` : `${meters} m`;
  return { meters, label };
}
