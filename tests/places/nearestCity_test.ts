import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { allCities } from "../../src/places/cities.ts";
import { nearestCity } from "../../src/places/nearestCity.ts";
import { LANDMARKS } from "./landmarks.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

Deno.test("haversine() follows great-circle arcs", () => {
  const quarter = Math.PI / 2 * 6_371_008.8;
  assertAlmostEquals(metersBetween(at(0, 0), at(0, 90)), quarter, 1e-6);
  assertAlmostEquals(metersBetween(at(0, 0), at(90, 17)), quarter, 1e-6);
  assertAlmostEquals(metersBetween(at(10, -179.5), at(10, 179.5)), 109_505, 5);
  assertEquals(metersBetween(at(52.5, 13.4), at(52.5, 13.4)), 0);
});

Deno.test("haversine() agrees with the angle between vectors", () => {
  const vector = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    const [lat, long] = [latitude * Math.PI / 180, longitude * Math.PI / 180];
    return [Math.cos(lat) * Math.cos(long), Math.cos(lat) * Math.sin(long), Math.sin(lat)];
  };
  const cities = allCities().map(({ city }) => city);
  for (let i = 1; i < cities.length; i++) {
    const [a, b] = [vector(cities[i - 1]!), vector(cities[i]!)];
    const angle = Math.acos(a.reduce((sum, x, k) => sum + x * b[k]!, 0));
    assertAlmostEquals(metersBetween(cities[i - 1]!, cities[i]!), angle * 6_371_008.8, 1);
  }
});

Deno.test("every city in the table has a name, a valid country and its own location", () => {
  const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const cities = allCities().map(({ city }) => city);
  assert(cities.length > 20_000);
  const places = new Set<string>();
  for (const { name, country, latitude, longitude } of cities) {
    assert(/^[‘’']?\p{L}[^\t"]+$/u.test(name), name);
    assert(countries.of(country) !== undefined, country);
    assert(Math.abs(latitude) <= 79 && Math.abs(longitude) <= 180, name);
    places.add(`${name} ${latitude} ${longitude}`);
  }
  assertEquals(places.size, cities.length);
});

Deno.test("distances between cities in the table agree with atlases", () => {
  const city = (name: string) => {
    const all = allCities().filter(({ city }) => city.name === name);
    return all.reduce((a, b) => a.radius >= b.radius ? a : b).city; // the largest city of this name
  };
  for (
    const [a, b, kilometers] of [
      ["Berlin", "Paris", 878],
      ["London", "New York City", 5570],
      ["Tokyo", "Sydney", 7820],
      ["Cairo", "Cape Town", 7240],
      ["Madrid", "Moscow", 3440],
      ["Los Angeles", "Santiago", 8990],
    ] as const
  ) {
    assertAlmostEquals(metersBetween(city(a), city(b)) / 1000, kilometers, kilometers * 0.01);
  }
});

Deno.test("nearestCity() returns the closest city within reach, or undefined", () => {
  const places = allCities().flatMap(({ city, radius, districts }) => [
    { city, radius, at: city },
    ...districts.map((at) => ({ city, radius: 0, at })),
  ]);
  for (let i = 0; i < 60; i++) {
    const point = at((i * 37.7) % 130 - 60, (i * 71.3) % 360 - 180);
    const within = i * 12_000;
    const { city, meters } = places
      .map(({ city, radius, at }) => ({ city, meters: metersBetween(point, at) - radius }))
      .reduce((a, b) => a.meters <= b.meters ? a : b);
    assertEquals(
      nearestCity(point, { within }),
      meters <= within ? { ...city, meters: metersBetween(point, city) } : undefined,
    );
  }
  assertEquals(nearestCity(at(52.5, 13.4))?.name, "Berlin");
  assertEquals(nearestCity(at(0, -30)), undefined);
});

Deno.test("nearestCity() gets the country of a border town right, and works across the date line", () => {
  assertEquals(nearestCity(at(47.5577, 7.5886))?.country, "CH"); // Basel's town hall
  assertEquals(nearestCity(at(47.6153, 7.6614))?.country, "DE"); // Lörrach's
  assertEquals(nearestCity(at(-16.79, 180.001))?.name, nearestCity(at(-16.79, -179.999))?.name);
  assertEquals(nearestCity(at(52.5, 13.5))?.name, nearestCity(at(52.5, 13.5 - 360))?.name);
});

Deno.test("nearestCity() names the city of a hundred inhabited places, or a suburb with its own name", () => {
  const misses = LANDMARKS.flatMap(([landmark, latitude, longitude, city]) => {
    const found = nearestCity(at(latitude, longitude))?.name;
    return found === city ? [] : [[landmark, city, found]];
  });
  assertEquals(LANDMARKS.length, 100);
  assertEquals(misses, [
    ["Greenwich Observatory", "London", "Blackheath"],
    ["Central Park", "New York City", "Manhattan"],
    ["Stanford University", "Stanford", "Palo Alto"], // Stanford has fewer than 15,000 people
  ]);
});

Deno.test("nearestCity() names the cities that Europe's and Asia's time zones are named after", () => {
  const text = Deno.readTextFileSync(new URL("../fixtures/places/zone.tab", import.meta.url));
  const plain = (name: string) => name.normalize("NFD").replace(/[^A-Za-z]/g, "").toLowerCase();
  const misses: string[] = [];
  let count = 0;
  for (const line of text.split("\n")) {
    const [, , latitude, longitude, zone] = // such as +5230+01322, degrees and minutes
      /^(\w\w)\t([+-]\d{4})([+-]\d{5})\t(?:Europe|Asia)\/([A-Z]\w+)/.exec(line) ?? [];
    if (zone === undefined) continue;
    const degrees = (angle: string) => Math.trunc(Number(angle) / 100) + Number(angle) % 100 / 60;
    const found = nearestCity(at(degrees(latitude!), degrees(longitude!)))?.name ?? "none";
    count++;
    if (COUNTRIES_AND_SPELLINGS.has(zone)) continue;
    if (!plain(found).startsWith(plain(zone))) misses.push(`${zone}: ${found}`);
  }
  assert(count > 100, String(count));
  assertEquals(misses, [
    "Dubai: Sharjah", // the coordinates in the list are in Sharjah
    "Kuwait: Ḩawallī",
    "Aqtau: none", // the coordinates in the list are 100 km away
    "Srednekolymsk: none", // 3,500 people
    "Anadyr: none", // 13,000 people
  ]);
});

/** Zones named after an island or a country, or spelled differently from GeoNames. */
const COUNTRIES_AND_SPELLINGS = new Set(
  ("Bahrain Brunei Isle_of_Man Malta Qatar Sakhalin Kamchatka Tirane Qyzylorda Qostanay Aqtobe " +
    "Ulaanbaatar Hovd Busingen").split(" "),
);

Deno.test("nearestCity() is undefined far from cities, and rejects points that are not on Earth", () => {
  for (const [latitude, longitude] of [[NaN, 0], [0, NaN], [91, 0], [0, 500]] as const) {
    assertThrows(() => nearestCity(at(latitude, longitude)), RangeError, "is not on Earth");
  }
  assertThrows(() => nearestCity({} as never), TypeError, "point is an empty object");
});
