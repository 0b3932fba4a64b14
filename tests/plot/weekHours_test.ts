import { assert, assertEquals, assertThrows } from "@std/assert";
import { weekHours } from "../../src/plot/weekHours.ts";
import { golden } from "./golden.ts";
import { UNKNOWN } from "../../src/plot/picture/theme.ts";
import { found, textBoxes } from "./svg.ts";
import { textWidth } from "../../src/plot/picture/textWidth.ts";

const tz = "Europe/Berlin";
/** Four weeks of hours: busy at noon, zero at night, Sunday evenings without the watch. */
const rows = Array.from({ length: 24 * 28 }, (_, i) => {
  const at = Temporal.Instant.from("2024-03-03T23:00Z").add({ hours: i });
  const { hour, dayOfWeek } = at.toZonedDateTimeISO(tz);
  const steps = hour < 6 ? 0 : 90 * Math.max(0, 12 - Math.abs(hour - 13)) + 40 * dayOfWeek;
  return { time: at.toString(), steps: dayOfWeek === 7 && hour >= 20 ? null : steps };
});
const CELLS = `[aria-label=rect] rect[fill]`,
  MISSING = `[aria-label=rect][fill="${UNKNOWN}"] rect`;
const titles = (svg: string, selector: string): string[] =>
  found(svg, selector).map((cell) => cell.textContent);

Deno.test("weekHours() has a cell for each weekday from Monday and hour, and grey ones for missing data", async () => {
  const svg = await golden("weekHours", weekHours(rows, { y: "steps", unit: "steps", tz }));
  assertEquals(found(svg, CELLS).length, 7 * 24 - 4);
  assertEquals(
    titles(svg, MISSING),
    [20, 21, 22, 23].map((hour) => `Sun ${hour}:00: no data (n = 0)`),
  );
  assert(titles(svg, CELLS).includes("Mon 13:00: 1,120 steps (n = 4)"));
  const texts = textBoxes(svg).map(({ text }) => text);
  assertEquals(texts.filter((text) => /^\d\d:00$/.test(text)).at(-1), "24:00");
  assert(texts.includes(`Grey: no data; local time, ${tz}`));
});

Deno.test("weekHours() distinguishes an hour of zero from an hour without data", async () => {
  const svg = await weekHours([
    { time: "2024-01-01T05:00Z", steps: 0 },
    { time: "2024-01-01T06:00Z", steps: null },
    { time: "2024-01-01T07:00Z", steps: 9 },
  ], { tz: "UTC", y: "steps" }).svg();
  assertEquals(titles(svg, CELLS), ["Mon 05:00: 0 (n = 1)", "Mon 07:00: 9 (n = 1)"]);
});

Deno.test("weekHours() counts a repeated hour as two, and a skipped hour as none", async () => {
  const hours = (start: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      time: Temporal.Instant.from(start).add({ hours: i }).toString(),
      steps: i,
    }));
  const autumn = titles(
    await weekHours(hours("2024-10-26T22:00Z", 25), { y: "steps", tz }).svg(),
    CELLS,
  );
  assertEquals(autumn.filter((text) => text.includes("02:00")), ["Sun 02:00: 2.5 (n = 2)"]);
  const spring = titles(
    await weekHours(hours("2024-03-30T23:00Z", 23), { y: "steps", tz }).svg(),
    CELLS,
  );
  assertEquals(spring.length, 23);
  assertEquals(spring.filter((text) => text.includes("02:00")), []);
});

Deno.test("weekHours() supports zones that skip midnight and half-hour zones", async () => {
  const minutes = (start: string) =>
    Array.from({ length: 48 }, (_, i) => ({
      time: Temporal.Instant.from(start).add({ minutes: 30 * i }).toString(),
      steps: 1,
    }));
  const cairo = titles(
    await weekHours(minutes("2024-04-25T20:00Z"), { y: "steps", tz: "Africa/Cairo" }).svg(),
    CELLS,
  );
  assert(!cairo.some((text) => text.startsWith("Fri 00:00")) && cairo.length === 24, cairo.join());
  const kolkata = titles(
    await weekHours(minutes("2024-04-25T18:30Z"), {
      y: "steps",
      tz: "Asia/Kolkata",
      aggregate: "sum",
    }).svg(),
    CELLS,
  );
  assertEquals(kolkata.filter((text) => !text.endsWith(": 2 (n = 1)")), []);
});

Deno.test("weekHours() counts only the range", () => {
  const range = { start_time: "2024-03-04T00:00", end_time: "2024-03-05T00:00" };
  assert(weekHours(rows, { y: "steps", tz, range }).summary.includes("24 of 168 cells have data"));
});

Deno.test("weekHours() rejects a missing column and a column of text", () => {
  assertThrows(
    () => weekHours(rows, { y: "stairs" }),
    TypeError,
    "Cannot draw the hours of a week",
  );
  assertThrows(
    () => weekHours([{ time: "2024-01-01T00:00Z", steps: "many" }], { y: "steps" }),
    TypeError,
    "expected a number",
  );
});

Deno.test("weekHours() labels the exact ends of its shades, without rounding", async () => {
  const beats = [53, 61, 90].map((bpm, i) => ({ time: `2024-01-01T0${i}:00Z`, bpm }));
  const texts = textBoxes(await weekHours(beats, { tz: "UTC", y: "bpm", width: 360 }).svg()).map((
    { text },
  ) => text);
  assertEquals(texts.filter((text) => /^\d\d\.\d$/.test(text)), [
    "52.5",
    "60.0",
    "67.5",
    "75.0",
    "82.5",
    "90.0",
  ]);
});

Deno.test("weekHours() names the value of a cell: values, their sums per hour, or another function", () => {
  const name = (options: object) => weekHours(rows, { y: "steps", tz, ...options }).summary;
  assert(name({}).startsWith("Steps, mean by weekday and hour, "), name({}));
  const sum = name({ aggregate: "sum" });
  assert(sum.startsWith("Steps per hour, mean by weekday and hour, "), sum);
  const max = name({ aggregate: "max" });
  assert(max.startsWith("Steps, max per hour, mean by weekday and hour, "), max);
});

Deno.test("weekHours() keeps the numbers of its legend apart, even if the first is long", () => {
  const rows = Array.from({ length: 168 }, (_, hour) => ({
    time: new Date(Date.UTC(2024, 2, 4, hour)).toISOString(),
    v: 53 + hour * 36 / 167,
  }));
  const picture = weekHours(rows, { y: "v", tz: "UTC", width: 360 });
  const [first, second] = picture.spec.header.legend;
  assert(first?.entry.from !== undefined && second !== undefined);
  assert(textWidth(first.entry.from) < first.x - textWidth(first.text) / 2, first.entry.from);
});
