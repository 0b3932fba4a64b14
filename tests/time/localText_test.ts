import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { de } from "date-fns/locale/de";
import { localeOf, localText } from "../../src/time/localText.ts";
import { textPatterns } from "../../src/time/textPatterns.ts";

const ZONES = Intl.supportedValuesOf("timeZone");

Deno.test("localText() agrees with Temporal in every zone, from solar time to the far future", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2038, 0) }),
        fc.integer({ min: Date.UTC(1800, 0), max: Date.UTC(2400, 0) }),
        fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
      ),
      fc.constantFrom(...ZONES),
      (at, tz) => {
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz);
        const expected = local.toPlainDateTime().toString({ smallestUnit: "millisecond" });
        if (local.year < 1 || local.year > 9999) return;
        assertEquals(localText(at, tz, "uuuu-MM-dd'T'HH:mm:ss.SSS"), expected, tz);
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("localText() is right in every half hour around daylight saving changes", () => {
  for (
    const [tz, from] of [
      ["Europe/Berlin", "2024-03-30T12:00Z"],
      ["Europe/Berlin", "2024-10-26T12:00Z"],
      ["America/Sao_Paulo", "2018-11-03T12:00Z"],
      ["Africa/Cairo", "2024-04-25T12:00Z"],
      ["Australia/Lord_Howe", "2024-10-05T12:00Z"],
      ["Pacific/Apia", "2011-12-29T12:00Z"],
      ["Africa/Monrovia", "1972-01-06T12:00Z"],
    ] as const
  ) {
    for (let i = 0; i < 96; i++) {
      const at = Temporal.Instant.from(from).add({ minutes: 30 * i });
      const { year, month, day, hour, minute, second } = at.toZonedDateTimeISO(tz);
      assertEquals(
        localText(at.epochMilliseconds, tz, "y M d H m s"),
        `${year} ${month} ${day} ${hour} ${minute} ${second}`,
        tz,
      );
    }
  }
});

Deno.test("localeOf() accepts BCP 47 names and date-fns locales", () => {
  const codes = (names: string[]) => names.map((name) => localeOf(name).code);
  assertEquals(
    codes(["de", "de-AT", "de-CH", "en", "en-GB", "pt-BR", "zh-TW", "sr-Latn-RS"]),
    ["de", "de-AT", "de", "en-US", "en-GB", "pt-BR", "zh-TW", "sr-Latn"],
  );
  assertEquals(localeOf(de), de);
  for (const name of ["xx", "", "not a locale", "../de"]) {
    assertThrows(() => localeOf(name), RangeError, "Cannot use locale");
  }
  assertThrows(() => localeOf(null as never), TypeError, "Cannot use a locale: it is null");
});

Deno.test("textPatterns() puts day, month and year in the order of the language", () => {
  const at = Date.UTC(2024, 9, 26, 21, 5, 7);
  const date = (locale: string) => {
    const patterns = textPatterns({ locale });
    return [patterns.date, patterns.day, patterns.clock, patterns.second]
      .map((pattern) => localText(at, "UTC", pattern, patterns.locale)).join(" | ");
  };
  assertEquals(date("de"), "Sa. 26. Okt. 2024 | Sa. 26. Okt. | 21:05 | 21:05:07");
  assertEquals(date("en-US"), "Sat Oct 26, 2024 | Sat Oct 26 | 9:05 PM | 9:05:07 PM");
  assertEquals(date("en-GB"), "Sat 26 Oct 2024 | Sat 26 Oct | 21:05 | 21:05:07");
  assertEquals(date("nb"), "lør 26. okt. 2024 | lør 26. okt. | 21:05 | 21:05:07");
  assert(date("hu").startsWith("Szo 2024 okt. 26"));
});

Deno.test("textPatterns() divides a pattern into its time of day and its date", () => {
  const { clock, second, figures, whole } = textPatterns({ timeFormat: "dd.MM.yyyy, HH'h'mm" });
  assertEquals(
    { clock, second, figures, whole },
    {
      clock: "HH'h'mm",
      second: "HH'h'mm:ss",
      figures: "dd.MM.yyyy",
      whole: "dd.MM.yyyy, HH'h'mm",
    },
  );
  assertEquals(textPatterns({ timeFormat: "h:mm a 'on' d MMM" }).clock, "h:mm a");
  assertEquals(textPatterns({ timeFormat: "d MMM" }).clock, "HH:mm");
  assertEquals(textPatterns({ timeFormat: "d.M. HH:mm 'Uhr'" }).clock, "HH:mm 'Uhr'");
  assertEquals(textPatterns({ timeFormat: "HH'h' 'on' d MMM" }).clock, "HH'h'");
});

Deno.test("textPatterns() rejects invalid patterns, and letters that are usually mistakes", () => {
  const refused = (timeFormat: unknown, message: string) =>
    assertThrows(() => textPatterns({ timeFormat: timeFormat as string }), Error, message);
  refused("YYYY-MM-dd", 'YYYY is not the year; did you mean "yyyy"?');
  refused("DD.MM.yyyy", 'DD is not the day of the month; did you mean "dd"?');
  refused("noon HH:mm", "unescaped latin alphabet character");
  refused("", "it is empty");
  refused(5, "it is number");
  refused(null, "it is null");
});
