import { assert, assertEquals } from "@std/assert";
import { calendar } from "../../src/plot/calendar.ts";
import { hex, luminance } from "./marks/contrast.ts";
import { golden } from "./golden.ts";
import { UNKNOWN } from "../../src/plot/picture/theme.ts";
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
