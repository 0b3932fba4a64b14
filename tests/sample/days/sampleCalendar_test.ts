import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sampleCalendar } from "../../../src/sample/days/sampleCalendar.ts";
import { sampleLocation } from "../../../src/sample/days/sampleLocation.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleUntil, sampleZone } from "../../../src/sample/life/sampleUntil.ts";

const { calendars, events } = sampleCalendar();

function local(text: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(text).toZonedDateTimeISO(sampleZone);
}

Deno.test("sampleCalendar() is determined by its options", () => {
  assertEquals(sampleCalendar({ seed: 3 }), sampleCalendar({ seed: 3 }));
  assertNotEquals(sampleCalendar({ seed: 3 }), sampleCalendar({ seed: 4 }));
});

Deno.test("sampleCalendar() with days returns the events of the whole sample that reach into them", () => {
  const from = sampleUntil.epochMilliseconds - 100 * 86_400_000;
  assertEquals(sampleCalendar({ days: 100 }), {
    calendars,
    events: events.filter(({ end_date }) => Date.parse(end_date) > from),
  });
});

Deno.test("sampleCalendar() returns one calendar, and its events in order of time", () => {
  assertEquals(calendars.length, 1);
  assertEquals(new Set(events.map((event) => event.calendar_event_id)).size, events.length);
  for (const [i, event] of events.entries()) {
    assertEquals(event.calendar_id, calendars[0]?.calendar_id);
    assert(Date.parse(event.end_date) > Date.parse(event.start_date));
    assert(event.start_date >= (events[i - 1]?.start_date ?? ""));
    assert(Date.parse(event.start_date) < sampleUntil.epochMilliseconds);
    assert(event.creation_date !== null && event.creation_date <= event.start_date);
    assert(Object.values(event).every((value) => value !== undefined));
    assertEquals(Object.keys(event).length, 29);
  }
});

Deno.test("sampleCalendar() has no appointments during sleep", () => {
  const nights = sampleNights();
  for (const event of events.filter(({ is_all_day }) => !is_all_day)) {
    const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)];
    assert(!nights.some((night) => night.start < end && start < night.end), event.start_date);
  }
});

Deno.test("sampleCalendar() keeps weekly appointments at their local time across daylight saving changes", () => {
  const meetings = events.filter(({ title }) => title === "Team meeting").map((event) =>
    local(event.start_date)
  );
  assert(meetings.length > 50);
  assertEquals(new Set(meetings.map(({ offset }) => offset)).size, 2);
  for (const at of meetings) {
    assertEquals([at.dayOfWeek, at.toPlainTime().toString()], [2, "15:00:00"]);
  }
});

Deno.test("sampleCalendar() has holidays from midnight to midnight, without work", () => {
  const holidays = events.filter(({ is_all_day, title }) => is_all_day && title !== "Rent");
  assertEquals(holidays.length, 8);
  for (const { start_date, end_date } of holidays) {
    const day = local(start_date);
    assertEquals(day.epochMilliseconds, day.startOfDay().epochMilliseconds);
    assertEquals(local(end_date).toString(), day.add({ days: 1 }).toString());
    const work = events.filter((event) =>
      event.title === "At the office" && local(event.start_date).toPlainDate().equals(day)
    );
    assertEquals(work.length, 0);
  }
});

Deno.test("sampleCalendar() agrees with sampleLocation() about days at work", () => {
  const { visits } = sampleLocation();
  const office = events.filter(({ title }) => title === "At the office");
  assert(office.length > 100);
  for (const { start_date, end_date, geolocation } of office) {
    const there = visits.find(({ arrival_date, departure_date }) =>
      Date.parse(arrival_date) <= Date.parse(start_date) &&
      Date.parse(end_date) <= Date.parse(departure_date)
    );
    assertEquals(there?.latitude_degrees, geolocation?.latitude);
    assertEquals(there?.longitude_degrees, geolocation?.longitude);
  }
});

Deno.test("sampleCalendar() has an all-day event in each month, and meetings with an organizer", () => {
  const rent = events.filter(({ title }) => title === "Rent").map(({ start_date }) =>
    local(start_date)
  );
  assert(rent.length > 12 && rent.every((at) => at.day === 1 && at.hour === 0));
  const months = rent.map((at) => at.toPlainDate().toPlainYearMonth());
  for (const [i, month] of months.slice(1).entries()) {
    assertEquals(months[i]!.until(month).months, 1);
  }
  const [meeting] = events.filter(({ title }) => title === "Team meeting");
  const { name, participant_role } = meeting!.organizer as Record<string, unknown>;
  assertEquals([name, participant_role], ["Kim", "chair"]);
});
