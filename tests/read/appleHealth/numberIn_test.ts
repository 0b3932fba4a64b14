import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { healthStamp, stampIn } from "../../../src/read/appleHealth/healthStamp.ts";
import { HEALTH_NUMBER } from "../../../src/read/appleHealth/healthTables.ts";
import { numberIn } from "../../../src/read/appleHealth/numberIn.ts";

/** Returns what a text is read as, in the middle of other bytes. */
function read(text: string): number | undefined {
  const bytes = new TextEncoder().encode(`9${text}9`);
  return numberIn(bytes, 1, bytes.length - 1);
}

Deno.test("numberIn() reads every number to the last bit, like Number", () => {
  const digits = fc.string({
    unit: fc.constantFrom(..."0123456789.-+eE"),
    minLength: 1,
    maxLength: 20,
  });
  const decimal = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
  const share = fc.tuple(fc.nat(10 ** 9), fc.integer({ min: 1, max: 10 }))
    .map(([value, places]) => (value / 10 ** places).toFixed(places));
  fc.assert(fc.property(fc.oneof(digits, decimal, share), (text) => {
    const expected = HEALTH_NUMBER.test(text) ? Number(text) : undefined;
    assertEquals(Object.is(read(text), expected), true, `${text}: ${read(text)}`);
  }));
  for (
    const text of ["-0", "+.5", "5.", "123456789012345678", "0.1234567890123456", ".", "-", "1e3"]
  ) {
    const expected = HEALTH_NUMBER.test(text) ? Number(text) : undefined;
    assertEquals(Object.is(read(text), expected), true, text);
  }
});

Deno.test("stampIn() reads a time within other bytes, and healthStamp() no text of another length", () => {
  const bytes = new TextEncoder().encode('startDate="2024-03-10 07:12:33 -0130" endDate');
  assertEquals(stampIn(bytes, 11, 36)?.instant, Date.UTC(2024, 2, 10, 8, 42, 33) / 1000);
  assertEquals(stampIn(bytes, 11, 35), undefined);
  assertEquals(healthStamp("２024-03-10 07:12:33 -0130"), undefined);
});
