import { describeValue } from "../../options/describeValue.ts";
import type { MapFrame, MapPoint } from "./mapPlane.ts";
import type { Point } from "../../places/vectors.ts";

/**
 * Map lines as GeoJSON (RFC 7946), such as coasts, borders or roads: a geometry, a feature or a
 * collection of these. Points are skipped.
 */
export interface GeoJson {
  /** Type of the object: `FeatureCollection`, `Feature`, `LineString`, `Polygon`, ... */
  readonly type: string;
  /** Coordinates of a geometry: nested pairs of longitude and latitude. */
  readonly coordinates?: unknown;
  /** Geometry of a feature. */
  readonly geometry?: unknown;
  /** Members of a feature collection. */
  readonly features?: unknown;
  /** Members of a geometry collection. */
  readonly geometries?: unknown;
}

/** Nesting depth of lines in the coordinates of a geometry. */
const DEPTH: Readonly<Record<string, number>> = {
  LineString: 0,
  MultiLineString: 1,
  Polygon: 1,
  MultiPolygon: 2,
};
const WITHOUT_LINES = ["Point", "MultiPoint"];

/**
 * Returns the lines of a map.
 *
 * @throws {TypeError} if it is not GeoJSON, or a position is not a pair of numbers
 */
export function outlineOf(map: GeoJson, action: string): Point[][] {
  const reject = (value: unknown, expected: string): TypeError =>
    new TypeError(`Cannot ${action}: outline has ${describeValue(value)}, expected ${expected}`);
  const read = (given: unknown): Point[][] => {
    if (given === null) return []; // a feature without a location
    const { type, geometry, features, geometries, coordinates } = (given ?? {}) as GeoJson;
    if (type === "Feature") return read(geometry);
    const list = type === "FeatureCollection"
      ? features
      : type === "GeometryCollection"
      ? geometries
      : undefined;
    if (Array.isArray(list)) return list.flatMap(read);
    if (WITHOUT_LINES.includes(type)) return [];
    const depth = DEPTH[type];
    if (depth === undefined || !Array.isArray(coordinates)) throw reject(given, "GeoJSON");
    return (depth === 0 ? [coordinates] : coordinates.flat(depth - 1) as unknown[]).map(lineOf);
  };
  const lineOf = (positions: unknown): Point[] => {
    if (!Array.isArray(positions)) throw reject(positions, "a list of positions");
    return positions.map((position: unknown) => {
      const [longitude, latitude] = Array.isArray(position) ? position as unknown[] : [];
      if (typeof longitude === "number" && typeof latitude === "number") {
        return { longitude, latitude };
      }
      throw reject(position, "a pair of longitude and latitude");
    });
  };
  return read(map);
}

/** Returns the parts of lines near a map; distant parts would be clipped and enlarge the file. */
export function visibleLines(
  points: readonly (MapPoint & { readonly z: number })[],
  { x: [left, right], y: [low, high] }: MapFrame,
): (MapPoint & { z: number })[] {
  const wide = right - left, tall = high - low;
  const isNear = ({ x, y }: MapPoint): boolean =>
    x > left - wide && x < right + wide && y > low - tall && y < high + tall;
  return points.map((point, i) => {
    const near = [points[i - 1], point, points[i + 1]]
      .some((one) => one?.z === point.z && isNear(one));
    return near ? point : { ...point, y: NaN };
  }).filter(({ y }, i, all) => !Number.isNaN(y) || !Number.isNaN(all[i - 1]?.y ?? NaN));
}
