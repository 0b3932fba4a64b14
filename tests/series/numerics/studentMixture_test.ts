import { assertAlmostEquals } from "@std/assert";
import { studentBound } from "../../../src/series/numerics/studentBound.ts";
import { mixtureTail, tailBound } from "../../../src/series/numerics/studentMixture.ts";

Deno.test("tailBound() finds the bound of Student's t, wherever the search starts", () => {
  const tail = mixtureTail({ freedom: 49, scale: [2], weight: [1] });
  for (const start of [0.1, 4, 100, 1e4, 1e9]) {
    assertAlmostEquals(tailBound(tail, 0.0127, start), 2 * studentBound(1 - 0.0127, 49), 1e-8);
  }
});
