import type { Point } from "./point.ts";
import table from "./cities.json" with { type: "json" };

/** A city. */
export interface City extends Point {
  /** Its name as GeoNames has it, in English or as it is called there: `Munich`, `Zürich`. */
  readonly name: string;
  /** Its country as an ISO 3166-1 code. */
  readonly country: string;
}

/** A city and what is known to be in it. */
export interface CityArea {
  /** The city, whose place is its centre. */
  readonly city: City;
  /** How far from the centre its inner part reaches, in metres; 0 of one that is not large. */
  readonly radius: number;
  /** The middles of its districts. */
  readonly districts: readonly Point[];
}

/** The file of cities, which `deno task dev cities` writes. */
export interface CityTable {
  /** Where they come from. */
  readonly source: string;
  /** Under which licence. */
  readonly licence: string;
  /** What was changed. */
  readonly changes: string;
  /**
   * By country (ISO 3166-1), from the largest to the smallest: name, centre and districts with tabs
   * between; a place is degrees north and east, of a large city's centre also the kilometres that its
   * inner part reaches.
   */
  readonly countries: { readonly [country: string]: readonly string[] };
}

let cities: readonly CityArea[] | undefined;

/** All cities of at least 15,000 people, and all capitals; read when they are first asked for. */
export function allCities(): readonly CityArea[] {
  cities ??= Object.entries((table as CityTable).countries).flatMap(([country, lines]) =>
    lines.map((line): CityArea => {
      const [name = "", ...places] = line.split("\t");
      const [centre, ...districts] = places.map((place) => place.split(" ").map(Number));
      const [, , kilometers = 0] = centre!;
      return {
        city: { name, country, ...pointOf(centre!) },
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
