import { assertAlmostEquals, assertEquals } from "@std/assert";
import { METRICS } from "../../../src/api/fields/metricTable.ts";
import { convertUnit, unitsFor } from "../../../src/series/units/namedUnits.ts";

/** Units of the catalog and of annotations, which are spelled out. */
const UNITS = [
  ...new Set(METRICS.map(([, unit]) => unit)),
  "liter",
  "kilometer",
  "pound",
  "degree_celsius",
  "second",
];

Deno.test("a value can be converted to every unit that it may be sent in, and back", () => {
  for (const unit of UNITS) {
    for (const other of unitsFor(unit)) {
      const there = convertUnit(98.6, unit, other);
      assertAlmostEquals(convertUnit(there, other, unit), 98.6, 1e-9, `${unit} to ${other}`);
    }
  }
  assertEquals(convertUnit(0.5, "liter", "mL"), 500);
  assertAlmostEquals(convertUnit(1, "mile", "km"), 1.609344, 1e-12);
});
