import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { range } from "../../../mod.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-06T18:00:00+01:00";
const RECORDS = {
  SleepStage: [
    slept("Ring", "2025-01-04T23:10", "2025-01-05T07:00"),
    slept("Ring", "2025-01-06T00:00", "2025-01-06T08:20"),
  ],
  StepCount: [5, 6].map((day) => ({
    start_time: `2025-01-0${day}T10:00:00+01:00`,
    end_time: `2025-01-0${day}T10:30:00+01:00`,
    value: 900 * day,
  })),
};
const GERMAN = { locale: "de", timeFormat: "dd.MM.yyyy HH:mm 'Uhr'" };
const held = () => handMade({ records: RECORDS, now: NOW, tz: TZ });
/** Formats a date with the platform, independently of date-fns. */
const intl = (locale: string, date: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" }).format(new Date(date));

Deno.test("dates are in ISO 8601, or in the usual format of the locale", () => {
  assertEquals(pageLabels({}, TZ).date("2025-03-01"), "2025-03-01");
  for (const locale of ["en-US", "en-GB", "fr", "ja"]) {
    const plain = (text: string): string[] =>
      text.match(/\d+/g)!.map((part) => String(Number(part) % 100));
    const date = pageLabels({ locale }, TZ).date("2025-03-01");
    assertEquals(plain(date), plain(intl(locale, "2025-03-01")), locale);
  }
  assertEquals(pageLabels({ timeFormat: "dd.MM.yyyy HH:mm" }, TZ).date("2025-03-01"), "01.03.2025");
});

Deno.test("clock times are in the given zone and hour format", () => {
  const at = Temporal.Instant.from("2025-03-30T01:30:00Z").toZonedDateTimeISO(TZ);
  assertEquals(pageLabels({}, TZ).clock(at), "03:30"); // one hour after the daylight saving change
  assertEquals(pageLabels({ timeFormat: "h:mm a" }, TZ).clock(at), "3:30 AM");
  for (const [hours, text] of [[-0.5, "23:30"], [25.25, "01:15"], [7.9999, "07:59"]] as const) {
    assertEquals(pageLabels({}, TZ).hour(hours), text);
  }
  assertEquals(pageLabels({ timeFormat: "h:mm a" }, TZ).hour(-0.5), "11:30 PM");
});

Deno.test("a report, a night, a day and totals use the given locale and hour format", async () => {
  await using me = await held();
  const days = range.between("2025-01-05", "2025-01-07", TZ);
  const { title, sections } = (await me.report(days, GERMAN)).content;
  assertEquals(title, "2 Tage bis 06.01.2025");
  assertStringIncludes(
    String(sections.at(-1)!.show[0]),
    "1 von 2 Tagen; 06.01.2025 ist nicht zu Ende",
  );
  assertStringIncludes(String(sections[1]!.show.at(-1)), "Mo. 6. Jan. 2025");
  const inWords = (await me.report(days, { locale: "de" })).content.title;
  assertEquals(inWords, "2 Tage bis Mo. 6. Januar 2025");
  assert(!sections.map(({ show }) => show.join()).join().includes("2025-01-"), "no other form");
  const night = await me.lastNight(GERMAN);
  assertEquals(
    night.summary,
    "Nacht zum 06.01.2025: 8 h 20 min Schlaf, im Bett 00:00 Uhr bis 08:20 Uhr, Europe/Berlin",
  );
  assertStringIncludes(
    String(await me.lastNight({ ...GERMAN, timeFormat: "h:mm a" })),
    "11:10 nachm.",
  );
  const none = await me.lastNight({ ...GERMAN, date: "2025-01-08" });
  assertStringIncludes(String(none), "Nacht zum 08.01.2025: kein Schlaf");
  assertStringIncludes(String(none), "Nacht davor mit Schlaf ist die zum 06.01.2025");
  assertStringIncludes(String(await me.day("2025-01-05", GERMAN)), "05.01.2025, Europe/Berlin");
  const totals = await me.totals("StepCount", days, GERMAN);
  assertStringIncludes(String(totals), "Höchster Wert, am 05.01.2025");
});

Deno.test("an unknown locale or hour format is rejected", () => {
  assertThrows(() => pageLabels({ locale: "xx" }, TZ), RangeError, 'Cannot use locale "xx"');
  assertThrows(
    () => pageLabels({ timeFormat: "DD.MM.YYYY" }, TZ),
    RangeError,
    "Cannot use timeFormat",
  );
});
