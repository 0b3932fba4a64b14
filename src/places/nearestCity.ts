import KDBush from "kdbush";
import { around } from "geokdbush";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { allCities, type City } from "./cities.ts";
import { checkPoint, haversine } from "./metersBetween.ts";
import type { Point } from "./vectors.ts";

/** City with its distance. */
export interface NearestCity extends City {
  /** Distance to its centre in metres. */
  readonly meters: number;
}

/** Options of {@linkcode nearestCity}. */
export interface NearestCityOptions {
  /**
   * Maximum distance in metres to the city: to its centre, a district's centre, or a large city's
   * inner part. @default 50_000
   */
  within?: number;
}

const ACTION = "find the nearest city";

const OPTIONS = optionNames<NearestCityOptions>()("within");

/** Index over the centres and districts of all cities. */
interface CityIndex {
  readonly tree: KDBush;
  readonly places: readonly Place[];
  /** Largest radius of a place. */
  readonly reach: number;
}

/** Place in a city, with a radius in metres: every point within it is in the city. */
interface Place {
  readonly at: Point;
  readonly radius: number;
  readonly city: City;
}

let index: CityIndex | undefined;

/** Returns the index, created on first use. */
function cityIndex(): CityIndex {
  if (index !== undefined) return index;
  const places = allCities().flatMap(({ city, radius, districts }): Place[] => [
    { at: city, radius, city },
    ...districts.map((at) => ({ at, radius: 0, city })),
  ]);
  const tree = new KDBush(places.length);
  let reach = 0;
  for (const { at: { latitude, longitude }, radius } of places) {
    tree.add(longitude, latitude);
    if (radius > reach) reach = radius;
  }
  return index = { tree: tree.finish(), places, reach };
}

/**
 * Finds the city at or near a point; returns `undefined` if none is within reach. It needs no
 * network. The cities are the 23,000 of at least 15,000 people and all capitals (GeoNames, CC BY
 * 4.0), with the districts of large cities. Distances to a large
 * city are measured from the edge of its inner part, a disc around its centre with half the radius
 * that 10,000 people per km² would need: some kilometres for a million people.
 *
 * @throws {TypeError} if the argument is not a point
 * @throws {RangeError} if the point is not on Earth
 *
 * @example The city of a location
 * ```ts
 * import { places } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const castle = { latitude: 49.4106, longitude: 8.7153 };
 * assertEquals(places.nearestCity(castle)?.name, "Heidelberg");
 * assertEquals(places.nearestCity({ latitude: 0, longitude: -30 }), undefined); // the Atlantic
 * ```
 */
export function nearestCity(
  point: Point,
  options: NearestCityOptions = {},
): NearestCity | undefined {
  checkPoint(point, "point", ACTION);
  checkOptions(ACTION, options, OPTIONS);
  const { within = 50_000 } = options, { latitude, longitude } = point;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360)) {
    throw new RangeError(
      `Cannot ${ACTION}: ${latitude} degrees north, ${longitude} east is not on Earth`,
    );
  }
  const { tree, places, reach } = cityIndex();
  const east = longitude - 360 * Math.round(longitude / 360);
  const placesOf = (ids: readonly number[]) => ids.flatMap((id) => places[id] ?? []);
  const [first] = placesOf(around(tree, east, latitude, 1));
  if (first === undefined) return undefined;
  // A large city may be nearer than the nearest place, because its inner part counts.
  const farthest = haversine(point, first.at) + reach;
  const rivals = around(
    tree,
    east,
    latitude,
    Infinity,
    farthest / 1000,
    (id) => places[id]!.radius > 0,
  );
  let nearest: City | undefined, least = within;
  for (const { at, radius, city } of [first, ...placesOf(rivals)]) {
    const meters = Math.max(0, haversine(point, at) - radius);
    if (meters <= least) [nearest, least] = [city, meters];
  }
  return nearest && { ...nearest, meters: haversine(point, nearest) };
}
