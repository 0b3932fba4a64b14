import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { local } from "../../src/app/local.ts";
import { any } from "../../src/read/any.ts";
import type { ExportOptions } from "../../src/read/export/makerExport.ts";
import { ics } from "../../src/read/ics/ics.ts";
import { zipped } from "./export/exportFixture.ts";

const CALENDAR = await Deno.readTextFile(new URL("../fixtures/calendar.ics", import.meta.url));
const YEAR = { tz: "Europe/Berlin", range: "2024" };

const file = (text: string, name = "t.ics"): File => new File([text], name);

/** Title, start and end of the events of a text, in order of title and start. */
async function eventsOf(text: string, options: ExportOptions = YEAR): Promise<string[]> {
  const { events } = await ics(file(text), options);
  const iso = (time: unknown): string => new Date(Number(time)).toISOString().slice(0, 16) + "Z";
  return events.toRecords()
    .map((row) => `${row["title"]} ${iso(row["start_time"])} ${iso(row["end_time"])}`).toSorted();
}

const calendar = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT", "END:VCALENDAR"].join(
    "\r\n",
  );

// Instants that recurring-ical-events 3.8.2 (icalendar 7.3.0) for Python reads from this file, with
// days and floating times in Europe/Berlin.
Deno.test("series, exceptions and zones give the instants that another library finds", async () => {
  assertEquals(await eventsOf(CALENDAR), [
    "Beer 2024-01-26T22:00Z 2024-01-26T23:00Z",
    "Beer 2024-02-23T22:00Z 2024-02-23T23:00Z",
    "Beer 2024-03-10T07:30Z 2024-03-10T07:30Z", // 02:30 in New York, which that day skips
    "Beer 2024-03-29T21:00Z 2024-03-29T22:00Z",
    "Beer 2024-04-26T21:00Z 2024-04-26T22:00Z",
    "Birthday 2024-02-28T23:00Z 2024-02-29T23:00Z",
    "Course 2024-03-28T17:00Z 2024-03-28T18:30Z",
    "Course 2024-03-29T17:00Z 2024-03-29T18:30Z",
    "Course 2024-03-30T17:00Z 2024-03-30T18:30Z",
    "Course 2024-03-31T16:00Z 2024-03-31T17:30Z",
    "Course 2024-04-01T16:00Z 2024-04-01T17:30Z",
    "Floatingfolded text 2024-05-01T06:00Z 2024-05-01T06:00Z",
    "Stand-up 2024-03-04T08:00Z 2024-03-04T08:30Z",
    "Stand-up 2024-03-11T08:00Z 2024-03-11T08:30Z",
    "Stand-up 2024-03-18T08:00Z 2024-03-18T08:30Z",
    "Stand-up 2024-04-01T07:00Z 2024-04-01T07:30Z",
    "Stand-up 2024-04-15T07:00Z 2024-04-15T07:30Z",
    "Stand-up 2024-04-22T07:00Z 2024-04-22T07:30Z", // its UNTIL is in UTC
    "Stand-up, moved 2024-04-09T09:00Z 2024-04-09T10:00Z",
    "UTC 2024-03-30T23:00Z 2024-03-31T00:30Z",
    "UTC 2024-03-31T23:00Z 2024-04-01T00:30Z",
    "UTC 2024-04-01T23:00Z 2024-04-02T00:30Z",
  ]);
});

Deno.test("an event has its calendar, its notes and whether it lasts all day", async () => {
  const { events, report } = await ics(file(CALENDAR), YEAR);
  const rows = events.toRecords();
  assertEquals(new Set(rows.map((row) => row["calendar"])), new Set(["Work"]));
  const birthday = rows.find((row) => row["title"] === "Birthday")!;
  assertEquals(birthday["all_day"], true);
  assertEquals(
    rows.find((row) => String(row["title"]).startsWith("Float"))!["notes"],
    "two\nlines",
  );
  assertEquals(report.read, { events: 22 });
  assertEquals(Object.keys(report.skipped), ["outside of the range"]);
});

Deno.test("days and times without a zone need one; times in a zone do not", async () => {
  const { report } = await ics(file(CALENDAR), {
    range: { start_time: "2024-01-01T00:00Z", end_time: "2025-01-01T00:00Z" },
  });
  assertEquals(report.read, { events: 20 });
  assertEquals(report.skipped["its time has no zone; pass tz"]! > 0, true);
});

Deno.test("an unknown zone is not replaced by the local zone", async () => {
  const text = calendar("DTSTART;TZID=Middle-earth:20240301T090000", "SUMMARY:Feast");
  const { report } = await ics(file(text), YEAR);
  assertEquals(report.skipped, { "its zone is neither described nor known": 1 });
  assertStringIncludes(report.problems[0]!.reason, "Middle-earth");
  const prefixed = calendar("DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20240301T090000");
  assertEquals(await eventsOf(prefixed), ["null 2024-03-01T08:00Z 2024-03-01T08:00Z"]);
});

Deno.test("deviations from the standard are read: dates without VALUE=DATE, a zone on a date, periods, no start", async () => {
  assertEquals(await eventsOf(calendar("DTSTART:20240229", "SUMMARY:Leap")), [
    "Leap 2024-02-28T23:00Z 2024-02-29T23:00Z",
  ]);
  const zoned = calendar("DTSTART;TZID=Europe/Berlin;VALUE=DATE:20240331", "SUMMARY:Change");
  assertEquals(await eventsOf(zoned), ["Change 2024-03-30T23:00Z 2024-03-31T22:00Z"]);
  const periods = calendar(
    "DTSTART:20240101T090000Z",
    "DURATION:PT1H",
    "RDATE;VALUE=PERIOD:20240105T090000Z/20240105T100000Z",
    "SUMMARY:Shift",
  );
  assertEquals(await eventsOf(periods), [
    "Shift 2024-01-01T09:00Z 2024-01-01T10:00Z",
    "Shift 2024-01-05T09:00Z 2024-01-05T10:00Z",
  ]);
  const asDate = calendar("DTSTART;VALUE=DATE:20240806T210000", "SUMMARY:Show");
  assertEquals(await eventsOf(asDate), ["Show 2024-08-06T19:00Z 2024-08-06T19:00Z"]);
  const lost = CALENDAR.replace(
    "RECURRENCE-ID;TZID=Europe/Berlin:20240408T090000",
    "RECURRENCE-ID;TZID=Europe/Berlin:20240407T090000",
  );
  const titles = (await eventsOf(lost)).filter((line) => line.startsWith("Stand-up"));
  assertEquals(titles.length, 8, "seven of the series, and one that it no longer has");
  const { report } = await ics(file(calendar("SUMMARY:Some day")), YEAR);
  assertEquals(report.skipped, { "the event has no start": 1 });
});

Deno.test("a changed occurrence belongs to the series of its UID, not to one at the same time", async () => {
  const series = (uid: string, ...lines: string[]): string[] => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    "DTSTART:20240101T090000Z",
    "DTEND:20240101T093000Z",
    ...lines,
    "END:VEVENT",
  ];
  const moved = series("Yoga", "RECURRENCE-ID:20240102T090000Z")
    .map((line) => line.replace(/(DT.*):20240101T09/, "$1:20240102T15"));
  const text = [
    "BEGIN:VCALENDAR",
    ...series("Stand-up", "RRULE:FREQ=DAILY;COUNT=3"),
    ...series("Yoga", "RRULE:FREQ=DAILY;COUNT=2"),
    ...moved,
    "END:VCALENDAR",
  ].join("\r\n");
  assertEquals(await eventsOf(text), [
    "Stand-up 2024-01-01T09:00Z 2024-01-01T09:30Z",
    "Stand-up 2024-01-02T09:00Z 2024-01-02T09:30Z",
    "Stand-up 2024-01-03T09:00Z 2024-01-03T09:30Z",
    "Yoga 2024-01-01T09:00Z 2024-01-01T09:30Z",
    "Yoga 2024-01-02T15:00Z 2024-01-02T15:30Z",
  ]);
});

Deno.test("the newest version of an event counts, and events without a UID are separate events", async () => {
  const version = (sequence: number, hour: number): string[] => [
    "BEGIN:VEVENT",
    "UID:v",
    `SEQUENCE:${sequence}`,
    `DTSTART:20240101T${hour}0000Z`,
    "END:VEVENT",
  ];
  const anonymous = ["BEGIN:VEVENT", "DTSTART:20240102T100000Z", "END:VEVENT"];
  const text = [
    "BEGIN:VCALENDAR",
    ...version(3, 13),
    ...version(1, 11),
    ...anonymous,
    ...anonymous.map((line) => line.replace("T10", "T12")),
    "END:VCALENDAR",
  ].join("\n");
  assertEquals((await eventsOf(text)).map((line) => line.slice(5, 22)), [
    "2024-01-01T13:00Z",
    "2024-01-02T10:00Z",
    "2024-01-02T12:00Z",
  ]);
  assertEquals((await ics(file(text), YEAR)).report.skipped, { "an older version of an event": 1 });
});

Deno.test("times without a zone are in the calendar's own zone if it has one", async () => {
  const text = calendar("DTSTART:20240101T090000", "SUMMARY:Show")
    .replace("BEGIN:VEVENT", "X-WR-TIMEZONE:US/Eastern\r\nBEGIN:VEVENT");
  assertEquals(await eventsOf(text), ["Show 2024-01-01T14:00Z 2024-01-01T14:00Z"]);
});

Deno.test("a series without an end stops a year from now, and a cancelled event is left out", async () => {
  const daily = calendar("DTSTART:20240101T090000Z", "RRULE:FREQ=DAILY", "SUMMARY:Run");
  const { events } = await ics(file(daily), { range: { start_time: "2024-01-01T00:00Z" } });
  const last = Number(events.getColumn("start_time").toArray().at(-1));
  assertEquals(Math.abs(last - Date.now() - 366 * 86_400_000) < 2 * 86_400_000, true);
  const cancelled = calendar("DTSTART:20240101T090000Z", "STATUS:CANCELLED");
  assertEquals((await ics(file(cancelled))).report.skipped, { "the event is cancelled": 1 });
  const seconds = calendar("DTSTART:20240101T090000Z", "RRULE:FREQ=SECONDLY");
  assertEquals(
    (await ics(file(seconds))).report.skipped["more than 50000 occurrences of a series"],
    1,
  );
});

Deno.test("a calendar is stored once, and the day of the store shows its events", async () => {
  await using me = await local({ tz: "Europe/Berlin" });
  const content = await any(zipped({ "Takeout/Calendar/work.ics": CALENDAR }), YEAR);
  assertEquals(content.report.reader, "ics");
  for (let i = 0; i < 2; i++) await me.ingest(content);
  const range = { start_time: "2024-03-31", end_time: "2024-04-02" };
  const held = await me.api.calendars.events(range);
  assertEquals(held.getColumn("title").toArray().toSorted(), [
    "Course",
    "Course",
    "Stand-up",
    "UTC",
    "UTC",
  ]);
  const { total_records } = await me.api.user.totals();
  assertEquals(total_records, 23, "22 events and their calendar");
});

Deno.test("a file that is not a calendar, or a broken one, is an error with the reason; a broken event is named", async () => {
  await assertRejects(() => ics(file("hello")), TypeError, "none of its files was found");
  await assertRejects(
    () => ics(file("BEGIN:VCALENDAR\nBEGIN:VEVENT\n")),
    TypeError,
    "it is not a calendar",
  );
  await assertRejects(
    () => ics(file("BEGIN:VCALENDAR\nnonsense\nEND:VCALENDAR")),
    TypeError,
    "not a calendar",
  );
  await assertRejects(() => ics("nowhere/work.ics"), TypeError, "does not exist");
  await assertRejects(() => ics(file(CALENDAR), { tz: "CEST" }), RangeError, "CEST");
  const broken = CALENDAR.replace("20240328T180000", "tomorrow");
  const { report } = await ics(file(broken), YEAR);
  assertEquals([report.skipped["the event cannot be read"], report.read["events"]], [1, 17]);
  assertEquals(report.problems.at(-1)!.where, "Course");
});

const threeEvents = [1, 2, 3].map((day) =>
  [
    "BEGIN:VEVENT",
    `UID:${day}`,
    `DTSTART:2024030${day}T090000Z`,
    "DURATION:PT30M",
    `SUMMARY:Café ${day}`,
    "BEGIN:VALARM",
    "TRIGGER:-PT5M",
    "END:VALARM",
    "END:VEVENT",
  ].join("\r\n")
);
const WHOLE = ["BEGIN:VCALENDAR", "X-WR-CALNAME:Work", ...threeEvents, "END:VCALENDAR", ""]
  .join("\r\n");

Deno.test("a calendar cut anywhere gives every complete event, and reports the cut", async () => {
  const bytes = new TextEncoder().encode(WHOLE);
  const ends = threeEvents.map((event) =>
    new TextEncoder().encode(WHOLE.slice(0, WHOLE.indexOf(event) + event.length)).length
  );
  for (let length = 0; length < bytes.length; length++) {
    const cut = new File([bytes.slice(0, length)], "t.ics");
    const whole = ends.filter((end) => end <= length).length;
    if (whole === 0) {
      await assertRejects(() => ics(cut, YEAR), TypeError, "Cannot read the iCalendar file: ");
      continue;
    }
    const { events, report } = await ics(cut, YEAR);
    assertEquals(
      events.getColumn("title").toArray(),
      ["Café 1", "Café 2", "Café 3"].slice(0, whole),
    );
    const isWhole = length >= bytes.length - "VCALENDAR\r\n".length; // END: of the last line is there
    assertEquals(report.problems.length, isWhole ? 0 : 1, `${length}`);
    if (isWhole) continue;
    assertEquals(report.problems[0]!.reason, "the file is cut short here", `${length}`);
    assertStringIncludes(`${report.problems[0]!.where}`, "line ");
    await assertRejects(() => ics(cut, { ...YEAR, strict: true }), TypeError, "cut short");
  }
});

Deno.test("an invalid event does not affect the other events", async () => {
  for (
    const [damaged, where, reason] of [
      [
        threeEvents[1]!.replace("DURATION:", "DURATION"),
        "line 12",
        /^the entry is not iCalendar: /,
      ],
      [threeEvents[1]!.replace("END:VEVENT", ""), "line 12", /^the entry has no end$/],
      [`\u0000junk`, "line 12", /^the line is not iCalendar: /],
    ] as const
  ) {
    const text = WHOLE.replace(threeEvents[1]!, damaged);
    const { events, report } = await ics(file(text), YEAR);
    assertEquals(events.getColumn("title").toArray(), ["Café 1", "Café 3"]);
    assertEquals(new Set(events.getColumn("calendar").toArray()), new Set(["Work"]));
    assertEquals(report.problems.map(({ where }) => where), [where]);
    assertMatch(report.problems[0]!.reason, reason);
    await assertRejects(() => ics(file(text), { ...YEAR, strict: true }), TypeError, where);
  }
});

Deno.test("a value that RFC 5545 does not allow skips its event, and is reported with its line", async () => {
  const day = "a day such as 20240301 or a time such as 20240301T090000Z";
  const start = "DTSTART:20240302T090000Z", rule = (text: string) => `${start}\r\nRRULE:${text}`;
  const frequencies = "FREQ with SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY";
  for (
    const [lines, wrong] of [
      ["DTSTART:2024-03-02", `line 14: DTSTART is "2024-03-02", expected ${day}`],
      ["DTSTART:20240230T090000Z", `line 14: DTSTART is "20240230T090000Z", expected ${day}`],
      ["DTSTART:20240302T090000+0100", 'DTSTART is "20240302T090000+0100", expected'],
      [
        `${start}\r\nDURATION:P1Y`,
        'line 15: DURATION is "P1Y", expected a duration such as PT1H30M',
      ],
      [`${start}\r\nEXDATE:20240302T090000Z,soon`, `line 15: EXDATE is "soon", expected ${day}`],
      [`${start}\r\nRDATE;VALUE=PERIOD:20240302T090000Z/PT`, 'line 15: RDATE is "PT", expected'],
      [rule("FREQ=FORTNIGHTLY"), `line 15: RRULE is "FREQ=FORTNIGHTLY", expected ${frequencies}`],
      [rule("COUNT=3"), `line 15: RRULE is "COUNT=3", expected ${frequencies}`],
      [rule("FREQ=DAILY;COUNT=-3"), "expected COUNT to be a whole number of at least 1"],
      [rule("FREQ=DAILY;INTERVAL=0"), "expected INTERVAL to be a whole number of at least 1"],
      [rule("FREQ=DAILY;UNTIL=never"), "expected UNTIL to be a day or a time"],
      [rule("FREQ=WEEKLY;BYMONTHDAY=3"), "RFC 5545 does not allow its rule FREQ=WEEKLY;"],
      [rule("FREQ=DAILY;BYDAY=XX"), 'correct line 15, "RRULE:FREQ=DAILY;BYDAY=XX"'],
    ] as const
  ) {
    const text = WHOLE.replace(start, lines).replace(
      "DURATION:PT30M\r\nSUMMARY:Café 2",
      "SUMMARY:Café 2",
    );
    const { events, report } = await ics(file(text), YEAR);
    assertEquals(events.getColumn("title").toArray(), ["Café 1", "Café 3"], lines);
    assertEquals(report.problems.length, 1, lines);
    assertStringIncludes(report.problems[0]!.reason, wrong, lines);
  }
  const valid = WHOLE.replace(
    "DURATION:PT30M",
    "EXDATE;TZID=Europe/Berlin:20240301T240000 , 20240304T090060Z",
  )
    .replace(
      "DURATION:PT30M",
      'RDATE;VALUE=PERIOD;X="a:b":20240309T090000Z/PT1H,20240310T090000Z/20240310T100000Z',
    );
  assertEquals((await ics(file(valid), YEAR)).report.problems, []);
});

Deno.test("lines and events outside of a calendar do not affect the others", async () => {
  const [first, second, third] = threeEvents;
  const text = [
    ...["BEGIN:VCALENDAR", "X-WR-CALNAME:Work", first, "END:VCALENDAR"],
    ...[second, "DTSTART:20240102T090000Z", "BEGIN:VCALENDAR", third, "END:VCALENDAR", ""],
  ].join("\r\n");
  const { events, report } = await ics(file(text), YEAR);
  assertEquals(events.getColumn("title").toArray(), ["Café 1", "Café 2", "Café 3"]);
  assertEquals(report.problems.map(({ where, reason }) => `${where}: ${reason}`), [
    "line 22: the line is outside of a calendar",
  ]);
});

Deno.test("reading a calendar ends when a deadline passes", async () => {
  const often = Array.from(
    { length: 200 },
    (_, i) =>
      `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART:20170102T090000Z\r\n` +
      "RRULE:FREQ=SECONDLY;BYMINUTE=0;BYSECOND=0\r\nEND:VEVENT\r\n",
  ).join("");
  const signal = AbortSignal.timeout(300);
  const calendar = file(`BEGIN:VCALENDAR\r\n${often}END:VCALENDAR\r\n`);
  await assertRejects(() => ics(calendar, { signal }), DOMException, "timeout");
});
