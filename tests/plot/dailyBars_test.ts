import { assert, assertEquals, assertThrows } from "@std/assert";
import { actogram, calendar, dailyBars, weekHours, weekMonths } from "../../src/plot/mod.ts";
import { Picture } from "../../src/plot/picture/picture.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const rows = Array.from({ length: 30 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 12 + i, 10)),
  steps: i === 11 || i === 12 ? null : i === 20 ? 0 : 2000 + (i * 7919) % 12_000,
}));
const BARS = "[aria-label=rect]:not([fill-opacity]):not([fill='#eef0f2']) rect";
const BANDS = '[aria-label=rect][fill="#eef0f2"] rect';

Deno.test("dailyBars() draws a bar for each day, and a band for missing days", async () => {
  const svg = await golden("dailyBars", dailyBars(rows, { y: "steps", tz, title: "Steps" }));
  const bars = found(svg, BARS);
  assertEquals(bars.length, 28);
  assertEquals(
    bars.filter((bar) => number(bar, "height") === 0).length,
    1,
    "a day of zero is a bar",
  );
  assertEquals(found(svg, BANDS).length, 1);
  assert(textBoxes(svg).some(({ text }) => text === "Steps per day"));
});

Deno.test("dailyBars() of a year is a pale line of days with the weekly median, and says so", async () => {
  const year = Array.from({ length: 366 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 10)),
    steps: i > 200 && i < 215
      ? null
      : 5000 + 2000 * Math.sin(i / 50) + (Math.imul(i + 1, 2_654_435_761) >>> 20),
  }));
  const picture = dailyBars(year, { y: "steps", tz, now: "2024-12-31T12:00Z" });
  const svg = await golden("dailyBars-year", picture);
  assertEquals(found(svg, "[aria-label=line] path").length, 2);
  assertEquals(found(svg, "[aria-label=rect][fill='#469063'] rect").length, 0, "days of 2 pixels");
  assert(textBoxes(svg).some(({ text }) => text === "7-day median"));
  assert(picture.summary.startsWith("Steps per day, with the 7-day median, "), picture.summary);
  const days = await dailyBars(year, { y: "steps", tz, form: "days" }).svg();
  const [line, ...others] = found(days, "[aria-label=line] path");
  assertEquals(others, []);
  const parts = line!.getAttribute("d")!.split("M").slice(1);
  assertEquals(parts.length, 2, "the line breaks at missing days");
  assertEquals(parts.join("").split("L").length + 1, 366 - 14);
});

Deno.test("dailyBars() of ten years shows the median and the middle half of 13 weeks", async () => {
  const days = Array.from({ length: 3650 }, (_, i) => ({
    time: new Date(Date.UTC(2014, 0, 1 + i, 10)),
    steps: 5000 + (i * 7919) % 4000,
  }));
  for (const width of [720, 360]) {
    const picture = dailyBars(days, { y: "steps", tz, width }), svg = await picture.svg();
    assertEquals(found(svg, "[aria-label=line] path").length, 1, "no line of each day");
    assertEquals(found(svg, "[aria-label=area] path").length, 1);
    assert(picture.summary.includes("with the 91-day median"), picture.summary);
  }
});

Deno.test("dailyBars() has a bar for each day of at least 3 pixels, on a phone of fewer days", async () => {
  const BAR = "[aria-label=rect][fill='#469063'] rect";
  const rows = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 10)),
    steps: 5000 + i,
  }));
  const picture = dailyBars(rows, { y: "steps", tz });
  assertEquals(found(await picture.svg(), BAR).length, 200);
  const phone = new Picture(picture.spec.forPhone!());
  assertEquals(found(await phone.svg(), BAR).length, 0);
  assertEquals(found(await phone.svg(), "[aria-label=line] path").length, 2);
});

Deno.test("dailyBars() adds up the values of each local day", async () => {
  const hours = Array.from({ length: 48 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 30, 23 + i)),
    steps: 100,
  }));
  const picture = dailyBars(hours, { y: "steps", tz });
  // In Berlin, 31 March has 23 hours; the data have 24 hours of 1 April and 1 of 2 April.
  assert(picture.summary.includes("lowest 100, highest 2,400"), picture.summary);
  const heights = found(await picture.svg(), BARS).map((bar) => number(bar, "height"));
  assertEquals(heights.map((height) => Math.round(height / heights[2]!)), [23, 24, 1]);
});

Deno.test("dailyBars() extends below zero for negative values", async () => {
  const changes = [-3, 2].map((change, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i)),
    change,
  }));
  const [down, up] = found(await dailyBars(changes, { tz: "UTC", y: "change" }).svg(), BARS);
  assert(number(down!, "y") > number(up!, "y"));
});

Deno.test("dailyBars() rejects more days than a chart can show", () => {
  const rows = [1990, 2024].map((year) => ({ time: new Date(Date.UTC(year, 0, 1)), steps: 1 }));
  assertThrows(() => dailyBars(rows, { tz: "UTC", y: "steps" }), RangeError, "the maximum is 4000");
});

Deno.test("charts of days name the aggregate function, and reject several at once", () => {
  const hours = Array.from({ length: 48 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 10, i)),
    steps: i % 24,
  }));
  const words = (aggregate: string) =>
    dailyBars(hours, { tz: "UTC", aggregate: aggregate as "p90" }).summary.split(",")
      .slice(0, 2).join();
  assertEquals(words("p90"), "Steps, 90th percentile per day");
  assertEquals(words("p2.5"), "Steps, 2.5th percentile per day");
  assertEquals(words("std"), "Steps, standard deviation per day");
  assertEquals(words("max"), "Steps, max per day");
  const aggregate = ["mean", "max"] as never;
  for (const draw of [dailyBars, calendar, weekHours, weekMonths, actogram]) {
    assertThrows(
      () => draw(hours, { tz: "UTC", aggregate }),
      TypeError,
      "aggregate is a list, expected one function",
    );
  }
});

Deno.test("dailyBars() shows two days a year apart", async () => {
  const rows = [2024, 2025].map((year) => ({ time: new Date(Date.UTC(year, 2, 10)), weight: 61 }));
  for (const width of [720, 340]) {
    const svg = await dailyBars(rows, { y: "weight", tz: "UTC", width }).svg();
    assertEquals(found(svg, "[aria-label=dot] circle").length, 2);
  }
});
