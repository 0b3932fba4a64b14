import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { csv } from "../../../src/read/csv.ts";
import { formattedTimes } from "../../../src/read/csv/formattedTimes.ts";
import { localeOf, localText } from "../../../src/time/localText.ts";

const BERLIN = "Europe/Berlin";
const iso = (micros: bigint): string => new Temporal.Instant(micros * 1000n).toString();

Deno.test("timeFormat reads what spreadsheets of several countries write", () => {
  const cases: [string, string, string, string?][] = [
    ["30.03.2024 08:00", "dd.MM.yyyy HH:mm", "2024-03-30T07:00:00Z"],
    ["3/30/2024 8:00 PM", "M/d/yyyy h:mm a", "2024-03-30T19:00:00Z"],
    ["30.03.68 08:00", "dd.MM.yy HH:mm", "2068-03-30T06:00:00Z"],
    ["30.03.69 08:00", "dd.MM.yy HH:mm", "1969-03-30T07:00:00Z"],
    ["30. März 2024, 8:00:01.250", "d. MMMM yyyy, H:mm:ss.SSS", "2024-03-30T07:00:01.25Z", "de"],
    ["30.03.2024 08:00 +0500", "dd.MM.yyyy HH:mm xx", "2024-03-30T03:00:00Z"],
    [" 30.03.2024 ", "dd.MM.yyyy", "2024-03-29T23:00:00Z"],
    ["1711782000", "t", "2024-03-30T07:00:00Z"],
  ];
  for (const [text, pattern, expected, locale] of cases) {
    const read = formattedTimes(pattern, {
      tz: BERLIN,
      locale: locale === undefined ? undefined : localeOf(locale),
    });
    assertEquals(iso(read(text)), expected, `${text} by ${pattern}`);
  }
});

Deno.test("timeFormat rejects local times that do not exist or occur twice", () => {
  const at = (text: string, tz: string) => formattedTimes("dd.MM.yyyy HH:mm", { tz })(text);
  for (
    const [text, tz, reason] of [
      ["31.03.2024 02:30", BERLIN, "does not exist"],
      ["27.10.2024 02:30", BERLIN, "happens twice"],
      ["04.11.2018 00:30", "America/Sao_Paulo", "does not exist"],
      ["06.10.2024 02:10", "Australia/Lord_Howe", "does not exist"],
      ["07.04.2024 01:45", "Australia/Lord_Howe", "happens twice"],
      ["30.12.2011 12:00", "Pacific/Apia", "does not exist"],
    ] as const
  ) assertThrows(() => at(text, tz), RangeError, reason);
  assertEquals(iso(at("10.03.2024 02:30", BERLIN)), "2024-03-10T01:30:00Z"); // skipped in New York
});

Deno.test("a date without a time is the first instant of its day, even if midnight is skipped", () => {
  const read = formattedTimes("dd.MM.yyyy", { tz: "America/Sao_Paulo" });
  assertEquals(iso(read("04.11.2018")), "2018-11-04T03:00:00Z");
});

Deno.test("timeFormat rejects texts in another format, and days that do not exist", () => {
  const read = formattedTimes("dd.MM.yyyy HH:mm", { tz: BERLIN });
  for (const text of ["2024-03-30 08:00", "31.02.2024 08:00", "30.03.2024 24:30", "30.03.2024"]) {
    assertThrows(() => read(text), RangeError, "does not have the format");
  }
  assertThrows(() => read("30.03.24 08:00"), RangeError, "two digits; use yy in the pattern");
});

Deno.test("timeFormat rejects ambiguous patterns", () => {
  const refused = (pattern: string, reason: string, tz: string | undefined = BERLIN) =>
    assertThrows(() => formattedTimes(pattern, { tz }), Error, reason);
  refused("dd.MM. HH:mm", "expected year, month and day");
  refused("HH:mm", "expected year, month and day");
  refused("dd.MM.yyyy hh:mm", "12-hour clock needs a");
  refused("dd.MM.yyyy HH:mm:ss.SSSSSS", "times have milliseconds");
  refused("DD.MM.yyyy", 'DD is not the day of the month; did you mean "dd"?');
  refused("dd.MM.YYYY", 'did you mean "yyyy"?');
  refused("nope", "unescaped latin alphabet character");
  refused("", "it is empty");
  refused("dd.MM.yyyy zzz", "cannot be read");
});

Deno.test("a pattern reads the instants that it writes, in any zone", () => {
  const pattern = "EEEE d MMMM yyyy h:mm:ss.SSS a";
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2037, 0) }),
      fc.constantFrom(BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"),
      fc.constantFrom("de", "fr", "en-US"),
      (at, tz, name) => {
        const locale = localeOf(name), text = localText(at, tz, pattern, locale);
        const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
          .toPlainDateTime();
        const [early, late] = (["earlier", "later"] as const)
          .map((disambiguation) => wall.toZonedDateTime(tz, { disambiguation }));
        const read = () => formattedTimes(pattern, { tz, locale })(text);
        if (early!.equals(late!)) assertEquals(read(), BigInt(at) * 1000n, text);
        else assertThrows(read, RangeError, "happens twice");
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("csv() accepts one pattern for all time columns, or one for each", async () => {
  const text = "Start,Date,note\n30.03.2024 08:00,3/31/2024,x\n,4/1/2024,y\n";
  const frame = await csv({ text }, {
    columns: { start_time: "Start", end_time: "Date", note: "note" },
    timeFormat: { start_time: "dd.MM.yyyy HH:mm", end_time: "M/d/yyyy" },
    tz: BERLIN,
  });
  const times = (name: string) =>
    (frame.getColumn(name).toArray() as unknown as (Date | null)[]).map((at) =>
      at?.toISOString() ?? null
    );
  assertEquals(times("start_time"), ["2024-03-30T07:00:00.000Z", null]);
  assertEquals(times("end_time"), ["2024-03-30T23:00:00.000Z", "2024-03-31T22:00:00.000Z"]);
});

Deno.test("csv() names the line, column and format of a time that it cannot read", async () => {
  const fails = (text: string, options: Parameters<typeof csv>[1], message: string) =>
    assertRejects(() => csv({ text }, options), Error, message);
  const timeFormat = "dd.MM.yyyy HH:mm";
  await fails(
    "time\n2024-03-30 08:00\n",
    { timeFormat, tz: BERLIN },
    'Cannot read CSV: line 2, column "time" is "2024-03-30 08:00", expected a time: ' +
      '"2024-03-30 08:00" does not have the format "dd.MM.yyyy HH:mm"',
  );
  await fails("time\n30.03.2024 08:00\n", { timeFormat }, "has no offset. Pass tz");
  await fails(
    "time\n",
    { timeFormat, parseTime: (text) => text, tz: BERLIN },
    "cannot be combined",
  );
  await fails(
    "time,note\n",
    { timeFormat: { tme: timeFormat }, tz: BERLIN },
    'timeFormat has "tme", which is not a column of times; did you mean "time"?',
  );
  await fails(
    "time\n",
    { timeFormat, locale: "xx-Klingon", tz: BERLIN },
    'Cannot use locale "xx-Klingon"',
  );
});
