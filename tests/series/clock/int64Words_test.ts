import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { int64sOfNumbers, numbersOfInt64s } from "../../../src/series/clock/int64Words.ts";

Deno.test("integers that fit a number equal their 64-bit values, even below 0", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constantFrom(2 ** 32, -(2 ** 32), -1, -0)),
      ),
      (values) => assertEquals([...int64sOfNumbers(values)], values.map(BigInt)),
    ),
  );
});

Deno.test("64-bit integers become the numbers that Number() returns, even beyond 2^53", () => {
  const near = [53n, 54n, 60n, 62n].flatMap((power) =>
    [-3n, -2n, -1n, 0n, 1n, 2n, 3n].flatMap((more) => [2n ** power + more, -(2n ** power) - more])
  );
  const ends = [2n ** 63n - 1n, -(2n ** 63n), 0n, -1n, 2n ** 32n, -(2n ** 32n)];
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.constantFrom(...near, ...ends)),
      ),
      (values) => {
        const wide = BigInt64Array.from([0n, ...values]).subarray(1); // starts within its buffer
        assertEquals([...numbersOfInt64s(wide)], values.map(Number));
      },
    ),
  );
});
