import type { Point } from "./vectors.ts";
import table from "./cities.json" with { type: "json" };

/** A city and its position. */
export interface City extends Point {
  /** English or local name from GeoNames: `Munich`, `Zürich`. */
  readonly name: string;
  /** ISO 3166-1 code of the country. */
  readonly country: string;
}

/** City with its extent. */
export interface CityArea {
  /** City; its coordinates are the centre. */
  readonly city: City;
  /** Radius of the inner city in metres; 0 if the city is not large. */
  readonly radius: number;
  /** Centres of the districts. */
  readonly districts: readonly Point[];
}

/** Contents of cities.json, which `deno task dev cities` writes. */
export interface CityTable {
  /** Origin of the data. */
  readonly source: string;
  readonly licence: string;
  /** Changes made to the data. */
  readonly changes: string;
  /**
   * Cities by country (ISO 3166-1), largest first, one line each: name, centre and districts,
   * separated by tabs. A point is degrees north and east; the centre of a large city also has the
   * radius of the inner city in kilometres. One text per country is read faster than a list.
   */
  readonly countries: { readonly [country: string]: string };
}

let cities: readonly CityArea[] | undefined;

/** Returns all cities of at least 15,000 people, and all capitals; reads them on first use. */
export function allCities(): readonly CityArea[] {
  cities ??= Object.entries((table as CityTable).countries).flatMap(([country, lines]) =>
    lines.split("\n").map((line): CityArea => {
      const [name = "", ...places] = line.split("\t");
      const [centre = [], ...districts] = places.map((place) => place.split(" ").map(Number));
      const [, , kilometers = 0] = centre;
      return {
        city: { name, country, ...pointOf(centre) },
        radius: kilometers * 1000,
        districts: districts.map(pointOf),
      };
    })
  );
  return cities;
}

function pointOf([latitude = 0, longitude = 0]: readonly number[]): Point {
  return { latitude, longitude };
}
