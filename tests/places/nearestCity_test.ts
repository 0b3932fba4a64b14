import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { allCities, nearestCity } from "../../src/places/nearestCity.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

Deno.test("metersBetween() gives arcs of great circles", () => {
  const quarter = Math.PI / 2 * 6_371_008.8;
  assertAlmostEquals(metersBetween(at(0, 0), at(0, 90)), quarter, 1e-6);
  assertAlmostEquals(metersBetween(at(0, 0), at(90, 17)), quarter, 1e-6);
  assertAlmostEquals(metersBetween(at(10, -179.5), at(10, 179.5)), 109_505, 5);
  assertEquals(metersBetween(at(52.5, 13.4), at(52.5, 13.4)), 0);
});

Deno.test("metersBetween() agrees with the angle between vectors", () => {
  const vector = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    const [lat, long] = [latitude * Math.PI / 180, longitude * Math.PI / 180];
    return [Math.cos(lat) * Math.cos(long), Math.cos(lat) * Math.sin(long), Math.sin(lat)];
  };
  const cities = allCities();
  for (let i = 1; i < cities.length; i++) {
    const [a, b] = [vector(cities[i - 1]!), vector(cities[i]!)];
    const angle = Math.acos(a.reduce((sum, x, k) => sum + x * b[k]!, 0));
    assertAlmostEquals(metersBetween(cities[i - 1]!, cities[i]!), angle * 6_371_008.8, 1);
  }
});

Deno.test("every city of the table has a name, a country that is one, and a place of its own", () => {
  const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const cities = allCities();
  assert(cities.length > 400);
  for (const [i, city] of cities.entries()) {
    assert(/^[A-Z][a-zA-Z' -]+$/.test(city.name), city.name);
    assert(countries.of(city.country) !== undefined, city.country);
    assert(Math.abs(city.latitude) <= 70 && Math.abs(city.longitude) <= 180, city.name);
    for (const other of cities.slice(0, i)) {
      assert(metersBetween(city, other) > 8_000, `${city.name} and ${other.name}`);
    }
  }
});

Deno.test("distances between cities of the table are those of atlases", () => {
  const city = (name: string) => allCities().find((each) => each.name === name)!;
  for (
    const [a, b, kilometers] of [
      ["Berlin", "Paris", 878],
      ["London", "New York", 5570],
      ["Tokyo", "Sydney", 7820],
      ["Cairo", "Cape Town", 7240],
      ["Madrid", "Moscow", 3440],
      ["Los Angeles", "Santiago", 8990],
    ] as const
  ) {
    assertAlmostEquals(metersBetween(city(a), city(b)) / 1000, kilometers, kilometers * 0.01);
  }
});

Deno.test("nearestCity() gives the closest of all within reach, or none", () => {
  for (let i = 0; i < 400; i++) {
    const point = at((i * 37.7) % 130 - 60, (i * 71.3) % 360 - 180);
    const within = 50_000 + i * 5_000;
    const [closest] = allCities()
      .map((city) => ({ ...city, meters: metersBetween(point, city) }))
      .sort((a, b) => a.meters - b.meters);
    assertEquals(
      nearestCity(point, { within }),
      closest!.meters <= within ? closest : undefined,
    );
  }
  assertEquals(nearestCity(at(52.5, 13.4))?.name, "Berlin");
  assertEquals(nearestCity(at(0, -30)), undefined);
});

Deno.test("nearestCity() knows no city near nowhere", () => {
  for (const [latitude, longitude] of [[NaN, 0], [0, NaN], [91, 0], [0, 500]] as const) {
    assertThrows(() => nearestCity(at(latitude, longitude)), RangeError, "is nowhere");
  }
  assertThrows(() => nearestCity({} as never), TypeError, "point is an empty object");
});
