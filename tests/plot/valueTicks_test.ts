import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { shortNumber, valueTicks } from "../../src/plot/valueTicks.ts";

const texts = (low: number, high: number): string[] =>
  valueTicks(low, high).ticks.map(({ text }) => text);

Deno.test("valueTicks() are round and enclose the values", () => {
  assertEquals(texts(44.1, 135.7), ["40", "60", "80", "100", "120", "140"]);
  assertEquals(texts(0, 13_989), [
    "0",
    "2,000",
    "4,000",
    "6,000",
    "8,000",
    "10,000",
    "12,000",
    "14,000",
  ]);
  assertEquals(texts(-0.3, 0.1), ["−0.3", "−0.2", "−0.1", "0.0", "0.1"]);
});

Deno.test("valueTicks() tells all ticks apart, however large or small", () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(fc.property(value, value, (a, b) => {
    const low = Math.min(a, b), high = Math.max(a, b);
    if (high - low < Math.max(Math.abs(high), 1e-9) * 1e-3) return;
    const { ticks, domain } = valueTicks(low, high);
    assert(domain[0] <= low && domain[1] >= high);
    assertEquals(new Set(ticks.map(({ text }) => text)).size, ticks.length);
  }));
});

Deno.test("shortNumber() keeps five digits", () => {
  assertEquals([123_456.7, -0.123456, 70].map(shortNumber), ["123,460", "−0.12346", "70"]);
});
