import { assert, assertEquals, assertThrows } from "@std/assert";
import { weekMonths } from "../../src/plot/weekMonths.ts";
import { golden } from "./golden.ts";
import { UNKNOWN } from "../../src/plot/picture/theme.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
/** A year and a half of days: more in summer and on Saturdays, August 2023 without the watch. */
const rows = Array.from({ length: 548 }, (_, i) => {
  const date = Temporal.PlainDate.from("2023-01-01").add({ days: i });
  const steps = 6000 + 2500 * Math.sin((date.month - 4) / 12 * 2 * Math.PI) +
    (date.dayOfWeek === 6 ? 3000 : date.dayOfWeek * 200);
  return {
    time: `${date}T12:00:00Z`,
    steps: date.year === 2023 && date.month === 8 ? null : Math.round(steps),
  };
});
const CELLS = `[aria-label=rect] rect[fill]`,
  MISSING = `[aria-label=rect][fill="${UNKNOWN}"] rect`;

Deno.test("weekMonths() has a cell for each weekday and month, and grey ones for a month without data", async () => {
  const svg = await golden("weekMonths", weekMonths(rows, { y: "steps", unit: "steps", tz }));
  assertEquals([found(svg, CELLS).length, found(svg, MISSING).length], [77, 7]);
  // Brute force: the Saturdays of both Januaries.
  const saturdays = rows.filter(({ time }) => /-01-/.test(time) && new Date(time).getUTCDay() === 6)
    .map(({ steps }) => steps!);
  const mean = saturdays.reduce((sum, steps) => sum + steps, 0) / saturdays.length;
  const cell = found(svg, CELLS).find(({ textContent }) => textContent.startsWith("Sat Jan"));
  assertEquals(
    cell!.textContent,
    `Sat Jan: ${Math.round(mean).toLocaleString("en-US")} steps (n = ${saturdays.length})`,
  );
});

Deno.test("weekMonths() puts December into the season of January", async () => {
  const days = ["2023-12-04", "2024-01-01", "2024-02-05"].map((date) => ({
    time: `${date}T12:00Z`,
    steps: Number(date.slice(5, 7)),
  }));
  const svg = await golden(
    "weekMonths-seasons",
    weekMonths(rows, { y: "steps", tz, part: "season" }),
  );
  assert(textBoxes(svg).some(({ text }) => text === "Dec to Feb"));
  const [cell, ...others] = found(
    await weekMonths(days, { tz: "UTC", y: "steps", part: "season" }).svg(),
    CELLS,
  );
  assertEquals([cell!.textContent, others.length], ["Mon Dec to Feb: 5 (n = 3)", 0]);
});

Deno.test("weekMonths() has only the months of the days or of the range, in order of time", async () => {
  const winter = rows.filter(({ time }) => time >= "2023-11-06" && time < "2024-02-10");
  const svg = await golden("weekMonths-winter", weekMonths(winter, { y: "steps", tz }));
  const names = textBoxes(svg).map(({ text }) => text)
    .filter((text) => /^[A-Z][a-z]{2}$/.test(text) && !/Mon|Tue|Wed|Thu|Fri|Sat|Sun/.test(text));
  assertEquals(names, ["Nov", "Dec", "Jan", "Feb"]);
  assertEquals(found(svg, CELLS).filter((cell) => cell.querySelector("title")).length, 28);
  const range = { start_time: "2023-11-01T00:00", end_time: "2024-01-01T00:00" };
  const { summary } = weekMonths(rows, { y: "steps", tz, range });
  assert(summary.includes("14 of 14 cells"), summary);
});

Deno.test("weekMonths() draws up to three months across a wide page, and down a phone", async () => {
  const march = rows.slice(59, 90);
  const sizes = await Promise.all([720, 340].map(async (width) => {
    const svg = await weekMonths(march, { y: "steps", tz, width }).svg();
    const cells = found(svg, CELLS);
    assert(textBoxes(svg).some(({ text }) => text === cells[0]!.textContent.match(/[\d,]+/)![0]));
    return ["x", "y"].map((name) => new Set(cells.map((one) => one.getAttribute(name))).size);
  }));
  assertEquals(sizes, [[7, 1], [1, 7]]);
});

Deno.test("weekMonths() shows means in cells if they fit", async () => {
  const svg = await weekMonths(rows, { y: "steps", tz }).svg();
  const texts = textBoxes(svg).map(({ text }) => text);
  assertEquals(texts.filter((text) => /^\d?\d,\d{3}$/.test(text)).length, 77);
  const narrow = await weekMonths(rows, { y: "steps", tz, width: 360 }).svg();
  const inCells = found(narrow, "[aria-label=text] text").map(({ textContent }) => textContent);
  assertEquals(inCells.filter((text) => /^\d?\d,\d{3}$/.test(text)), []);
  assertEquals(found(svg, "[aria-label=header] rect").length, 0, "numbers need no legend");
  assertEquals(found(narrow, "[aria-label=header] rect").length, 5);
});

Deno.test("weekMonths() says so if all means have one shade", async () => {
  const alike = rows.map(({ time }, i) => ({ time, steps: 7700 + i % 50 }));
  const texts = textBoxes(await weekMonths(alike, { y: "steps", tz }).svg());
  assert(texts.some(({ text }) => /^7,7[\d.]+ to 7,7[\d.]+ throughout$/.test(text)));
});

Deno.test("weekMonths() rejects parts other than month and season", () => {
  assertThrows(
    () => weekMonths(rows, { y: "steps", part: "year" as never }),
    RangeError,
    'part is the text "year", expected "month" or "season"',
  );
});
