import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { CITIES } from "./cities.ts";
import { checkPoint, haversine } from "./metersBetween.ts";
import type { Point } from "./point.ts";

/** A large city. */
export interface City extends Point {
  /** Its name in English, without accents. */
  readonly name: string;
  /** Its country as an ISO 3166-1 code. */
  readonly country: string;
}

/** A city and how far it is. */
export interface NearestCity extends City {
  /** Metres to its centre. */
  readonly meters: number;
}

/** How the nearest city is looked for. */
export interface NearestCityOptions {
  /** How many metres away a centre may be. @default 50_000 */
  within?: number;
}

const ACTION = "find the nearest city";

const OPTIONS: OptionTable<NearestCityOptions> = { within: true };

/** No degree of latitude is shorter than so many metres on the sphere. */
const METERS_PER_DEGREE = 111_000;

let cities: readonly City[] | undefined;

/** All cities of the table. */
export function allCities(): readonly City[] {
  cities ??= Object.entries(CITIES).flatMap(([country, list]) =>
    list.split(", ").map((text) => {
      const [longitude, latitude, ...name] = text.split(" ").reverse();
      return {
        name: name.reverse().join(" "),
        country,
        latitude: Number(latitude),
        longitude: Number(longitude),
      };
    })
  );
  return cities;
}

/**
 * The large city whose centre is nearest to a point, or none within reach; needs no network.
 *
 * @throws {TypeError} if it is no point
 * @throws {RangeError} if the point is not on Earth
 */
export function nearestCity(
  point: Point,
  options: NearestCityOptions = {},
): NearestCity | undefined {
  checkPoint(point, "point", ACTION);
  checkOptions(ACTION, options, OPTIONS);
  const { within = 50_000 } = options;
  if (!(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 360)) {
    throw new RangeError(
      `Cannot ${ACTION}: ${point.latitude} degrees north, ${point.longitude} east is nowhere`,
    );
  }
  let nearest: City | undefined, least = within;
  for (const city of allCities()) {
    if (Math.abs(city.latitude - point.latitude) * METERS_PER_DEGREE > least) continue;
    const meters = haversine(point, city);
    if (meters > least) continue;
    nearest = city;
    least = meters;
  }
  return nearest && { ...nearest, meters: least };
}
