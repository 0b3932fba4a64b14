import { assert, assertEquals, assertThrows } from "@std/assert";
import { patternHas, textPatterns } from "../../src/time/textPatterns.ts";
import { localText } from "../../src/time/localText.ts";

const AT = Date.UTC(2024, 9, 26, 21, 5, 10);
const KINDS = [
  "clock",
  "second",
  "shortDay",
  "dayMonth",
  "day",
  "date",
  "monthYear",
  "figures",
] as const;
const written = (options: Parameters<typeof textPatterns>[0]): Record<string, string> => {
  const patterns = textPatterns(options), { locale } = patterns;
  return Object.fromEntries(
    KINDS.map((kind) => [kind, localText(AT, "Europe/Berlin", patterns[kind], locale)]),
  );
};

Deno.test("textPatterns() without options writes English, day before month", () => {
  assertEquals(written({}), {
    clock: "23:05",
    second: "23:05:10",
    shortDay: "Sat 26",
    dayMonth: "26 Oct",
    day: "Sat 26 Oct",
    date: "Sat 26 Oct 2024",
    monthYear: "Oct 2024",
    figures: "2024-10-26",
  });
  assertEquals(textPatterns().whole, undefined);
});

Deno.test("textPatterns() of a locale uses its names and its order", () => {
  assertEquals(written({ locale: "de" }), {
    clock: "23:05",
    second: "23:05:10",
    shortDay: "Sa. 26.",
    dayMonth: "26. Okt.",
    day: "Sa. 26. Okt.",
    date: "Sa. 26. Okt. 2024",
    monthYear: "Okt. 2024",
    figures: "26.10.2024",
  });
  assertEquals(written({ locale: "en-US" }), {
    clock: "11:05 PM",
    second: "11:05:10 PM",
    shortDay: "Sat 26",
    dayMonth: "Oct 26",
    day: "Sat Oct 26",
    date: "Sat Oct 26, 2024",
    monthYear: "Oct 2024",
    figures: "10/26/2024",
  });
  const japanese = written({ locale: "ja" });
  assert(/2024.*10.*26/.test(japanese.date!), "the year stands first");
  assert(/2024.*10/.test(japanese.monthYear!));
});

Deno.test("a timeFormat gives charts its time of day and tables its date", () => {
  const patterns = textPatterns({ timeFormat: "dd.MM.yyyy 'at' h:mm a" });
  assertEquals(patterns.clock, "h:mm a");
  assertEquals(patterns.second, "h:mm:ss a");
  assertEquals(patterns.figures, "dd.MM.yyyy");
  assertEquals(patterns.whole, "dd.MM.yyyy 'at' h:mm a");
  assertEquals(patterns.day, "EEE d MMM", "the rest is as before");
});

Deno.test("a timeFormat without a date or time of day keeps the default of the other", () => {
  const dates = textPatterns({ timeFormat: "d MMM yyyy" });
  assertEquals([dates.clock, dates.second], ["HH:mm", "HH:mm:ss"]);
  const clocks = textPatterns({ timeFormat: "HH.mm.ss" });
  assertEquals([clocks.clock, clocks.second, clocks.figures], [
    "HH.mm.ss",
    "HH.mm.ss",
    "uuuu-MM-dd",
  ]);
});

Deno.test("a quoted word belongs to the token directly before it, or to the end", () => {
  assertEquals(textPatterns({ timeFormat: "HH'h'mm" }).clock, "HH'h'mm");
  assertEquals(textPatterns({ timeFormat: "HH:mm 'Uhr'" }).clock, "HH:mm 'Uhr'");
  assertEquals(textPatterns({ timeFormat: "HH:mm 'Uhr,' d MMM" }).clock, "HH:mm");
  assertEquals(textPatterns({ timeFormat: "HH 'o''clock'" }).clock, "HH 'o''clock'");
});

Deno.test("patternHas() distinguishes dates from times of day, and letters from quoted words", () => {
  for (
    const [pattern, clock, date] of [
      ["yyyy-MM-dd", false, true],
      ["HH:mm", true, false],
      ["dd.MM. HH:mm", true, true],
      ["'Hm yM'", false, false],
      ["d 'Hm'", false, true],
      ["''", false, false],
    ] as const
  ) {
    assertEquals(patternHas(pattern, "clock"), clock, pattern);
    assertEquals(patternHas(pattern, "date"), date, pattern);
  }
  for (const letter of "HhKkms") assert(patternHas(letter, "clock") && !patternHas(letter, "date"));
  for (const letter of "yMdE") assert(patternHas(letter, "date") && !patternHas(letter, "clock"));
});

Deno.test("textPatterns() rejects locales and patterns that do not exist", () => {
  assertThrows(() => textPatterns({ locale: "zz-ZZ" }), RangeError, "zz-ZZ");
  assertThrows(() => textPatterns({ timeFormat: "PPPP nn" }), RangeError);
  assertThrows(() => textPatterns({ timeFormat: 1 as unknown as string }), TypeError);
});
