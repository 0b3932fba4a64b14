import { assert, assertAlmostEquals, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { calendar } from "../../src/plot/calendar.ts";
import { hex, luminance } from "./marks/contrast.ts";
import { golden } from "./golden.ts";
import { DIVERGING, UNKNOWN } from "../../src/plot/picture/theme.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const steps = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, first + i, 10)),
    steps: i % 90 > 84 ? null : (i * 7919) % 14_000,
  }));
const CELLS = "[aria-label=rect] rect[fill]";
const MISSING = `[fill="${UNKNOWN}"] rect`;

Deno.test("calendar() has a cell for each day of a year, with weeks from Monday side by side", async () => {
  const svg = await golden("calendar", calendar(steps(1, 366), { y: "steps", tz }));
  assertEquals(found(svg, CELLS).length + found(svg, MISSING).length, 366);
  assertEquals(found(svg, MISSING).length, 20);
  const [monday, tuesday] = found(svg, CELLS); // 1 January 2024 was a Monday
  assertEquals(number(monday!, "x"), number(tuesday!, "x"));
  assert(number(monday!, "y") < number(tuesday!, "y"));
  assertEquals(number(found(svg, CELLS)[7]!, "y"), number(monday!, "y"));
});

Deno.test("calendar() has a row for each year", async () => {
  const svg = await golden("calendar-years", calendar(steps(-200, 500), { y: "steps", tz }));
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("2023") && texts.includes("2024"), texts.join());
});

Deno.test("calendar() draws a winter across two years in one row", async () => {
  const texts = textBoxes(
    await calendar(steps(-20, 60), { y: "steps", tz, form: "weeks" }).svg(),
  );
  assert(texts.some(({ text }) => text === "2023 to 2024"));
});

Deno.test("calendar() shows higher values in stronger shades, in at most five round steps", async () => {
  const svg = await calendar(steps(1, 84), { y: "steps", tz }).svg();
  const shades = found(svg, CELLS).map((cell) => 1 - luminance(hex(cell.getAttribute("fill")!)));
  const values = steps(1, 84).flatMap(({ steps }) => steps ?? []);
  values.forEach((value, i) => {
    values.forEach((other, j) => assert(value > other || shades[i]! <= shades[j]!));
  });
  assertEquals(new Set(shades).size, 5);
});

Deno.test("calendar() of up to ten weeks has a sheet per month, with dates and values", async () => {
  const picture = calendar(steps(60, 70), { y: "steps", tz, unit: "steps" });
  const svg = await golden("calendar-months", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  assertEquals(texts.filter((text) => /^(Feb|Mar|Apr|May) 2024$/.test(text)).length, 4);
  assertEquals(texts.filter((text) => text === "Mon").length, 4);
  const values = steps(60, 70).flatMap(({ steps }) => steps ?? []);
  for (const value of values) assert(texts.includes(value.toLocaleString("en-US")), `${value}`);
  // 1 March 2024 was a Friday.
  const date = textBoxes(svg).find(({ text }) => text === "1")!;
  const [friday] = textBoxes(svg).filter(({ text, left }) => text === "Fri" && left > date.left);
  assert(friday!.left - date.left < 46, "its date stands below its weekday");
  assertEquals(
    textBoxes(await calendar(steps(1, 71), { y: "steps", tz }).svg())
      .some(({ text }) => text === "31"),
    false,
    "of eleven weeks dates have no room",
  );
});

Deno.test("calendar() of months fits a narrow column, and hatches a day that is not over", async () => {
  const svg = await golden(
    "calendar-months-narrow",
    calendar(steps(60, 40), {
      y: "steps",
      tz,
      width: 360,
      title: "Steps",
      now: "2024-04-08T12:00Z",
    }),
  );
  assert(textBoxes(svg).some(({ text }) => text === "Day not over"));
  assertEquals(found(svg, '[aria-label="day not over"]').length, 1);
});

Deno.test("calendar() of a year separates its months with lines", async () => {
  const svg = await calendar(steps(1, 366), { y: "steps", tz }).svg();
  assertEquals(found(svg, "[aria-label=line] path").length, 11);
});

const pulse = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i, 10)),
    pulse: 57 + 3 * Math.sin(i / 9) + (i * 7919) % 5 - 2 + (i === 200 ? 60 : 0),
  }));

Deno.test("calendar() that diverges has one colour below it and another above", async () => {
  const days = pulse(366), center = [...days].sort((a, b) => a.pulse - b.pulse);
  const median = (center[182]!.pulse + center[183]!.pulse) / 2;
  const options = { y: "pulse", unit: "bpm", aggregate: "mean", diverging: "median", tz } as const;
  const svg = await golden("calendar-diverging", calendar(days, options));
  const cells = found(svg, CELLS), colors = DIVERGING.map(({ color }) => color);
  const classes = cells.map((cell) => colors.indexOf(cell.getAttribute("fill")!) - 3);
  assertEquals(new Set(classes), new Set([-3, -2, -1, 0, 1, 2, 3]));
  days.forEach(({ pulse }, i) => {
    assert(classes[i] === 0 || Math.sign(classes[i]!) === Math.sign(pulse - median), `${pulse}`);
  });
  // Half of the days are in the middle or below; a single high day makes no other day pale.
  assert(classes.filter((one) => one >= 2).length > 20);
  const signs = textBoxes(svg).filter(({ text }) => text === "−").length;
  assertEquals(signs, classes.filter((one) => one < 0).length);
});

Deno.test("calendar() that diverges writes differences into the cells of a month", async () => {
  const rows = [7, 8.5, 6].map((hours, i) => ({ time: new Date(Date.UTC(2024, 4, 6 + i)), hours }));
  const picture = calendar(rows, { y: "hours", unit: "h", diverging: 7.5, tz });
  const texts = textBoxes(await picture.svg()).map(({ text }) => text);
  for (const text of ["−0.5", "+1.0", "−1.5"]) assert(texts.includes(text), texts.join());
  assert(String(picture).endsWith("highest 8.5, against 7.5 h"), String(picture));
});

Deno.test("calendar() rejects a diverging value that is not a number", () => {
  for (const diverging of [NaN, Infinity, "mean", null] as never[]) {
    assertThrows(
      () => calendar(pulse(9), { y: "pulse", diverging, tz }),
      TypeError,
      "Cannot draw a calendar: diverging is",
    );
  }
});

Deno.test("calendar() of ten years has the mean of each month on a phone", async () => {
  const picture = calendar(steps(1, 3650), { y: "steps", tz, width: 340 });
  const cells = found(await picture.svg(), "[aria-label=rect] rect");
  assertEquals(cells.length, 10 * 12);
  const january = steps(1, 31).map(({ steps }) => steps ?? 0);
  const mean = january.reduce((sum, value) => sum + value, 0) / january.length;
  const title = cells[0]!.querySelector("title")!.textContent;
  assertMatch(title, /^2024 Jan: /);
  assertAlmostEquals(Number(/: ([\d,.]+)/.exec(title)![1]!.replace(",", "")), mean, 1);
});

Deno.test("calendar() of a year has half a year in a row on a phone, with cells of 9 px", async () => {
  const svg = await golden(
    "calendar-phone",
    calendar(steps(1, 366), { y: "steps", tz, width: 340 }),
  );
  const cells = found(svg, CELLS);
  assertEquals(cells.length + found(svg, MISSING).length, 366);
  for (const cell of cells) assert(number(cell, "width") > 8.5 && number(cell, "height") > 8.5);
  assertEquals(textBoxes(svg).filter(({ text }) => text === "2024").length, 2);
});
