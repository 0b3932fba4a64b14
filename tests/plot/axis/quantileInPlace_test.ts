import { assertAlmostEquals } from "@std/assert";
// @ts-types="@types/d3-array"
import { quantile } from "d3-array";
import fc from "fast-check";
import { quantileInPlace } from "../../../src/plot/axis/quantileInPlace.ts";

Deno.test("quantileInPlace() agrees with d3 for successive quantiles, including ties", () => {
  const some = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  );
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 1, maxLength: 300 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      (values, shares) => {
        const own = Float64Array.from(values);
        for (const share of shares) {
          const wanted = quantile(values, share)!;
          assertAlmostEquals(
            quantileInPlace(own, share),
            wanted,
            1e-9 * Math.max(1, Math.abs(wanted)),
          );
        }
      },
    ),
  );
});
