import KDBush from "kdbush";
import { around } from "geokdbush";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { allCities, type City } from "./cities.ts";
import { checkPoint, haversine } from "./metersBetween.ts";
import type { Point } from "./point.ts";

/** A city and how far it is. */
export interface NearestCity extends City {
  /** Metres to its centre. */
  readonly meters: number;
}

/** How the nearest city is looked for. */
export interface NearestCityOptions {
  /** How many metres away the city may be: its centre, a district's, or a large one's inner part. @default 50_000 */
  within?: number;
}

const ACTION = "find the nearest city";

const OPTIONS: OptionTable<NearestCityOptions> = { within: true };

/** The centres and districts of all cities, and an index over them. */
interface CityIndex {
  readonly tree: KDBush;
  readonly places: readonly Place[];
  /** The largest radius of a place. */
  readonly reach: number;
}

/** A place in a city; around it, up to a radius in metres, one is surely in it. */
interface Place {
  readonly at: Point;
  readonly radius: number;
  readonly city: City;
}

let index: CityIndex | undefined;

/** The index, made when it is first asked for. */
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
 * The city that a point is in or next to, or none within reach; needs no network. Known are the
 * cities of at least 15,000 people and all capitals (23,000, from GeoNames, CC BY 4.0), with the
 * districts of large ones. A city of a million reaches some kilometres around its centre (half the
 * radius of a disc on which 10,000 live on each km²); from there, distances to the others are compared.
 *
 * @throws {TypeError} if the argument is not a point
 * @throws {RangeError} if the point is not on Earth
 *
 * @example Which city somebody was in
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
      `Cannot ${ACTION}: ${latitude} degrees north, ${longitude} east is nowhere`,
    );
  }
  const { tree, places, reach } = cityIndex();
  const east = longitude - 360 * Math.round(longitude / 360);
  const [first] = around(tree, east, latitude, 1);
  if (first === undefined) return undefined;
  // A large city may be nearer than the nearest place: it begins before its centre.
  const farthest = haversine(point, places[first]!.at) + reach;
  const rivals = around(
    tree,
    east,
    latitude,
    Infinity,
    farthest / 1000,
    (id) => places[id]!.radius > 0,
  );
  let nearest: City | undefined, least = within;
  for (const id of [first, ...rivals]) {
    const { at, radius, city } = places[id]!;
    const meters = Math.max(0, haversine(point, at) - radius);
    if (meters <= least) [nearest, least] = [city, meters];
  }
  return nearest && { ...nearest, meters: haversine(point, nearest) };
}
