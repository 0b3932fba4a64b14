import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readNumbers } from "../../../tools/live/readValues.ts";
import { encodeNumbers } from "../../../src/plot/picture/encodeNumbers.ts";

Deno.test("numbers are encoded as differences from the one before", () => {
  assertEquals(encodeNumbers([61, 62, 62, 62, NaN, 60.5]), "1|610 10 0*2 . -15");
  assertEquals(encodeNumbers([]), "0|");
});

Deno.test("instants a minute apart take a few characters, and are exact", () => {
  const times = Array.from({ length: 1440 }, (_, i) => Date.UTC(2024, 2, 30) + i * 60_000);
  assertEquals(encodeNumbers(times), "0|1711756800000 60000*1439");
  assertEquals(readNumbers(encodeNumbers(times)), times);
});

Deno.test("a page's script decodes the numbers: integers exactly, others to six significant digits", () => {
  const value = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: false }),
    fc.constant(NaN),
  );
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const read = readNumbers(encodeNumbers(values));
      assertEquals(read.length, values.length);
      const largest = Math.max(0, ...values.filter((each) => !Number.isNaN(each)).map(Math.abs));
      values.forEach((each, i) => {
        if (Number.isNaN(each)) assert(Number.isNaN(read[i]));
        else if (values.every((one) => Number.isInteger(one) || Number.isNaN(one))) {
          assertEquals(read[i], each + 0);
        } else {assert(
            Math.abs(read[i]! - each) <= Math.max(0.5, largest) * 1e-5,
            `${each} is ${read[i]}`,
          );}
      });
    }),
  );
});
