import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import * as plot from "../../../src/plot/mod.ts";
import type { Picture } from "../../../src/plot/picture/picture.ts";
import {
  axisNumbers,
  rangeText,
  shortNumber,
  valueLabel,
  valueText,
  valueTicks,
} from "../../../src/plot/axis/valueTicks.ts";

import { inLanguage } from "../../../src/words/language.ts";
import { textBoxes } from "../svg.ts";

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

Deno.test("valueTicks() have distinct labels for any magnitude", () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(fc.property(value, value, (a, b) => {
    const low = Math.min(a, b), high = Math.max(a, b);
    if (high - low < Math.max(Math.abs(high), 1e-9) * 1e-3) return;
    const { ticks, domain } = valueTicks(low, high);
    assert(domain[0] <= low && domain[1] >= high);
    assertEquals(new Set(ticks.map(({ text }) => text)).size, ticks.length);
  }));
});

Deno.test("an axis of nothing but zeros starts at zero", () => {
  assertEquals(texts(0, 0).slice(0, 1), ["0.0"]);
  assertEquals(valueTicks(0, 0, 5, { whole: true }).domain, [0, 1]);
});

Deno.test("billions are short and have no run of zeros", () => {
  assertEquals([250_300_000_000, -1e9, 1.5e12].map((value) => valueLabel(value, 1)), [
    "250.3B",
    "−1B",
    "1.5T",
  ]);
  assertEquals(valueLabel(1e21, 1), "1e+21");
});

Deno.test("shortNumber() keeps five digits from 10,000 on, and otherwise four", () => {
  assertEquals([123_456.7, 12_345, 8666.32, -0.123456, 70].map(shortNumber), [
    "123,460",
    "12,345",
    "8,666",
    "−0.1235",
    "70",
  ]);
});

Deno.test("very large and very small numbers are short in texts and on an axis", () => {
  assertEquals(valueText(1_484_000_000, "kg", 3), "1.48B kg");
  assertEquals(valueText(-0.00000148, "kg"), "−1.48e−6 kg");
  assertEquals([0, 0.0001, 999_999_999].map(shortNumber), ["0", "0.0001", "1,000,000,000"]);
  assertEquals(texts(0, 2e-6), ["0", "5e−7", "1e−6", "1.5e−6", "2e−6"]);
});

Deno.test("valueTicks() of integers are integers", () => {
  fc.assert(fc.property(
    fc.integer({ min: -1000, max: 1000 }),
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 2, max: 12 }),
    (low, length, count) => {
      const { ticks, domain } = valueTicks(low, low + length, count, { whole: true });
      for (const { at, text } of ticks) assert(Number.isInteger(at) && !text.includes("."), text);
      assert(domain[0] <= low && domain[1] >= low + length);
      assert(ticks.length >= 2);
    },
  ));
  assertEquals(valueTicks(0, 2, 5, { whole: true }).ticks.map(({ text }) => text), ["0", "1", "2"]);
  assert(valueTicks(0, 2).ticks.length > 3, "halves of what is no integer");
});

Deno.test("axes of counts have integer ticks, axes of measurements can have fractions", async () => {
  const cups = [0, 1, 2, 3, 1, 0, 2].map((cups, i) => ({
    time: `2024-03-${11 + i}`,
    cups,
    sleep: 6 + i / 7,
    kind: i % 2 === 0 ? "a" : "b",
  }));
  const numbers = async (picture: Picture) =>
    textBoxes(await picture.svg()).map(({ text }) => text).filter((text) =>
      /^\d+\.\d+$/.test(text)
    );
  const tz = "UTC";
  for (
    const picture of [
      plot.dailyBars(cups, { tz, y: "cups" }),
      plot.line(cups, { tz, y: "cups" }),
      plot.distribution(cups, { y: "cups" }),
      plot.distribution(cups, { y: "cups", by: "kind" }),
      plot.compare(cups, { y: "cups", condition: "kind" }),
      plot.scatter(cups, { x: "cups", y: "cups" }),
    ]
  ) assertEquals(await numbers(picture), [], picture.name);
  assert((await numbers(plot.dailyBars(cups, { tz, y: "sleep", aggregate: "mean" }))).length >= 0);
  assert((await numbers(plot.line(cups, { tz, y: "sleep" }))).length > 0);
});

Deno.test("numbers along an axis have the same decimals, and only visible ones", () => {
  const named = (ends: [number, number], values: number[]) => values.map(axisNumbers(ends, values));
  assertEquals(named([-40, 60], [48.13, 12.05, -24.03]), ["48.1", "12.1", "−24.0"]);
  assertEquals(named([6.4, 8.4], [7.05, 7.7375, 0.6875]), ["7.05", "7.74", "0.69"]);
  assertEquals(named([0, 40], [20, 10, -4]), ["20", "10", "−4"]);
  assertEquals(named([0, 10_000], [8512.3, 12.4]), ["8,512", "12"]);
  assertEquals(named([0, 1], []), []);
});

Deno.test("valueTicks() shortens labels that are too wide for the axis, unless they become equal", () => {
  const texts = (low: number, high: number): string[] =>
    valueTicks(low, high).ticks.map(({ text }) => text);
  assertEquals(texts(0, 12_000), ["0", "2,000", "4,000", "6,000", "8,000", "10,000", "12,000"]);
  assertEquals(texts(0, 1_000_000), ["0", "200K", "400K", "600K", "800K", "1M"]);
  assertEquals(texts(-2_500_000, 0), ["−2.5M", "−2M", "−1.5M", "−1M", "−500K", "0"]);
  assertEquals(texts(1_000_000, 1_000_004)[1], "1,000,001");
  inLanguage({ locale: "de" }, () => {
    // German has no short form of thousands.
    assertEquals(texts(-10_000, 0), ["−10.000", "−8.000", "−6.000", "−4.000", "−2.000", "0"]);
    assertEquals(texts(-2_000_000, 0), [
      "−2\u00a0Mio.",
      "−1,5\u00a0Mio.",
      "−1\u00a0Mio.",
      "−500.000",
      "0",
    ]);
  });
});

Deno.test("a range with equal ends is one value", () => {
  assertEquals(rangeText(61.5, 61.5, "kg"), "61.5 kg");
  assertEquals(rangeText(61, 61.5, "kg"), "61 to 61.5 kg");
});
