import { assertEquals, assertThrows } from "@std/assert";
import * as range from "../../src/time/range.ts";
import { namesDays, type When, whenRange } from "../../src/time/when.ts";

const TZ = "Europe/Berlin";
const now = (): Temporal.Instant => Temporal.Instant.from("2025-03-31T10:00:00+02:00");
const FORMS = '"2025", "2025-Q1", "2025-03", "2025-W11", "2025-03-10", "2025-W30/2025-W34", ' +
  '"2025-06/..", { days: 30 }, { nights: 30 }, { from, to } or { start_time, end_time }';
const read = (when: When, tz: string | undefined = TZ) => {
  const { start_time, end_time } = whenRange(when, { tz, now });
  return [String(start_time), String(end_time)];
};

Deno.test("text can be a year, a month, an ISO week or a day in the zone", () => {
  assertEquals(read("2025"), [
    "2025-01-01T00:00:00+01:00[Europe/Berlin]",
    "2026-01-01T00:00:00+01:00[Europe/Berlin]",
  ]);
  assertEquals(read("2025-03"), [
    "2025-03-01T00:00:00+01:00[Europe/Berlin]",
    "2025-04-01T00:00:00+02:00[Europe/Berlin]",
  ]);
  assertEquals(read("2025-W11"), [
    "2025-03-10T00:00:00+01:00[Europe/Berlin]",
    "2025-03-17T00:00:00+01:00[Europe/Berlin]",
  ]);
  assertEquals(read("2025-03-30"), [
    "2025-03-30T00:00:00+01:00[Europe/Berlin]",
    "2025-03-31T00:00:00+02:00[Europe/Berlin]",
  ]);
});

Deno.test("text can be a quarter, a span of periods with both ends included, or everything since one", () => {
  const first = (text: string) => `${text}T00:00:00+01:00[Europe/Berlin]`;
  assertEquals(read("2024-Q4"), ["2024-10-01T00:00:00+02:00[Europe/Berlin]", first("2025-01-01")]);
  const quarters = [1, 2, 3, 4].map((number) => read(`2024-Q${number}`));
  assertEquals(quarters.slice(1).map(([from]) => from), quarters.slice(0, 3).map(([, to]) => to));
  assertEquals([quarters[0]![0], quarters[3]![1]], read("2024"));
  assertEquals(read("2025-W01/2025-W03"), [first("2024-12-30"), first("2025-01-20")]);
  assertEquals(read("2024-12/2025-02"), [first("2024-12-01"), first("2025-03-01")]);
  assertEquals(read("2025-03-31/..")[0], "2025-03-31T00:00:00+02:00[Europe/Berlin]");
  assertEquals(read("2025-Q1/2025-Q1"), read("2025-01/2025-03"));
  assertEquals(read("2025-02/.."), [
    first("2025-02-01"),
    "2025-03-31T10:00:00+02:00[Europe/Berlin]",
  ]);
});

Deno.test("ranges in words are rejected with the range they probably mean", () => {
  const cases: readonly [unknown, string][] = [
    ["last winter", '"2024-12/2025-02"'],
    ["winter 2023", '"2023-12/2024-02"'],
    ["spring", '"2025-03/2025-05"'],
    ["last fall", '"2024-09/2024-11"'],
    ["since June", '"2024-06/.."'],
    ["since 1 June", '"2024-06-01/.."'],
    ["since 2024-06", '"2024-06/.."'],
    ["since Monday", '"2025-03-24/.."'],
    [{ since: "2024-06" }, '"2024-06/.."'],
    ["Q1 2025", '"2025-Q1"'],
    ["H2 2024", '"2024-07/2024-12"'],
    ["week 11", '"2025-W11"'],
    ["KW 50", '"2024-W50"'],
    ["weeks 50 to 2", '"2024-W50/2025-W02"'],
    ["this quarter", '"2025-Q1"'],
    ["last month", '{ days: 30 }. For the calendar month, give "2025-02"'],
    ["last March", '"2024-03"'],
    ["june 3", '"2024-06-03"'],
    [{ year: 2025 }, '"2025"'],
    [{ month: 2 }, '"2025-02"'],
    [{ week: 11 }, '"2025-W11"'],
    ["30 February", FORMS],
    ["2025-Q5", FORMS],
    ["weekend", FORMS],
    ["2025/2026/2027", FORMS],
  ];
  for (const [when, meant] of cases) {
    assertThrows(() => read(when as When), Error, `Pass ${meant}.`);
  }
  const months = { from: "2025-01", to: "2025-03" };
  assertThrows(() => read(months), RangeError, '"2025-01/2025-03", which includes both');
  assertThrows(() => read("2025-04/.."), RangeError, "is before");
  const days =
    '{ from: "2025-03-10", to: "2025-03-12" } to exclude that day, or to: "2025-03-13" to include';
  assertThrows(() => read("2025-03-10/2025-03-12"), RangeError, days);
  assertThrows(() => read("2025-03-12/2025-03-10"), RangeError, "is before");
  for (const [, meant] of cases) {
    if (/^"[^"]+"$/.test(meant)) assertEquals(read(JSON.parse(meant) as string).length, 2);
  }
});

Deno.test("ISO weeks agree with the calendar over a hundred years", () => {
  for (
    let day = Temporal.PlainDate.from("1970-01-01");
    day.year < 2070;
    day = day.add({ days: 7 })
  ) {
    const week = `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, "0")}`;
    const { start_time } = whenRange(week, { tz: "UTC", now });
    const monday = day.subtract({ days: day.dayOfWeek - 1 });
    assertEquals(String(start_time), `${monday}T00:00:00+00:00[UTC]`);
  }
});

Deno.test("weeks that a year does not have are rejected", () => {
  for (const week of ["2025-W00", "2025-W53", "2025-W99"]) {
    assertThrows(() => read(week), RangeError, "2025 has the weeks 01 to 52");
  }
  assertEquals(read("2020-W53")[0]!.slice(0, 10), "2020-12-28");
});

Deno.test("ranges that look back use the client's clock and end with whole days and nights", () => {
  assertEquals(read({ days: 1 }), [
    "2025-03-30T00:00:00+01:00[Europe/Berlin]",
    "2025-03-31T00:00:00+02:00[Europe/Berlin]",
  ]);
  assertEquals(read({ nights: 1 }), [
    "2025-03-30T12:00:00+02:00[Europe/Berlin]",
    "2025-03-31T12:00:00+02:00[Europe/Berlin]",
  ]);
  assertThrows(
    () => whenRange({ days: 1 }, { tz: TZ, now: undefined }),
    TypeError,
    "current time is unknown",
  );
});

Deno.test("from and to are half-open, as days in the zone or as instants", () => {
  assertEquals(
    read({ from: "2025-03-01", to: "2025-03-02" })[1],
    "2025-03-02T00:00:00+01:00[Europe/Berlin]",
  );
  assertEquals(read({ from: "2025-03-01T05:00Z", to: "2025-03-02T05:00Z" }), [
    "2025-03-01T05:00:00Z",
    "2025-03-02T05:00:00Z",
  ]);
  assertEquals(
    read({ from: "2025-03-01", to: "2025-03-01T12:00:00+01:00" })[0],
    "2025-02-28T23:00:00Z",
  );
});

Deno.test("a range and a Temporal date are accepted", () => {
  const given = range.month("2025-02", "Asia/Tokyo");
  assertEquals(whenRange(given, { tz: TZ, now }), given);
  assertEquals(read(Temporal.PlainDate.from("2025-03-30")), read("2025-03-30"));
});

Deno.test("a skipped day, an unknown range and options in the range are rejected", () => {
  const cases: readonly [unknown, string][] = [
    ["2025-13", "2025-13"],
    ["last month", "neither a year, a month, a week nor a day"],
    ["2025-3-1", "neither a year"],
    [30, "Pass { days: 30 }."],
    [2025, 'Pass "2025" for the year.'],
    ["30d", "Pass { days: 30 }."],
    ["last week", "Pass { days: 7 }."],
    ["yesterday", 'Pass the day as text, such as "2025-03-10"'],
    [new Date(0), 'Pass the day as text, such as "2025-03-10"'],
    [{ weeks: 2 }, "Pass { days: 14 }."],
    [{ last: 30 }, "Pass { days: 30 }."],
    [["2025-03-01", "2025-04-01"], 'Pass { from: "2025-03-01", to: "2025-04-01" }'],
    [{ end: "2025-04-01", start: "2025-03-01" }, 'Pass { from: "2025-03-01", to: "2025-04-01" }'],
    [{ since: 1 }, "it has no member since"],
    [null, "it is null"],
    [{}, "it is an empty object"],
    [{ day: 3 }, "Pass { days: 3 }."],
    [{ from: "2025-03-01" }, "to is missing"],
    [{ days: 30, metrics: ["StepCount"] }, "it has metrics in addition to days"],
    [
      { ...range.day("2025-03-01", TZ), tz: TZ },
      "it has tz in addition to start_time and end_time",
    ],
    [{ days: 0 }, "expected a whole number of at least 1"],
    [{ days: 2.5 }, "expected a whole number of at least 1"],
    [{ from: "2025-03-02", to: "2025-03-01" }, "is before"],
    [{ from: "2025-03-02T00:00Z", to: "2025-03-01T00:00Z" }, "is before"],
  ];
  for (const [when, message] of cases) {
    assertThrows(() => read(when as When), Error, message);
  }
  assertThrows(() => read("2011-12-30", "Pacific/Apia"), RangeError, "skipped the day 2011-12-30");
  assertThrows(
    () => whenRange("2025-03", { tz: undefined, now }),
    TypeError,
    "days need a time zone",
  );
});

Deno.test("a range given by days selects nights by their wake-up date", () => {
  for (const when of ["2025-03", { days: 3 }, { from: "2025-03-01", to: "2025-03-04" }]) {
    assertEquals(namesDays(when), true, JSON.stringify(when));
  }
  const instants = { from: "2025-03-01T00:00Z", to: "2025-03-04T00:00Z" };
  for (const when of [{ nights: 3 }, range.day("2025-03-01", TZ), instants]) {
    assertEquals(namesDays(when), false, JSON.stringify(when));
  }
});
