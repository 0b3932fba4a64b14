import { assert, assertEquals, assertThrows } from "@std/assert";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";
import { labelsOf } from "../../src/plot/picture/labels.ts";
import { golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { parsed } from "./svg.ts";
import { table } from "../../src/frame/polars/table.ts";
import { calendar, dailyBars, hypnogram, line, timeline } from "../../src/plot/mod.ts";

const words = (svg: string): string =>
  [...parsed(svg).querySelectorAll("text, title, desc")].map((text) => text.textContent).join("\n");
const ENGLISH = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Mar|May|Oct|Dec)\b/;
const CLOCK = /\b\d\d:\d\d\b/;

for (const [name, one] of Object.entries(EVERY_PICTURE).filter(([, { zoned }]) => zoned)) {
  Deno.test(`${name}() names days in the language of the option`, async () => {
    const english = one.draw(one.rows, { tz: TZ });
    const german = one.draw(one.rows, { tz: TZ, locale: "de" });
    for (const text of [german.summary, words(await german.svg())]) {
      assert(!ENGLISH.test(text), ENGLISH.exec(text)?.[0] + " in " + text);
    }
    const explicit = one.draw(one.rows, { tz: TZ, timeFormat: "HH:mm" });
    assertEquals(await explicit.svg(), await english.svg(), "the default is HH:mm");
  });

  Deno.test(`${name}() formats times of day with the given pattern`, async () => {
    const picture = one.draw(one.rows, { tz: TZ, timeFormat: "dd.MM.yyyy H'h'mm" });
    const text = words(await picture.svg()) + picture.summary;
    assert(!CLOCK.test(text), CLOCK.exec(text)?.[0]);
    assert(!/\d\d\.\d\d\.\d{4}/.test(text), "the date of the pattern is none of a time of day");
  });
}

const night = sampleNights("2024-03-10", 1, TZ), nights = sampleNights("2024-03-10", 20, TZ);
const hours = EVERY_PICTURE["line"]!.rows;

Deno.test("charts in other languages and time formats", async () => {
  await golden("locale-hypnogram-de", hypnogram(night, { tz: TZ, locale: "de" }));
  await golden(
    "locale-line-en-US",
    line(hours.slice(0, 80), { y: "steps", tz: TZ, locale: "en-US" }),
  );
  await golden("locale-timeline-12h", timeline(nights, { tz: TZ, timeFormat: "h a" }));
  await golden("locale-calendar-ja", calendar(hours, { y: "steps", tz: TZ, locale: "ja" }));
  await golden("locale-dailyBars-fr", dailyBars(hours, { y: "steps", tz: TZ, locale: "fr" }));
});

Deno.test("charts and tables reject an unknown locale or pattern", () => {
  for (const one of Object.values(EVERY_PICTURE).filter(({ zoned }) => zoned)) {
    assertThrows(
      () => one.draw(one.rows, { tz: TZ, locale: "xx" }),
      RangeError,
      'Cannot use locale "xx"',
    );
    assertThrows(
      () => one.draw(one.rows, { tz: TZ, timeFormat: "YYYY" }),
      RangeError,
      'Cannot use timeFormat "YYYY"',
    );
  }
  assertThrows(() => table([], { locale: "xx" }), RangeError, 'Cannot use locale "xx"');
});

Deno.test("the end of a day is 24:00 on a 24-hour clock, and midnight on a 12-hour clock", () => {
  const end = (timeFormat: string) => labelsOf({ timeFormat }, TZ).hour(24);
  assertEquals(["HH:mm", "H:mm", "HH'h'", "h:mm a"].map(end), [
    "24:00",
    "24:00",
    "24h",
    "12:00 AM",
  ]);
  assertEquals([0, 24, 25.5, 47.99].map(labelsOf({}, TZ).hour), [
    "00:00",
    "24:00",
    "01:30",
    "23:59",
  ]);
});
