import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { int64sOfNumbers } from "../../../src/series/clock/int64Words.ts";

Deno.test("integers that fit a number equal their 64-bit values, also below 0", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constantFrom(2 ** 32, -(2 ** 32), -1, -0)),
      ),
      (values) => assertEquals([...int64sOfNumbers(values)], values.map(BigInt)),
    ),
  );
});
