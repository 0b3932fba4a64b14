import { assertAlmostEquals, assertEquals } from "@std/assert";
import { studentBound } from "../../../src/series/numerics/student.ts";
import { mixtureTail, tailBound } from "../../../src/series/numerics/studentMixture.ts";

Deno.test("tailBound() finds the bound of Student's t, wherever the search starts", () => {
  const tail = mixtureTail({ freedom: 49, scale: [2], weight: [1] });
  for (const start of [0.1, 4, 100, 1e4, 1e9]) {
    assertAlmostEquals(tailBound(tail, 0.0127, start), 2 * studentBound(1 - 0.0127, 49), 1e-8);
  }
});

Deno.test("tailBound() is NaN if an error overflows, and does not search without end", () => {
  for (const scale of [0, NaN, Infinity]) {
    const tail = mixtureTail({ freedom: 9, scale: [scale, 1], weight: [1, 1] });
    assertEquals(tailBound(tail, 0.05, 4 * scale), NaN);
  }
});
