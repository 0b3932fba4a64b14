import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { compare } from "../../src/plot/compare.ts";
import { compare as compareValues } from "../../src/series/compare.ts";
import { golden } from "./golden.ts";
import { NIGHTS, PERIODS } from "./rhythmSample.ts";
import { found, number, textBoxes } from "./svg.ts";

Deno.test("compare() draws two periods and describes their difference", async () => {
  const picture = compare(NIGHTS, {
    ...PERIODS,
    unit: "h",
    title: "Sleep before and since the move",
  });
  const svg = await golden("compare", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  const said = "Difference +0.69 h, no interval: too few days, Hedges g 1.73";
  assert(texts.includes(said), texts.join());
  assert(
    texts.includes("Mon 1 to Fri 12 Jan 2024, mean 7.05 h, n 10, 2 days without"),
    texts.join(),
  );
  assertEquals(found(svg, '[aria-label="dot"] circle').length, 18);
  for (const key of ["Mean", "Median", "Middle half of the values"]) {
    assert(texts.includes(key), key);
  }
});

Deno.test("compare() shows interval and p value for enough days", () => {
  const days = Array.from({ length: 60 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
    asleep: 7 + (i < 30 ? 0 : 1) + Math.sin(i * i) / 2,
  }));
  const { summary } = compare(days, {
    a: { start_time: "2024-01-01", end_time: "2024-01-31" },
    b: { start_time: "2024-01-31", end_time: "2024-03-01" },
    tz: "UTC",
    unit: "h",
  });
  const [, low, high] = /95 % interval ([\d.]+) to ([\d.]+), p /.exec(summary)?.map(Number) ?? [];
  assert(low! > 0.5 && low! < 1 && high! > 1 && high! < 1.5, summary);
});

Deno.test("compare() never writes a nonzero end of an interval as 0", () => {
  const steady = Array.from({ length: 400 }, (_, i) => ({
    c: i % 2 === 0 ? "x" : "y",
    bpm: 100 * (Math.floor(i / 2) % 2) + (i % 2 === 0 ? 0 : 9.88),
  }));
  const { summary } = compare(steady, { condition: "c", y: "bpm", method: "welch" });
  assert(summary.includes("95 % interval 0.03 to 19.7, p = 0.0494"), summary);
});

Deno.test("compare() is legible at phone width", async () => {
  await golden("compare-narrow", compare(NIGHTS, { ...PERIODS, unit: "h", width: 360 }));
});

Deno.test("compare() draws the box from the lower to the upper quartile", async () => {
  const rows = [1, 2, 3, 4, 5].flatMap((v) => [{ c: "x", v }, { c: "y", v: v + 4 }]);
  const svg = await compare(rows, { condition: "c", y: "v" }).svg();
  const [x, y] = found(svg, '[aria-label="rect"] rect');
  assertAlmostEquals(number(x!, "width"), number(y!, "width"), 0.01);
  assertAlmostEquals((number(y!, "x") - number(x!, "x")) / number(x!, "width"), 2, 0.01); // 4 of 2
});

Deno.test("compare() draws 300 of many values, and reports empty groups", async () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ c: i % 2 === 0 ? "x" : "y", v: i }));
  const svg = await compare(many, { condition: "c", y: "v", resamples: 99 }).svg();
  assertEquals(found(svg, '[aria-label="dot"] circle').length, 600);
  const empty = compare(NIGHTS, {
    ...PERIODS,
    b: { start_time: "2030-01-01", end_time: "2030-01-02" },
  });
  assert(empty.summary.includes("no difference"), empty.summary);
  assert((await empty.svg()).includes("no data"));
});

Deno.test("compare() names periods by labels, and counts weeks if values are weekly", async () => {
  const labels = ["Before", "Since"] as const, title = "Sleep and the move";
  const named = compare(NIGHTS, { ...PERIODS, unit: "h", labels, title });
  assert(named.summary.includes("Before mean 7.05 h, n 10; Since mean"), named.summary);
  const texts = textBoxes(await golden("compare-named", named)).map(({ text }) => text);
  assert(
    texts.includes("Before, Mon 1 to Fri 12 Jan 2024, mean 7.05 h, n 10, 2 days without"),
    texts.join(),
  );
  // Mondays of January; the period starts on a Tuesday, in a week with an earlier Monday.
  const weeks = ["08", "15", "29"].map((day) => ({ at: `2024-01-${day}T00:00Z`, asleep: +day }));
  const a = { start_time: "2024-01-02", end_time: "2024-02-05" };
  const weekly = compare(weeks, { x: "at", y: "asleep", a, b: a, every: "1w", tz: "UTC" });
  const said = textBoxes(await weekly.svg()).map(({ text }) => text);
  assert(said.some((text) => text.endsWith("n 3, 1 week without")), said.join());
});

Deno.test("compare() rejects labels that are not two texts", () => {
  for (const labels of [{ a: "Before", b: "Since" }, ["Before"], "Before", ["a", 2]]) {
    assertThrows(
      () => compare(NIGHTS, { ...PERIODS, labels: labels as never }),
      TypeError,
      'expected a list of two texts, such as ["Before", "After"]',
    );
  }
});

Deno.test("compare() draws no grid line through text", async () => {
  const svg = await compare(NIGHTS, { ...PERIODS, unit: "h" }).svg();
  const lines = found(svg, '[aria-label="rule"][stroke="#e3e6ea"] line');
  const boxes = textBoxes(svg).filter(({ text }) => text.includes("mean"));
  assertEquals([lines.length > 4, boxes.length], [true, 2]);
  for (const line of lines) {
    for (const box of boxes) {
      assert(number(line, "y2") <= box.top || number(line, "y1") >= box.bottom, box.text);
    }
  }
});

Deno.test("compare() rejects a result of series.compare(), which lacks the values", () => {
  const found = compareValues(NIGHTS, PERIODS);
  for (const result of [found, found.frame]) {
    assertThrows(() => compare(result, PERIODS), TypeError, "plot.compare(data, options)");
  }
});
