import { assertEquals } from "@std/assert";
import { TIME_SERIES_CALCULATIONS } from "../../src/api/fields/enums.ts";
import { CALCULATION_PREFIX } from "../../src/frame/columns/calculations.ts";

Deno.test("every statistic that the wire names has a column, and there is no other", () => {
  assertEquals([...TIME_SERIES_CALCULATIONS], Object.keys(CALCULATION_PREFIX));
});
