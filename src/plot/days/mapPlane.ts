import { extent } from "../axis/extent.ts";
import type { FrameSize } from "../picture/chart.ts";
import { metersBetween } from "../../places/metersBetween.ts";
import { middleOf, type Point } from "../../places/vectors.ts";
import { numberText } from "../../words/language.ts";

/** A point of a map, in metres east and north of its middle. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

const RADIANS = Math.PI / 180;

/**
 * Returns the projection of a flat map around the middle of some points: azimuthal equidistant
 * (Snyder, "Map projections: a working manual", 1987, p. 191). Distances from the middle are true,
 * north is up there, and the map is not cut at the date line or a pole.
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

/** Extent of a map, with the same scale in both directions. */
export interface MapFrame {
  /** Metres east at the left and right edge. */
  readonly x: readonly [number, number];
  /** Metres north at the lower and upper edge. */
  readonly y: readonly [number, number];
  /** Metres per pixel. */
  readonly scale: number;
}

/** Minimum size of a map in metres: smaller distances are within the error of a location. */
const LEAST = 400;
/** Ratio of the map to the area of the points, which leaves a free edge. */
const FREE = 1.2;

/** Returns the part of the plane that contains all points, for a frame in pixels. */
export function mapFrame(points: readonly MapPoint[], { width, height }: FrameSize): MapFrame {
  const range = (values: readonly number[]): { middle: number; length: number } => {
    const [low, high] = extent([values])!;
    return { middle: (low + high) / 2, length: Math.max(LEAST, (high - low) * FREE) };
  };
  const x = range(points.map((point) => point.x)), y = range(points.map((point) => point.y));
  const scale = Math.max(x.length / width, y.length / height);
  const ends = (middle: number, pixels: number): [number, number] => [
    middle - pixels * scale / 2,
    middle + pixels * scale / 2,
  ];
  return { x: ends(x.middle, width), y: ends(y.middle, height), scale };
}

/** Returns the longest round distance up to `most` metres: 1, 2 or 5 times a power of ten. */
export function roundMeters(most: number): { meters: number; label: string } {
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = [5, 2, 1].map((factor) => factor * power).find((value) => value <= most) ?? power;
  const label = meters >= 1000 ? `${numberText(meters / 1000)} km` : `${meters} m`;
  return { meters, label };
}

/** A point of a path on a plane with equal scales. */
export interface PathPoint {
  readonly x: number;
  readonly y: number;
  /** Leg of the point; legs are not joined. */
  readonly part: number;
}

/** Direction of a path at one of its points. */
export interface PathArrow {
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise from up. */
  readonly turn: number;
  /** Index of the next point of the path. */
  readonly to: number;
}

/**
 * Returns arrows along a path, one per `spacing` from half of it on. A shorter leg has an arrow in
 * its middle; a leg shorter than a quarter has none, nor a place that has one.
 *
 * @param spacing Distance between two arrows, in units of the plane.
 */
export function pathArrows<T extends PathPoint>(
  path: readonly T[],
  spacing: number,
): PathArrow[] {
  const legs = Map.groupBy(path, ({ part }) => part), places = new Set<string>();
  const isNew = (...at: readonly number[]): boolean => {
    const place = at.map((one) => Math.round(4 * one / spacing)).join();
    return !places.has(place) && places.add(place) !== undefined;
  };
  return [...legs.values()].flatMap((points) => {
    const lengths = points.slice(1).map(({ x, y }, i) =>
      Math.hypot(x - points[i]!.x, y - points[i]!.y)
    );
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    if (!(whole >= spacing / 4)) return [];
    const count = Math.max(1, Math.round(whole / spacing));
    const arrows: PathArrow[] = [];
    let done = 0;
    lengths.forEach((length, i) => {
      const from = points[i]!, to = points[i + 1]!;
      for (; arrows.length < count;) {
        const at = (arrows.length + 0.5) * whole / count;
        if (at > done + length) break;
        const share = (at - done) / length;
        arrows.push({
          x: from.x + share * (to.x - from.x),
          y: from.y + share * (to.y - from.y),
          turn: Math.atan2(to.x - from.x, to.y - from.y) * 180 / Math.PI,
          to: path.indexOf(to),
        });
      }
      done += length;
    });
    return arrows.filter(({ x, y }) => isNew(x, y));
  });
}

/** A dot of a map, in pixels from the top left, and its true position. */
export interface SpacedDot {
  x: number;
  y: number;
}

/** Moves overlapping dots apart, as little as possible, within a frame in pixels. */
export function spacedDots(
  wanted: readonly { readonly x: number; readonly y: number }[],
  { distance, width, height }: { distance: number; width: number; height: number },
): SpacedDot[] {
  const dots = wanted.map(({ x, y }): SpacedDot => ({ x, y }));
  const within = (value: number, most: number): number =>
    Math.max(distance / 2, Math.min(most - distance / 2, value));
  for (let round = 0; round < 200; round++) {
    let moved = false;
    for (let i = 0; i < dots.length; i++) {
      for (let j = 0; j < i; j++) {
        const a = dots[i]!, b = dots[j]!;
        const dx = a.x - b.x, dy = a.y - b.y, apart = Math.hypot(dx, dy);
        if (apart >= distance) continue;
        moved = true;
        // Dots on the same point move sideways, each pair in another direction.
        const turn = apart === 0 ? i * 2.4 : Math.atan2(dy, dx),
          push = (distance - apart) / 2 + 0.1;
        a.x += push * Math.cos(turn);
        a.y += push * Math.sin(turn);
        b.x -= push * Math.cos(turn);
        b.y -= push * Math.sin(turn);
      }
    }
    for (const dot of dots) {
      dot.x = within(dot.x, width);
      dot.y = within(dot.y, height);
    }
    if (!moved) break;
  }
  return dots;
}
