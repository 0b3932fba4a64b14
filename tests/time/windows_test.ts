import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { every } from "../../src/time/every.ts";
import { isoMicros } from "../../src/time/iso.ts";
import { windows, type WindowsOptions } from "../../src/time/windows.ts";
import { toMicros } from "../../src/time/instant.ts";

const HOUR = 3_600_000_000n;

function hours(from: string, to: string, length: string, options: WindowsOptions): number[] {
  const at = windows({ start: toMicros(from), end: toMicros(to) }, every(length), options);
  return Array.from(at.subarray(1), (end, i) => Number(end - at[i]!) / Number(HOUR));
}

Deno.test("windows() of a day have 23 and 25 hours at daylight saving changes in Berlin", () => {
  const tz = "Europe/Berlin";
  assertEquals(hours("2024-03-30T23:00Z", "2024-04-01T22:00Z", "1d", { tz }), [23, 24]);
  assertEquals(hours("2024-10-26T22:00Z", "2024-10-28T23:00Z", "1d", { tz }), [25, 24]);
});

Deno.test("windows() of a day start at 01:00 if the zone skips midnight", () => {
  for (const [tz, date] of [["America/Sao_Paulo", "2018-11-04"], ["Asia/Beirut", "2024-03-31"]]) {
    const from = Temporal.PlainDate.from(date!).toZonedDateTime(tz!);
    const at = windows(
      { start: from.epochNanoseconds / 1000n, end: from.epochNanoseconds / 1000n + 1n },
      every("1d"),
      { tz: tz! },
    );
    assertEquals(isoMicros(at[0]!, tz).slice(11, 19), "01:00:00");
    assertEquals(at[1]! - at[0]!, 23n * HOUR);
  }
});

Deno.test("windows() of wall-clock time contain both passes of a repeated hour, even for quarters of an hour", () => {
  const tz = "Europe/Berlin";
  assertEquals(hours("2024-10-26T22:00Z", "2024-10-27T23:00Z", "1h", { tz }), Array(25).fill(1));
  assertEquals(
    hours("2024-03-30T23:00Z", "2024-03-31T22:00Z", "15m", { tz }),
    Array(92).fill(0.25),
  );
});

Deno.test("windows() of six hours of wall-clock time start at 00:00, 06:00, 12:00 and 18:00", () => {
  const tz = "Europe/Berlin";
  assertEquals(hours("2024-03-30T23:00Z", "2024-03-31T22:00Z", "6h", { tz }), [5, 6, 6, 6]);
  assertEquals(hours("2024-10-26T22:00Z", "2024-10-27T23:00Z", "6h", { tz }), [7, 6, 6, 6]);
});

Deno.test("windows() follow an offset change of half an hour", () => {
  const tz = "Australia/Lord_Howe";
  // 2024-04-07 02:00 +11:00 becomes 01:30 +10:30; 2024-10-06 02:00 +10:30 becomes 02:30 +11:00.
  assertEquals(hours("2024-04-06T13:00Z", "2024-04-06T17:30Z", "1h", { tz }), [1, 1.5, 1, 1]);
  assertEquals(hours("2024-10-05T13:30Z", "2024-10-05T17:00Z", "1h", { tz }), [1, 1, 0.5, 1]);
});

Deno.test("windows() from an instant are elapsed time and drift across a daylight saving change", () => {
  const tz = "Europe/Berlin", anchor = toMicros("2024-10-26T22:00Z");
  const at = windows({ start: anchor, end: toMicros("2024-10-28T22:00Z") }, every("12h"), {
    tz,
    anchor,
  });
  // Labels of polars 1.44.2 and pandas 3.0.6 for 12h across this change.
  assertEquals(
    Array.from(at.subarray(0, 4), (t) => isoMicros(t, tz)),
    [
      "2024-10-27T00:00:00+02:00",
      "2024-10-27T11:00:00+01:00",
      "2024-10-27T23:00:00+01:00",
      "2024-10-28T11:00:00+01:00",
    ],
  );
});

Deno.test("windows() from each local midnight absorb an offset change in the last window of the day", () => {
  const options = { tz: "Europe/Berlin", anchor: "local-day" } as const;
  assertEquals(hours("2024-10-26T22:00Z", "2024-10-27T23:00Z", "6h", options), [6, 6, 6, 6, 1]);
  assertEquals(hours("2024-03-30T23:00Z", "2024-03-31T22:00Z", "6h", options), [6, 6, 6, 5]);
});

Deno.test("windows() of weeks start on Monday, of months on the first, of quarters in January", () => {
  const at = (length: string) =>
    isoMicros(
      windows(
        { start: toMicros("2024-02-15T12:00Z"), end: toMicros("2024-02-15T13:00Z") },
        every(length),
      )[0]!,
    );
  assertEquals(at("1w"), "2024-02-12T00:00:00Z");
  assertEquals(at("1mo"), "2024-02-01T00:00:00Z");
  assertEquals(at("1q"), "2024-01-01T00:00:00Z");
  assertEquals(at("1y"), "2024-01-01T00:00:00Z");
});

Deno.test("windows() can start the day at 18:00 local time", () => {
  const tz = "Europe/Berlin";
  assertEquals(
    hours("2024-03-30T17:00Z", "2024-04-01T16:00Z", "1d", { tz, startOfDay: 18 * 60 }),
    [23, 24],
  );
});

Deno.test("windows() cover every interval, ascend, and start at or before its start", () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2_000_000_000n),
      fc.bigInt(0n, 10_000_000n),
      fc.constantFrom("7m", "15m", "1h", "6h", "1d", "1w", "1mo", "3d"),
      fc.constantFrom(
        "UTC",
        "Europe/Berlin",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "Asia/Kathmandu",
      ),
      fc.constantFrom("wall", "local-day", 17n),
      (start, length, text, tz, anchor) => {
        const interval = { start: start * 1_000_000n, end: (start + length) * 1_000_000n };
        const at = windows(interval, every(text), { tz, anchor: anchor as "wall" });
        assert(at.length >= 2 && at[0]! <= interval.start && at.at(-1)! >= interval.end);
        assert(at[1]! > interval.start, "the first window holds the start");
        assert(at.length === 2 || at.at(-2)! < interval.end, "no window lies wholly after the end");
        for (let i = 1; i < at.length; i++) assert(at[i]! > at[i - 1]!);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("windows() of days agree with Temporal day by day, across all offset changes", () => {
  const zone = fc.constantFrom(
    ...["UTC", "Europe/Berlin", "America/Sao_Paulo", "Africa/Cairo", "Australia/Lord_Howe"],
    ...["Pacific/Apia", "America/New_York", "Asia/Kathmandu", "Africa/Casablanca"],
  );
  const start = fc.integer({ min: Date.UTC(1965), max: Date.UTC(2030) });
  const startOfDay = fc.constantFrom(0, 1, 60, 150, 720, 1080, 1439);
  fc.assert(
    fc.property(
      zone,
      start,
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 1, max: 9 }),
      startOfDay,
      (tz, from, length, days, startOfDay) => {
        const start = BigInt(from) * 1000n, end = start + BigInt(length) * 86_400_000_000n / 2n;
        const found = windows({ start, end }, { kind: "calendar", days, months: 0 }, {
          tz,
          startOfDay,
        });
        let date = new Temporal.ZonedDateTime(found[0]! * 1000n, tz).toPlainDate();
        // A day with a late start is still that day; a day that started at 23:59 is the previous
        // one.
        const at = () =>
          date.toPlainDateTime("00:00").add({ minutes: startOfDay }).toZonedDateTime(tz)
            .epochNanoseconds / 1000n;
        if (at() > found[0]!) date = date.subtract({ days: 1 });
        const wanted = [found[0]!];
        while (wanted.length < 2 || wanted.at(-1)! < end) {
          date = date.add({ days });
          if (at() > wanted.at(-1)!) wanted.push(at());
        }
        assertEquals([...found], wanted);
      },
    ),
    { numRuns: 400, examples: [["Pacific/Apia", 1305972000001, 446, 2, 0]] }, // across 2011-12-30, which was skipped
  );
});

Deno.test("windows() of centuries may start before the year 1, and are rejected after 9999", () => {
  const year = (year: number): bigint =>
    new Temporal.PlainDate(year, 1, 1).toZonedDateTime("UTC").epochNanoseconds / 1000n;
  const ever = { start: year(1), end: year(9960) };
  assertEquals([...windows(ever, every("1000y"))], [
    ...[-30, 970, 1970, 2970, 3970, 4970, 5970, 6970, 7970, 8970, 9970].map(year),
  ]);
  const monthly = windows({ start: year(1), end: year(1) + 1n }, every("1mo"), {
    tz: "America/New_York", // still December of the year 0 there
  });
  assertEquals(monthly.length, 2);
  assertThrows(
    () => windows(ever, every("9999y")),
    RangeError,
    "is outside the years 1 to 9999",
  );
});

Deno.test("windows() reject a number of windows that would exhaust memory", () => {
  assertThrows(
    () => windows({ start: 0n, end: 10n ** 15n }, every("1us")),
    RangeError,
    "the maximum is 20000000",
  );
});

Deno.test("windows() near the limit need little more memory than their boundaries", () => {
  const interval = { start: 0n, end: 19_000_000n * 1_000_000n };
  const before = Deno.memoryUsage().heapUsed;
  for (const anchor of ["wall", "local-day"] as const) {
    const at = windows(interval, every("1s"), { tz: "Europe/Berlin", anchor });
    assert(at.length === 19_000_001 && at.at(-1) === interval.end);
  }
  const more = Deno.memoryUsage().heapUsed - before;
  assert(more < 100_000_000, `a heap of ${more} more bytes`);
});

Deno.test("windows() of microseconds contain only their interval, not the day around it", () => {
  const start = toMicros("2024-03-31T13:00Z"), end = start + 1_000n;
  const midnight = toMicros("2024-03-30T23:00Z"), tz = "Europe/Berlin";
  for (const anchor of ["wall", "local-day"] as const) {
    const at = windows({ start, end }, every("7us"), { tz, anchor });
    assert(at.length <= 145, `${anchor}: ${at.length}`);
    assert(at[0]! <= start && at.at(-1)! >= end);
    assert(at.subarray(1).every((one, i) => one - at[i]! === 7n));
    if (anchor === "local-day") assertEquals((at[0]! - midnight) % 7n, 0n);
  }
});

Deno.test("every() rejects invalid window lengths", () => {
  for (const text of ["", "1 day", "0s", "1x", "-1h", "1d12h", "1mo1d", "h"]) {
    assertThrows(() => every(text), RangeError, JSON.stringify(text));
  }
});
