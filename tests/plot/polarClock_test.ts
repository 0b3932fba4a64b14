import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { polarClock } from "../../src/plot/polarClock.ts";
import { towards } from "../../src/plot/marks/polar.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { golden } from "./golden.ts";
import { heartRates } from "./rhythmSample.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const coffees = Array.from({ length: 60 }, (_, i) => ({
  start_time: new Date(Date.UTC(2024, 0, 1 + i % 30, i % 3 === 0 ? 12 : 6, (i * 47) % 150)),
}));

Deno.test("polarClock() counts events by hour, with midnight at the top", async () => {
  const picture = polarClock(coffees, { tz, label: "Coffee", title: "Coffee by the clock" });
  const svg = await golden("polarClock", picture);
  const box = Object.fromEntries(textBoxes(svg).map((text) => [text.text, text]));
  assert(box["00:00"]!.top < box["06:00"]!.top && box["06:00"]!.top < box["12:00"]!.top);
  assert(box["18:00"]!.left < box["00:00"]!.left && box["00:00"]!.left < box["06:00"]!.left);
  assert(Object.keys(box).some((text) => text.includes(`hour of the day, ${tz}`)));
  assert(box["20"]!.top < box["10"]!.top, "the rings bear their values");
  const rings = found(svg, '[aria-label=line][stroke="#e3e6ea"] path');
  assertEquals(rings.length, 5, "a ring for each value, and one for 0");
});

Deno.test("polarClock() of equal hours names none as the highest", () => {
  const hours = Array.from({ length: 48 }, (_, i) => ({ time: new Date(Date.UTC(2024, 0, 1, i)) }));
  const { title } = polarClock(hours, { tz: "UTC", label: "Alarm" }).spec.header;
  assertEquals(title.map(({ text }) => text), ["2 in every hour"]);
});

Deno.test("polarClock() writes the numbers of its rings where they cover no bar", async () => {
  const nights = coffees.map(() => ({ start_time: "2024-01-01T23:30Z" })); // from 00:00 on
  const texts = textBoxes(await polarClock(nights, { tz, label: "Alarm" }).svg());
  const center = texts.find(({ text }) => text === "00:00")!,
    scale = texts.find(({ text }) => text === "60")!;
  assert(scale.left > center.left + 20, "the bar of the first hour is left of them");
});

Deno.test("polarClock() counts the rows of a series with a value, not nulls", () => {
  const rows = toFrame(fromRows(
    Array.from({ length: 48 }, (_, hour) => ({
      time: new Date(Date.UTC(2024, 0, 1, hour)),
      heart_rate: hour < 30 ? 60 : null,
    })),
    { time: "time", heart_rate: "float64" },
  ));
  assert(polarClock(rows, { tz: "UTC" }).summary.includes(": 30 events, "));
  const means = polarClock(rows, { y: "heart_rate", tz: "UTC" }).summary;
  assert(means.includes(": 30 values, "), means);
});

Deno.test("polarClock() draws means of a column as a ring with their numbers, without a mean time", async () => {
  const picture = polarClock(heartRates(7), { tz, y: "heart_rate", unit: "bpm", width: 360 });
  const svg = await golden("polarClock-values", picture);
  assert(
    picture.summary.startsWith("Heart rate (bpm) by hour of the day, Europe/Berlin: 1,008 values"),
  );
  assert(!picture.summary.includes("circular"), picture.summary);
  assertEquals(textBoxes(svg).filter(({ text }) => /^\d\d$/.test(text)).length, 24);
  const titles = found(svg, "[aria-label=line] path title").map(({ textContent }) => textContent);
  assertEquals(titles.length, 24);
  assert(titles.every((title) => /^\d\d:00 to \d\d:00: [\d.]+ bpm$/.test(title)), titles.join());
  const wide = polarClock(
    heartRates(7).map((row) => ({ ...row, heart_rate: 123_456.7 + row.heart_rate })),
    { tz, y: "heart_rate" },
  );
  assertEquals(
    found(await wide.svg(), "[aria-label=text] text")
      .filter(({ textContent }) => /^[\d,.]{7,}$/.test(textContent)).length,
    0,
    "numbers that do not fit are left out",
  );
});

Deno.test("polarClock() has no mean time for events that are spread as random times", () => {
  const events = (hours: readonly number[]) =>
    hours.map((hour, i) => ({ time: new Date(Date.UTC(2024, 0, 1 + i, hour)).toISOString() }));
  const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
  const summary = (hours: readonly number[]) => polarClock(events(hours), { tz: "UTC" }).summary;
  assert(!summary([...everyHour, 9]).includes("circular mean"));
  assert(summary([...everyHour, 9, 9, 9, 9, 9, 9]).includes("circular mean 09:00, R 0.20"));
});

Deno.test("polarClock() finds the circular mean over midnight", () => {
  const late = ["23:00", "01:00"].map((clock) => ({ time: `2024-01-01T${clock}Z` }));
  assert(polarClock(late, { tz: "UTC" }).summary.includes("circular mean 00:00, R 0.97"));
  const opposite = ["06:00", "18:00"].map((clock) => ({ time: `2024-01-01T${clock}Z` }));
  assert(!polarClock(opposite, { tz: "UTC" }).summary.includes("circular mean"));
});

Deno.test("polarClock() uses local time, even on days with clock changes", () => {
  const events = [{ time: "2024-03-30T06:30Z" }, { time: "2024-03-31T05:30Z" }]; // 07:30 both
  const { summary } = polarClock(events, { tz });
  assert(summary.includes("most from 07:00 to 08:00 (2); circular mean 07:30, R 1.00"), summary);
});

Deno.test("polarClock() places hours clockwise from the top", () => {
  const at = [0, 6, 12, 18].map((hour) => towards(hour, 1));
  const expected = [[0, 1], [1, 0], [0, -1], [-1, 0]];
  at.forEach(({ x, y }, i) => {
    assertAlmostEquals(x, expected[i]![0]!, 1e-12);
    assertAlmostEquals(y, expected[i]![1]!, 1e-12);
  });
});

Deno.test("polarClock() reports missing data", async () => {
  const svg = await polarClock([], { tz }).svg();
  assert(svg.includes("No data"));
  assertEquals(found(svg, "path").length, 0);
});

Deno.test("polarClock() counts in integers, and reads the unit of a column from the frame", async () => {
  const texts = textBoxes(await polarClock(coffees.slice(0, 1), { tz }).svg()).map(({ text }) =>
    text
  );
  assert(texts.every((text) => !/^\d+\.\d+$/.test(text)), texts.join());
  const frame = toFrame(fromRows(heartRates(1), { time: "time", heart_rate: "float64" }), {
    heart_rate: "bpm",
  });
  assert(String(polarClock(frame, { tz, y: "heart_rate" })).startsWith("Heart rate (bpm)"));
});
