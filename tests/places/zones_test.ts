import { assertEquals, assertThrows } from "@std/assert";
import { zones } from "../../src/places/zones.ts";
import { zone } from "../../src/time/zone.ts";

const CITIES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  berlin: [52.52, 13.405],
  london: [51.507, -0.128],
  newYork: [40.713, -74.006],
  kathmandu: [27.717, 85.324],
  auckland: [-36.848, 174.763],
  honolulu: [21.307, -157.858],
  atlantic: [45, -35],
};

/** Creates hourly locations from 1 January 2024. */
const hourly = (...stays: readonly (readonly [city: string, hours: number])[]) =>
  stays.flatMap(([city, hours]) => new Array<string>(hours).fill(city)).map((city, hour) => ({
    time: new Date(Date.UTC(2024, 0, 1, hour)),
    latitude_degrees: CITIES[city]![0],
    longitude_degrees: CITIES[city]![1],
  }));

Deno.test("zones() returns a row for each zone with a stay, from the first location in it", () => {
  assertEquals(zones(hourly(["berlin", 30], ["newYork", 50], ["berlin", 20])), [
    { from: "2024-01-01T00:00:00Z", tz: "Europe/Berlin" },
    { from: "2024-01-02T06:00:00Z", tz: "America/New_York" },
    { from: "2024-01-04T08:00:00Z", tz: "Europe/Berlin" },
  ]);
  const names = zones(hourly(["kathmandu", 9], ["auckland", 9], ["honolulu", 9])).map(({ tz }) =>
    tz
  );
  assertEquals(names, ["Asia/Kathmandu", "Pacific/Auckland", "Pacific/Honolulu"]);
});

Deno.test("zones() ignores zones under a flight and at sea unless minStay is short", () => {
  const flight = hourly(["berlin", 20], ["london", 1], ["atlantic", 5], ["newYork", 20]);
  const names = (options = {}) => zones(flight, options).map(({ tz }) => tz);
  assertEquals(names(), ["Europe/Berlin", "America/New_York"]);
  assertEquals(names({ minStay: "PT1H" }), ["Europe/Berlin", "Europe/London", "America/New_York"]);
});

Deno.test("zones() returns the zone of a single location, and no zones without locations on land", () => {
  assertEquals(zones(hourly(["berlin", 1])).map(({ tz }) => tz), ["Europe/Berlin"]);
  assertEquals(zones([]), []);
  assertEquals(zones(hourly(["atlantic", 9])), []);
  assertEquals(zone(zones(hourly(["berlin", 9]))), "Europe/Berlin");
});

Deno.test("zones() rejects a location that is not on Earth and an invalid duration", () => {
  const [place] = hourly(["berlin", 1]);
  assertThrows(() => zones([{ ...place!, latitude_degrees: 91 }]), RangeError);
  assertThrows(() => zones([place!], { minStay: "soon" as never }), RangeError, "minStay");
});
