import { assertEquals } from "@std/assert";
import { TIME_SERIES_CALCULATIONS } from "../../src/api/fields/enums.ts";
import { CALCULATION_PREFIX } from "../../src/frame/columns/calculations.ts";

Deno.test("the statistics with a column are exactly those on the wire", () => {
  assertEquals([...TIME_SERIES_CALCULATIONS], Object.keys(CALCULATION_PREFIX));
});
