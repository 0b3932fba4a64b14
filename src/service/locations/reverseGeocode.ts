import { nearestCity } from "../../places/nearestCity.ts";
import type { Point } from "../../places/vectors.ts";

/** A geocoded point; both fields are null if no city is near. */
export interface Geocoded {
  /** City and country, such as `Munich, Germany` or `Genève, Switzerland`. */
  readonly address: string | null;
  /** Centre of the city, and the distance to it. */
  readonly location_details: {
    readonly city: string;
    readonly country: string;
    readonly country_code: string;
    readonly latitude_degrees: number;
    readonly longitude_degrees: number;
    readonly distance_m: number;
  } | null;
}

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * Returns the nearest city within 50 km of a point, from `nearestCity()` of `places`, without a
 * network.
 */
export function reverseGeocode(point: Point): Geocoded {
  const city = nearestCity(point);
  if (city === undefined) return { address: null, location_details: null };
  const country = COUNTRIES.of(city.country) ?? city.country;
  return {
    address: `${city.name}, ${country}`,
    location_details: {
      city: city.name,
      country,
      country_code: city.country,
      latitude_degrees: city.latitude,
      longitude_degrees: city.longitude,
      distance_m: Math.round(city.meters),
    },
  };
}
