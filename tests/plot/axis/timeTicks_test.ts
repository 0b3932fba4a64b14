import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { textWidth } from "../../../src/plot/picture/textWidth.ts";
import { labelsOf } from "../../../src/plot/picture/labels.ts";
import { timeTicks } from "../../../src/plot/axis/timeTicks.ts";

const at = (text: string, tz: string): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(tz).epochMilliseconds;
const ticks = (start: string, end: string, tz: string, pixels = 640) =>
  timeTicks({ start: at(start, tz), end: at(end, tz) }, pixels, labelsOf({}, tz));
const texts = (labels: readonly { text: string }[]): string[] => labels.map(({ text }) => text);

Deno.test("timeTicks() are at full local hours, even in half-hour zones", () => {
  const india = ticks("2024-01-01T21:10", "2024-01-02T05:20", "Asia/Kolkata");
  assertEquals(texts(india.ticks), [
    "22:00",
    "23:00",
    "00:00",
    "01:00",
    "02:00",
    "03:00",
    "04:00",
    "05:00",
  ]);
  assertEquals(texts(india.parts), ["Mon 1 Jan 2024", "Tue 2 Jan"]);
});

Deno.test("timeTicks() shows the year at the first day or in the source line, not at a day in between", () => {
  const week = ticks("2024-03-18T00:00", "2024-03-25T00:00", "Europe/Berlin", 660);
  assertEquals(week.parts.length, 7);
  assertEquals(texts(week.parts).filter((text) => text.includes("2024")), []);
  assertEquals(week.source, "local time, Europe/Berlin, 2024");
  const two = ticks("2024-03-18T00:00", "2024-03-20T00:00", "Europe/Berlin");
  assertEquals(texts(two.parts), ["Mon 18 Mar 2024", "Tue 19 Mar"]);
  assertEquals(two.source, "local time, Europe/Berlin");
  const turn = ticks("2023-12-30T00:00", "2024-01-03T00:00", "Europe/Berlin");
  assertEquals(texts(turn.parts).filter((text) => /\d{4}/.test(text)), [
    "Sat 30 Dec 2023",
    "Mon 1 Jan 2024",
  ]);
});

Deno.test("timeTicks() keeps even hours after a daylight saving change", () => {
  const night = ticks("2024-03-30T18:00", "2024-03-31T12:00", "Europe/Berlin", 600);
  assertEquals(texts(night.ticks), [
    "18:00",
    "20:00",
    "22:00",
    "00:00",
    "04:00",
    "06:00",
    "08:00",
    "10:00",
    "12:00",
  ]);
});

Deno.test("timeTicks() follows a daylight saving change of half an hour", () => {
  const night = ticks("2024-04-06T22:00", "2024-04-07T06:00", "Australia/Lord_Howe");
  assertEquals(texts(night.changes), ["clock back 30 min at 02:00"]);
  const hours = night.ticks.slice(1).map(({ at }, i) => (at - night.ticks[i]!.at) / 3_600_000);
  assertEquals(hours, [1, 1, 1, 1.5, 1, 1, 1, 1]); // from 01:00 to 02:00 there are one and a half hours
});

Deno.test("timeTicks() shows days, Mondays, months and years for longer intervals", () => {
  const zone = "America/New_York";
  assertEquals(texts(ticks("2024-03-08T00:00", "2024-03-14T00:00", zone, 400).ticks)[0], "Fri 8");
  assertEquals(texts(ticks("2024-03-08T00:00", "2024-04-20T00:00", zone).ticks)[0], "11 Mar");
  assertEquals(texts(ticks("2024-01-08T00:00", "2024-12-20T00:00", zone).ticks)[0], "Feb");
  assertEquals(texts(ticks("2014-01-08T00:00", "2024-12-20T00:00", zone).ticks)[0], "2015");
});

Deno.test("timeTicks() names every other Monday of a month on a phone, not only its first day", () => {
  const phone = ticks("2024-03-10T00:00", "2024-04-19T00:00", "Europe/Berlin", 200);
  assertEquals(texts(phone.ticks).length, 3);
  assertEquals(phone.format, "week");
  const quarter = ticks("2024-01-01T00:00", "2024-03-31T00:00", "Europe/Berlin", 380);
  assertEquals(texts(quarter.ticks), ["Jan", "Feb", "Mar"], "months where there are several");
});

Deno.test("timeTicks() always has labels that do not touch", () => {
  const span = fc.record({
    start: fc.integer({ min: 0, max: 2_000_000_000 }),
    length: fc.integer({ min: 60, max: 3_000_000_000 }),
    tz: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"),
    pixels: fc.integer({ min: 250, max: 1200 }),
  });
  fc.assert(
    fc.property(span, ({ start, length, tz, pixels }) => {
      const end = (start + length) * 1000;
      const found = timeTicks({ start: start * 1000, end }, pixels, labelsOf({}, tz));
      const scale = pixels / (length * 1000);
      assert(found.ticks.length > 0);
      for (const [i, { at, text }] of found.ticks.slice(1).entries()) {
        const before = found.ticks[i]!;
        const room = (textWidth(text) + textWidth(before.text)) / 2;
        assert((at - before.at) * scale >= room, `${before.text} and ${text}`);
      }
      for (const [i, { at }] of found.parts.slice(1).entries()) {
        const before = found.parts[i]!;
        assert((at - before.at) * scale >= textWidth(before.text), before.text);
      }
    }),
    { numRuns: 150 },
  );
});
