import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  between,
  day,
  lastDays,
  lastNights,
  month,
  week,
  wholeNights,
  year,
} from "../../src/time/range.ts";

const TZ = "Europe/Berlin";
const text = (range: { start_time: unknown; end_time: unknown }) =>
  [range.start_time, range.end_time].map((t) => String(t).replace(/\[.*/, ""));

Deno.test("range.lastNights() runs from noon to noon across a daylight saving change", () => {
  assertEquals(text(lastNights(1, TZ, { until: "2024-03-31T09:00:00+02:00" })), [
    "2024-03-30T12:00:00+01:00",
    "2024-03-31T12:00:00+02:00",
  ]);
});

Deno.test("range.lastNights() ends at noon of the same day in the morning and in the evening", () => {
  const morning = lastNights(3, TZ, { until: "2024-05-10T08:00:00+02:00" });
  const evening = lastNights(3, TZ, { until: "2024-05-10T23:00:00+02:00" });
  assertEquals(text(morning), text(evening));
});

Deno.test("range.lastDays() excludes the current day", () => {
  assertEquals(text(lastDays(7, TZ, { until: "2024-05-10T08:00:00+02:00" })), [
    "2024-05-03T00:00:00+02:00",
    "2024-05-10T00:00:00+02:00",
  ]);
});

Deno.test("range.day() has 23 hours in spring, 25 in autumn, and starts at 01:00 if midnight is skipped", () => {
  const hours = (date: string, tz: string) => {
    const { start_time, end_time } = day(date, tz);
    return start_time.until(end_time, { largestUnit: "hour" }).hours;
  };
  assertEquals(hours("2024-03-31", TZ), 23);
  assertEquals(hours("2024-10-27", TZ), 25);
  assertEquals(day("2018-11-04", "America/Sao_Paulo").start_time.hour, 1);
});

Deno.test("range.week() starts on Monday and range.month() on the first", () => {
  assertEquals(text(week("2024-05-12", TZ))[0], "2024-05-06T00:00:00+02:00");
  assertEquals(text(month("2024-02", TZ)), [
    "2024-02-01T00:00:00+01:00",
    "2024-03-01T00:00:00+01:00",
  ]);
});

Deno.test("range verbs report what is wrong", () => {
  assertThrows(() => day("2024-02-30", TZ), RangeError, '"2024-02-30": this date does not exist');
  assertThrows(
    () => month("2025-13" as string, TZ),
    RangeError,
    '"2025-13": this date does not exist',
  );
  assertThrows(
    () => day("2024-W10" as string, TZ),
    RangeError,
    '"2024-W10": write it as 2024-03-31',
  );
  assertThrows(() => between("2024-03-02", "2024-03-01", TZ), RangeError, "before");
  assertThrows(
    () => lastNights(0, TZ, { until: "2024-03-01T00:00Z" }),
    RangeError,
    "a whole number of at least 1",
  );
  assertThrows(() => day("2024-02-01", "Europe/Berlim"), RangeError, "Europe/Berlim");
});

Deno.test("range.lastDays() and range.lastNights() end now by default", () => {
  const before = Temporal.Now.zonedDateTimeISO("Europe/Berlin").startOfDay();
  const { start_time, end_time } = lastDays(30, "Europe/Berlin");
  const after = Temporal.Now.zonedDateTimeISO("Europe/Berlin").startOfDay();
  assert([before, after].some((today) => today.equals(end_time)));
  assertEquals(start_time.toPlainDate(), end_time.toPlainDate().subtract({ days: 30 }));
  assertEquals(lastNights(1, "Europe/Berlin").end_time.hour, 12);
});

Deno.test("range.wholeNights() widens midnights to noons, and keeps noons", () => {
  const nights = wholeNights(month("2024-03", TZ), TZ);
  assertEquals(text(nights), ["2024-02-29T12:00:00+01:00", "2024-03-31T12:00:00+02:00"]);
  assertEquals(text(wholeNights(nights, TZ)), text(nights));
  const noons = lastNights(7, "Pacific/Apia", { until: "2012-01-02T20:00Z" });
  assertEquals(text(wholeNights(noons, "Pacific/Apia")), text(noons));
  assertThrows(() => wholeNights(null as never, TZ), TypeError, "the range is null");
});

Deno.test("range.day() rejects a day that the zone skipped", () => {
  for (
    const [date, tz] of [
      ["2011-12-30", "Pacific/Apia"],
      ["2011-12-30", "Pacific/Fakaofo"],
      ["1994-12-31", "Pacific/Kiritimati"],
      ["1993-08-21", "Pacific/Kwajalein"],
    ] as const
  ) {
    const error = assertThrows(() => day(date, tz), RangeError);
    assertEquals(error.message.includes(`${tz} skipped the day ${date}`), true, error.message);
    const skipped = Temporal.PlainDate.from(date), before = skipped.subtract({ days: 1 });
    assertThrows(() => between(skipped, skipped.add({ days: 1 }), tz), RangeError, error.message);
    assertEquals(day(before, tz).start_time.toPlainDate().equals(before), true);
  }
});

Deno.test("range.day(), week() and month() of an instant use its local day", () => {
  const at = new Date("2025-03-09T23:30Z");
  const starts = (tz: string) =>
    [day(at, tz), week(at, tz), month(at, tz)]
      .map(({ start_time }) => start_time.toPlainDate().toString());
  assertEquals(starts("Europe/Berlin"), ["2025-03-10", "2025-03-10", "2025-03-01"]);
  assertEquals(starts("America/New_York"), ["2025-03-09", "2025-03-03", "2025-03-01"]);
  assertEquals(
    String(day(Temporal.Instant.from("2025-03-09T23:30Z"), "Asia/Kathmandu").start_time),
    "2025-03-10T00:00:00+05:45[Asia/Kathmandu]",
  );
  assertEquals(
    week("2025-W11", "Europe/Berlin"),
    week("2025-03-12", "Europe/Berlin"),
  );
});

Deno.test("range.year() accepts a number, text, or a date in the year, in the zone", () => {
  const { start_time, end_time } = year(2024, TZ);
  assertEquals(start_time.toPlainDate().toString(), "2024-01-01");
  assertEquals(end_time.toPlainDate().toString(), "2025-01-01");
  assertEquals(start_time.hour + end_time.hour, 0);
  assertEquals(start_time.until(end_time, { largestUnit: "day" }).days, 366);
  for (const same of ["2024", "2024-02-29"]) assertEquals(year(same, TZ), year(2024, TZ));
  assertEquals(
    year(new Date("2024-12-31T23:30Z"), "Europe/Berlin"),
    year(2025, "Europe/Berlin"),
  );
  assertThrows(() => year(20245, TZ), RangeError);
});

/** Rejects a call with an error of our own, which ends with a reason. */
function refuses(call: () => unknown, reason: RegExp): void {
  const { message } = assertThrows(call, RangeError);
  assertMatch(message, /^Cannot /);
  assertMatch(message, reason);
}

Deno.test("ranges that begin before the year 1 or end after 9999 are rejected", () => {
  const until = "2025-03-01T12:00Z";
  for (const count of [1e6, 1e9, 1e15, Number.MAX_SAFE_INTEGER]) {
    refuses(() => lastDays(count, TZ, { until }), /before the year 1\. Pass fewer days\.$/);
    refuses(() => lastNights(count, TZ, { until }), /before the year 1\. Pass fewer days\.$/);
  }
  lastDays(739_000, TZ, { until });
  refuses(() => day("9999-12-31", TZ), /after the year 9999/);
  refuses(() => year(9999, TZ), /after the year 9999/);
  day("9999-12-30", TZ);
});
