import { assert, assertEquals } from "@std/assert";
import { testWithProgram } from "../helpers/testWithProgram.ts";
import { cityTable, type GeoNamesPlace, geoNamesPlaces } from "../../tools/cities.ts";

const FILE = new URL("../../src/places/cities.json", import.meta.url);

testWithProgram(
  "npm",
  "the file of cities matches GeoNames' extract, names its licence, and is small",
  async () => {
    const text = Deno.readTextFileSync(FILE);
    assertEquals(JSON.parse(text), JSON.parse(JSON.stringify(cityTable(await geoNamesPlaces()))));
    assert(/GeoNames/.test(text) && /Creative Commons Attribution 4.0/.test(text));
    assert(text.length < 1_000_000);
  },
);

Deno.test("a city has 15,000 people or is a capital, and includes its sections", () => {
  const place = (
    name: string,
    population: number,
    [east, north]: [number, number],
    more: Partial<GeoNamesPlace> = {},
  ): GeoNamesPlace => ({
    name,
    population,
    country: "XX",
    adminCode: "1",
    featureCode: "PPL",
    loc: { coordinates: [east, north] },
    ...more,
  });
  assertEquals(
    cityTable([
      place("Village", 14_999, [1, 1]),
      place("Town", 15_000, [2, 2]),
      place("Seat", 10, [3, 3], { featureCode: "PPLC" }),
      place("Ruin", 50_000, [4, 4], { featureCode: "PPLQ" }),
      place("Metropolis", 4_000_000, [10, 10]), // its inner part reaches 5.6 km
      place("Old Town", 20_000, [10.0001, 10.00049], { featureCode: "PPLX" }),
      place("Inner", 1_000_000, [10.05, 10]),
      place("Outer", 1_000_000, [10.12, 10]),
      place("Beyond", 1_000_000, [9.97, 10.03], { adminCode: "2" }), // of another state
      place("Equal", 1_000_001, [9.96, 10]), // not four times smaller
      place("Lonely", 20_000, [20, 20], { featureCode: "PPLX" }),
    ]).countries,
    {
      XX: [
        "Metropolis\t10 10 5.6\t10 10.05\t10 10",
        "Equal\t10 9.96 2.8",
        "Outer\t10 10.12 2.8",
        "Beyond\t10.03 9.97 2.8",
        "Town\t2 2",
        "Seat\t3 3",
        "Lonely\t20 20",
      ].join("\n"),
    },
  );
});
