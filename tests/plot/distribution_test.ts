import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { distribution } from "../../src/plot/distribution.ts";
import { shown } from "./rawLives.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

/** Steps of days: right-skewed, the same in every run. */
const rows = Array.from({ length: 400 }, (_, i) => {
  const u = ((i * 7919) % 400 + 0.5) / 400;
  return {
    steps: i % 50 === 49 ? null : Math.round(4000 - 3500 * Math.log(1 - u)),
    day: i % 7 < 5 ? "Weekday" : i % 7 === 5 ? "Saturday" : "Sunday",
  };
});
const BARS = "[aria-label=rect] rect";

Deno.test("distribution() draws a histogram with labelled percentiles", async () => {
  const svg = await golden(
    "distribution",
    distribution(rows, { y: "steps", unit: "steps", percentile: [50, 90] }),
  );
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.some((text) => /^Median: [\d,.]+ steps$/.test(text)), texts.join());
  assert(texts.some((text) => /^90th percentile: [\d,.]+ steps$/.test(text)));
  assert(texts.includes("Steps") && texts.includes("Number of values"));
});

Deno.test("distribution() counts each value once, in the bar with its left edge", async () => {
  const values = [0, 1, 1, 2, 3, 3, 3, 10].map((value) => ({ value }));
  const bars = found(await distribution(values, { y: "value", bins: 10 }).svg(), BARS);
  const heights = bars.map((bar) => number(bar, "height"));
  // Bars 0 to 1, 1 to 2, 2 to 3, 3 to 4 and 9 to 10: 1, 2, 1, 3 and 1 values.
  assertEquals(heights.map((height) => Math.round(height / heights[0]!)), [1, 2, 1, 3, 1]);
});

Deno.test("distribution() computes percentiles like R's default", () => {
  const values = [15, 20, 35, 40, 50].map((value) => ({ value }));
  const { summary } = distribution(values, { y: "value", percentile: [40, 97.5] });
  // R: quantile(c(15, 20, 35, 40, 50), c(.4, .975)) is 29 and 49.
  assert(summary.endsWith("40th percentile 29, 97.5th percentile 49"), summary);
});

Deno.test("distribution() draws a box for each group, with the furthest values as dots", async () => {
  const picture = distribution(rows, { y: "steps", unit: "steps", by: "day", percentile: 90 });
  const svg = await golden("distribution-boxes", picture);
  assertEquals(found(svg, BARS).length, 3);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Weekday", "Saturday", "Sunday", "90th percentile"]) {
    assert(texts.includes(text));
  }
  const medians = [...picture.summary.matchAll(/(\w+) median ([\d,]*\d)/g)]
    .map(([, name, text]) => ({ name, value: Number(text!.replace(",", "")) }))
    .sort((a, b) => a.value - b.value);
  const said = ({ value, name }: typeof medians[number]): string =>
    `${shown(value).toLocaleString("en-US")} steps (${name})`;
  assertEquals(
    picture.spec.header.title.map(({ text }) => text).join(" "),
    `Medians from ${said(medians[0]!)} to ${said(medians.at(-1)!)}`,
  );
  assert(picture.summary.includes("8 missing"), picture.summary);
});

Deno.test("distribution() draws Tukey's quartiles and whiskers", async () => {
  // Quartiles of 1..9 and 100 are 3.25 and 7.75, so whiskers reach to 1 and 9.
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map((value) => ({ value }));
  const svg = await distribution(values, { y: "value", kind: "box" }).svg();
  const [whisker] = found(svg, "[aria-label=rule] line").filter((line) =>
    number(line, "y1") === number(line, "y2")
  );
  const [box] = found(svg, BARS);
  const [dot, ...others] = found(svg, "[aria-label=dot] circle");
  const length = number(whisker!, "x2") - number(whisker!, "x1");
  assertAlmostEquals(number(box!, "width") / length, 4.5 / 8, 0.001);
  assertAlmostEquals((number(dot!, "cx") - number(whisker!, "x1")) / length, 99 / 8, 0.01);
  assertEquals(others.length, 0);
});

Deno.test("distribution() of a million values takes less than 30 kB", async () => {
  let state = 1;
  const values = Array.from({ length: 100_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return { value: Math.log(state) };
  });
  assert((await distribution(values, { y: "value" }).svg()).length < 30_000);
  assert((await distribution(values, { y: "value", kind: "box" }).svg()).length < 60_000);
});

Deno.test("distribution() draws a single value, and equal values", async () => {
  for (const count of [1, 5]) {
    const same = Array.from({ length: count }, () => ({ value: 7 }));
    const svg = await distribution(same, { y: "value", percentile: 50 }).svg();
    assertEquals(found(svg, BARS).length, 1);
    assertEquals(/NaN/.test(svg), false);
  }
});

Deno.test("distribution() rejects percentiles above 100, groups of a histogram, and zero bins", () => {
  assertThrows(() => distribution(rows, { y: "steps", percentile: 101 }), RangeError, "0 to 100");
  assertThrows(
    () => distribution(rows, { y: "steps", by: "day", kind: "histogram" }),
    TypeError,
    "has no groups",
  );
  assertThrows(() => distribution(rows, { y: "steps", bins: 0 }), RangeError, "from 1 to 2000");
});

Deno.test("distribution() of equal values names the value instead of a range", async () => {
  const rows = Array.from({ length: 8 }, () => ({ weight: 61.5 }));
  const svg = await distribution(rows, { y: "weight", unit: "kg" }).svg();
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("At least half of the values are 61.5 kg"), texts.join());
});
