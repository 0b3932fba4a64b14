import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { resample } from "../../../src/series/resample.ts";

const MINUTE = 60_000;
const tz = "Europe/Berlin";

/** Returns rows at a distance in minutes, from one local time to before another. */
function rows(from: string, to: string, minutes: number) {
  const [start, end] = [from, to].map((text) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime(tz).epochMilliseconds
  ) as [number, number];
  const count = Math.ceil((end - start) / (minutes * MINUTE));
  return Array.from({ length: count }, (_, i) => ({
    time: new Date(start + i * minutes * MINUTE),
    value: 1,
  }));
}

const wholeOf = (frame: ReturnType<typeof resample>) => frame.getColumn("whole").toArray();

Deno.test("resample() marks days as not whole if a record begins or ends midway", () => {
  const days = resample(rows("2024-03-30T12:00", "2024-04-02T12:00", 5), {
    every: "1d",
    tz,
    whole: true,
  });
  assertEquals(wholeOf(days), [false, true, true, false]); // the second has 23 hours
  assertEquals(days.columns, ["time", "value", "whole"]);
});

Deno.test("resample() of a record from midnight to midnight has whole days only", () => {
  for (const minutes of [1, 5, 60]) {
    const frame = rows("2024-03-30T00:00", "2024-04-02T00:00", minutes);
    assertEquals(wholeOf(resample(frame, { every: "1d", tz, whole: true })), [true, true, true]);
    const less = resample(frame.slice(0, -1), { every: "1d", tz, whole: true });
    assertEquals(wholeOf(less), [true, true, false]);
    const later = resample(frame.slice(1), { every: "1d", tz, whole: true });
    assertEquals(wholeOf(later), [false, true, true]);
  }
});

Deno.test("resample() of a continuous record has whole days even if its rows are not on the hour", () => {
  const frame = rows("2024-03-30T00:03", "2024-04-01T23:59", 5);
  assertEquals(wholeOf(resample(frame, { every: "1d", tz, whole: true })), [true, true, true]);
});

Deno.test("resample() lets the caller set the recorded range, up to now", () => {
  // Steps are counted when one walks: neither row says when the counter was on.
  const walked = [
    { time: "2024-01-01T07:10", steps: 900 },
    { time: "2024-01-02T19:00", steps: 500 },
    { time: "2024-01-03T08:00", steps: 40 },
  ];
  const asked = { every: "1d", tz, aggregate: "sum" } as const;
  const now = { start_time: "2024-01-01", end_time: "2024-01-03T12:00" };
  assertEquals(wholeOf(resample(walked, { ...asked, whole: now })), [true, true, false]);
  const over = { start_time: "2024-01-01", end_time: "2024-01-04" };
  assertEquals(wholeOf(resample(walked, { ...asked, whole: over })), [true, true, true]);
  assertThrows(
    () => resample(walked, { ...asked, whole: "yes" as never }),
    TypeError,
    'whole is the text "yes", expected true, false or a range',
  );
});

Deno.test("resample() of groups and spans uses each group's own record", () => {
  const frame = [
    ...rows("2024-01-01T00:00", "2024-01-03T00:00", 30).map((row) => ({ ...row, user: "a" })),
    ...rows("2024-01-01T06:00", "2024-01-02T18:00", 30).map((row) => ({ ...row, user: "b" })),
  ];
  const found = resample(frame, { every: "1d", tz, by: "user", whole: true });
  assertEquals(wholeOf(found), [true, true, false, false]);
  const spans = resample([
    { time: "2024-01-01T00:00", end: "2024-01-01T08:00", v: 1 },
    { time: "2024-01-01T20:00", end: "2024-01-03T00:00", v: 1 },
    { time: "2024-01-02T20:00", end: "2024-01-02T21:00", v: 1 },
  ], { every: "1d", tz, end: "end", whole: true });
  assertEquals(wholeOf(spans), [true, true]);
});

Deno.test("a window is whole if and only if it has all rows of a regular record", () => {
  const reached = { whole: 0, not: 0 };
  fc.assertAll(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 2, max: 900 }),
      fc.constantFrom(1, 5, 15, 30),
      fc.constantFrom("1h", "6h", "1d"),
      (first, count, step, every) => {
        const at = (i: number) => Date.UTC(2024, 2, 30) + (first + i * step) * MINUTE;
        const frame = Array.from(
          { length: count },
          (_, i) => ({ time: new Date(at(i)), value: 1 }),
        );
        const found = resample(frame, { every, tz, whole: true, aggregate: "count" });
        const starts = found.getColumn("time").toArray().map((time) =>
          (time as unknown as Date).getTime()
        );
        const closing = resample(frame, { every, tz, label: "right", aggregate: "count" });
        const ends = closing.getColumn("time").toArray().map((time) =>
          (time as unknown as Date).getTime()
        );
        wholeOf(found).forEach((isWhole, i) => {
          // the same record, had it begun before and ended after
          let due = 0;
          for (let k = -3000; k < count + 3000; k++) {
            if (at(k) >= starts[i]! && at(k) < ends[i]!) due++;
          }
          const there = frame.filter(({ time }) =>
            time.getTime() >= starts[i]! && time.getTime() < ends[i]!
          ).length;
          assertEquals(isWhole, there === due);
          reached[isWhole ? "whole" : "not"]++;
        });
      },
    ),
    { numRuns: 60 },
  );
  assert(reached.whole > 50 && reached.not > 50, JSON.stringify(reached));
});

Deno.test("resample() averages whole days only, and does not treat their marks as values", () => {
  const days = [
    { time: "2024-01-30T00:00Z", steps: 10, whole: true },
    { time: "2024-01-31T00:00Z", steps: 20, whole: true },
    { time: "2024-02-01T00:00Z", steps: 3, whole: false },
  ];
  const months = resample(days, { every: "1mo", tz: "UTC", aggregate: "mean" });
  assertEquals(months.columns, ["time", "steps"]);
  assertEquals(months.toRecords().map(({ steps }) => steps), [15, null]);
  const sums = resample(days, { every: "1mo", tz: "UTC", aggregate: "sum" });
  assertEquals(sums.getColumn("steps").toArray(), [30, 3]);
  const counted = resample(days, { every: "1mo", tz: "UTC", aggregate: { whole: "count" } });
  assertEquals(counted.getColumn("whole").toArray(), [2, 1]);
});
