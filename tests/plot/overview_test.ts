import { assert, assertEquals, assertThrows } from "@std/assert";
import { overview } from "../../src/plot/overview.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const days = Array.from({ length: 90 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1 + i, 12)),
  steps: i > 40 && i < 48 ? null : 5000 + (i * 7919) % 6000,
  resting_heart_rate: 55 + (i * 31) % 7 + (i > 60 ? 3 : 0),
  hours_asleep: 6.5 + (i * 13) % 10 / 6,
  mood: 3 + i % 3,
}));

/** Returns the lowest and highest place of each line, from the top. */
function lines(svg: string): [top: number, bottom: number][] {
  return found(svg, "[aria-label=line] path").map((path) => {
    const ys = [...path.getAttribute("d")!.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
    return [Math.min(...ys), Math.max(...ys)];
  });
}

Deno.test("overview() has a row for each measure on one time axis, with its last value", async () => {
  const svg = await golden("overview", overview(days, { tz }));
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Steps", "Mood", "7,791", "median 8,109", "Feb"]) {
    assert(texts.includes(text), `${text} of ${texts.join()}`);
  }
  const places = lines(svg);
  assertEquals(places.length, 4);
  places.slice(1).forEach(([top], i) => assert(top > places[i]![1], "rows do not overlap"));
  // Every measure fills its own row: a scale of its own.
  const heights = places.map(([top, bottom]) => bottom - top);
  assert(Math.max(...heights) - Math.min(...heights) < 0.5, heights.join());
});

Deno.test("overview() is legible at phone width, without the medians", async () => {
  const svg = await golden("overview-narrow", overview(days, { tz, width: 340 }));
  const texts = textBoxes(svg);
  assert(!texts.some(({ text }) => text.startsWith("median ")));
  // Names and values are above the lines, which have the width of the chart but for its gutters.
  const name = texts.find(({ text }) => text === "Resting heart rate")!;
  const value = texts.find(({ text }) => text === "59")!;
  assertEquals(Math.round(name.top), Math.round(value.top));
  assert(value.right - name.left > 260, `${value.right - name.left}`);
});

Deno.test("overview() breaks lines and shades the row at missing values", async () => {
  const svg = await overview(days, { tz, y: "steps" }).svg();
  const [band, ...others] = found(svg, "[aria-label=rect] rect");
  assertEquals(others, []);
  assertEquals(number(band!, "height"), 48);
  const [line] = found(svg, "[aria-label=line] path");
  assertEquals(line!.getAttribute("d")!.match(/M/g)!.length, 2);
});

Deno.test("overview() of a long series draws medians over its row, and a dot at the last value", async () => {
  const minutes = Array.from({ length: 5000 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 1, 0, 15 * i)).toISOString(),
    pulse: i === 4999 ? 90 : 60 + 10 * (i % 2) + Math.floor(i / 960),
  }));
  const svg = await overview(minutes, { tz: "UTC" }).svg();
  const [[top, bottom]] = lines(svg) as [[number, number]];
  const dot = number(found(svg, "[aria-label=dot] circle")[0]!, "cy");
  assert(dot < top - 10 && bottom - dot > 25, `${dot}, line from ${top} to ${bottom}`);
  const text = textBoxes(svg).map(({ text }) => text).join(" ");
  assert(text.includes("Pulse, median per day; line across: median"), text);
});

Deno.test("overview() keeps an outlier at the edge of its row, and counts it", async () => {
  const wrong = days.map((day, i) => i === 20 ? { ...day, resting_heart_rate: 4000 } : day);
  const svg = await overview(wrong, { tz, y: ["resting_heart_rate", "steps"] }).svg();
  const [[top, bottom]] = lines(svg) as [[number, number]];
  assert(bottom - top < 48, "the row keeps its height");
  const text = textBoxes(svg).map(({ text }) => text).join(" ");
  assert(text.includes("resting heart rate: 1 value above 64 not to scale (4,000)"), text);
});

Deno.test("overview() reports missing data and too many measures", async () => {
  assert((await overview([], { tz, y: "steps" }).svg()).includes("No data"));
  const wide = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`m${i}`, i]));
  assertThrows(
    () => overview([{ time: "2024-01-01T00:00Z", ...wide }], { tz }),
    RangeError,
    "the maximum is 12",
  );
});
