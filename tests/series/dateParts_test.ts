import { assertEquals, assertThrows } from "@std/assert";
import { type DatePart, dateParts } from "../../src/series/dateParts.ts";

const PARTS = [
  "date",
  "year",
  "quarter",
  "month",
  "day",
  "hour",
  "minute",
  "second",
  "weekday",
  "weekend",
  "iso_year",
  "iso_week",
  "day_of_year",
] as const satisfies readonly DatePart[];

Deno.test("dateParts() agrees with Temporal in zones with offset changes", () => {
  const cases: [string, string][] = [
    ["Europe/Berlin", "2024-10-26T10:07Z"],
    ["Europe/Berlin", "2020-12-25T10:07Z"],
    ["America/Sao_Paulo", "2018-11-03T10:07Z"],
    ["Asia/Beirut", "2022-03-26T10:07Z"],
    ["Australia/Lord_Howe", "2024-04-06T10:07Z"],
    ["Pacific/Apia", "2011-12-29T08:07Z"],
    ["America/St_Johns", "1969-12-30T08:07Z"],
    ["Africa/Monrovia", "1972-01-06T08:07Z"],
  ];
  for (const [tz, moment] of cases) {
    const from = Temporal.Instant.from(moment);
    const rows = Array.from({ length: 400 }, (_, i) => ({
      time: from.add({ seconds: i * 1777 * (i % 3 === 0 ? 10 : 1) }),
    }));
    const expected = rows.map(({ time }) => {
      const local = time.toZonedDateTimeISO(tz);
      return {
        date: local.toPlainDate().toString(),
        year: local.year,
        quarter: Math.ceil(local.month / 3),
        month: local.month,
        day: local.day,
        hour: local.hour,
        minute: local.minute,
        second: local.second,
        weekday: local.dayOfWeek,
        weekend: local.dayOfWeek > 5,
        iso_year: local.yearOfWeek!,
        iso_week: local.weekOfYear!,
        day_of_year: local.dayOfYear,
      };
    });
    const actual = dateParts(rows, { tz, parts: PARTS });
    for (const part of PARTS) {
      assertEquals(
        actual.getColumn(part).toArray(),
        expected.map((row) => row[part]),
        `${tz} ${part}`,
      );
    }
  }
});

Deno.test("dateParts() keeps the frame, names parts as requested, and supports other weekends", () => {
  const rows = [{ time: "2024-03-29T12:00Z", height: 1 }, { time: "2024-03-31T12:00Z", height: 2 }];
  const frame = dateParts(rows, {
    tz: "Asia/Riyadh",
    parts: ["weekend"],
    prefix: "local_",
    weekendDays: [5, 6],
  });
  assertEquals(Reflect.ownKeys(frame), ["time", "height", "local_weekend"]);
  assertEquals(frame.getColumn("local_weekend").toArray(), [true, false]);
  assertEquals(dateParts([{ time: new Date(0) }], { tz: "UTC" }).getColumn("date").toArray(), [
    "1970-01-01",
  ]);
  assertEquals(dateParts([], { tz: "UTC" }).getColumn("date").toArray(), []);
});

Deno.test("dateParts() rejects invalid options", () => {
  const rows = [{ time: new Date(0), day: 3 }];
  assertThrows(
    () => dateParts(rows, { tz: "UTC" }),
    RangeError,
    "has a column of that name. Pass a prefix",
  );
  assertThrows(
    () => dateParts(rows, { tz: "UTC", parts: ["season" as "day"] }),
    RangeError,
    'date part "season": use some of date, year',
  );
  assertThrows(() => dateParts([{ at: 1 }], { tz: "UTC" }), TypeError, 'column "time" is missing');
  assertThrows(() => dateParts(rows, { tz: "Mars" }), RangeError, "not an IANA time zone");
});

Deno.test("dateParts() names weekdays and months in the language of locale, in the zone's days", () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 23, 30) + i * 86_400_000),
  }));
  for (const locale of ["en", "de", "pt-BR", "ja"]) {
    const named = dateParts(rows, {
      tz: "Europe/Berlin",
      parts: ["date", "weekday", "weekday_name", "month_name"],
      locale,
    }).toRecords();
    for (const { date, weekday_name, month_name } of named) {
      const day = Temporal.PlainDate.from(date as string);
      assertEquals(weekday_name, day.toLocaleString(locale, { weekday: "long" }));
      assertEquals(month_name, day.toLocaleString(locale, { month: "long" }));
    }
    assertEquals(new Set(named.map((row) => `${row["weekday"]} ${row["weekday_name"]}`)).size, 7);
  }
  for (const locale of ["xx", "!", ""]) {
    assertThrows(() => dateParts(rows, { tz: "UTC", locale }), RangeError, "Cannot use locale");
  }
});

Deno.test("dateParts() adds the usual parts to rows of a diary, whose days are called date", () => {
  const mood = [{ date: "2024-03-30", mood: 4 }, { date: "2024-03-31", mood: 5 }];
  const parts = dateParts(mood, { tz: "Europe/Berlin" });
  assertEquals(parts.columns, [
    "date",
    "mood",
    "year",
    "month",
    "day",
    "hour",
    "minute",
    "weekday",
  ]);
  assertEquals(parts.getColumn("weekday").toArray(), [6, 7]);
  assertThrows(
    () => dateParts(mood, { tz: "Europe/Berlin", parts: ["date"] }),
    RangeError,
    'choose parts such as ["weekday"]',
  );
});
