import { nearestCity } from "../../places/nearestCity.ts";
import type { Point } from "../../places/point.ts";

/** What is known of a place; both are null where no city is near. */
export interface Geocoded {
  /** City and country: `Munich, Germany`, `Genève, Switzerland`. */
  readonly address: string | null;
  /** The city: its centre, and how far away that is. */
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
 * Where a point is, as well as it can be told without a network: the city that `nearestCity()` of
 * `places` names, within 50 km.
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
