import { assertAlmostEquals } from "@std/assert";
import { exponent } from "./powerLaw.ts";

Deno.test("powerLaw() finds the exponent for any factor, and for points with deviations", () => {
  for (const power of [0, 0.5, 1, 2]) {
    const points = [50, 100, 200, 400].map((x) => [x, 7 * x ** power] as const);
    assertAlmostEquals(exponent(points), power, 1e-9);
  }
  assertAlmostEquals(exponent([[1, 1], [10, 20], [100, 100]]), 1, 1e-9);
});
