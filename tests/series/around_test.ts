import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { around } from "../../src/series/around.ts";
import { studentBound } from "../../src/series/numerics/student.ts";

const MINUTE = 60_000;
const at = (minute: number, start = Date.UTC(2024, 0, 1, 8)) => new Date(start + minute * MINUTE);
const rate = Array.from({ length: 240 }, (_, i) => ({ time: at(i), bpm: (i * 7919) % 101 }));
const events = [60, 61.5, 130].map((minute) => ({ start_time: at(minute) }));

/** Computes the same result by brute force. */
function brute(event: Date, offset: number, length: number): number | null {
  const inside = rate.filter(({ time }) => {
    const since = time.getTime() - event.getTime();
    return since >= offset && since < offset + length;
  });
  return inside.length === 0 ? null : inside.reduce((sum, { bpm }) => sum + bpm, 0) / inside.length;
}

Deno.test("around() averages half-open windows around each event, then over events", () => {
  const found = around(rate, events, {
    before: "20m",
    after: "15m",
    every: "5m",
    dependent: false,
  }).toRecords();
  assertEquals(
    found.map((row) => row["offset_ms"]),
    [-20, -15, -10, -5, 0, 5, 10].map((m) => m * MINUTE),
  );
  for (const row of found) {
    const own = events.map(({ start_time }) =>
      brute(start_time, Number(row["offset_ms"]), 5 * MINUTE)!
    );
    const mean = own.reduce((sum, value) => sum + value, 0) / 3;
    const sd = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2);
    assertAlmostEquals(Number(row["mean"]), mean, 1e-9);
    // scipy 1.17.1: t.ppf(0.975, 2)
    assertAlmostEquals(Number(row["high"]) - mean, 4.302652729749462 * sd / Math.sqrt(3), 1e-9);
    assertAlmostEquals(mean - Number(row["low"]), 4.302652729749462 * sd / Math.sqrt(3), 1e-9);
    assertEquals(row["n"], 3);
  }
});

Deno.test("around() returns the values of each event", () => {
  const found = around(rate, events, { before: "5m", after: "5m", every: "5m", each: true });
  assertEquals(found.columns, ["event", "event_time", "offset_ms", "value"]);
  const rows = found.toRecords();
  assertEquals(rows.map((row) => row["event"]), [0, 0, 1, 1, 2, 2]);
  rows.forEach((row) =>
    assertAlmostEquals(
      Number(row["value"]),
      brute(events[Number(row["event"])]!.start_time, Number(row["offset_ms"]), 5 * MINUTE)!,
      1e-9,
    )
  );
});

Deno.test("around() accepts events with different time columns, as the API returns them", () => {
  const found = (list: Record<string, unknown>[]): unknown =>
    around(rate, list, { before: "20m", after: "15m" }).toRecords();
  const mixed = events.map(({ start_time }, i) => ({
    start_time: i === 1 ? start_time : null, // only one event is an interval
    recorded_at: i === 1 ? at(200) : start_time,
  }));
  assertEquals(found(mixed), found(events));
});

Deno.test("around() finds the only column of times in a table of events", () => {
  const usual = around(rate, events).toRecords();
  for (const name of ["Timestamp", "Zeitpunkt"]) {
    const own = events.map(({ start_time }) => ({ [name]: start_time, user: 1 }));
    assertEquals(around(rate, own).toRecords(), usual);
    const ownRate = rate.map((row) => ({ user: 1, ...row }));
    assertEquals(
      around(ownRate, own, { by: "user" }).toRecords(),
      usual.map((row) => ({ user: 1, ...row })),
    );
  }
  const spans = events.map(({ start_time }) => ({ from: start_time, to: start_time }));
  assertThrows(() => around(rate, spans), TypeError, "none of the columns start_time");
});

Deno.test("around() counts elapsed time across a daylight saving change", () => {
  for (const start of [Date.UTC(2024, 2, 31, 0), Date.UTC(2024, 9, 27, 0)]) {
    const values = Array.from({ length: 180 }, (_, i) => ({ time: at(i, start), x: i }));
    const found = around(values, [{ time: at(60, start) }], {
      before: "60m",
      after: "60m",
      every: "30m",
      tz: "Europe/Berlin",
    }).toRecords();
    assertEquals(found.map((row) => row["mean"]), [14.5, 44.5, 74.5, 104.5]);
  }
});

Deno.test("around() skips events without a value in a window, and counts the rest", () => {
  const found = around(rate, [{ time: at(2) }, { time: at(500) }, { time: null }], {
    before: "10m",
    after: "5m",
  }).toRecords();
  assertEquals(found.map((row) => row["n"]), [0, 1, 1]);
  assertEquals(found[0]!["mean"], null);
  assertEquals([found[1]!["low"], found[1]!["high"]], [null, null]);
  const none = around(rate, [{ time: at(500) }].slice(1), { before: "5m", after: "5m" })
    .toRecords();
  assertEquals(none.map((row) => [row["mean"], row["n"]]), [[null, 0], [null, 0]]);
});

Deno.test("around() draws other bands on request", () => {
  const options = { before: "5m", after: "0m", every: "5m" } as const;
  const own = events.map(({ start_time }) => brute(start_time, -5 * MINUTE, 5 * MINUTE)!).sort((
    a,
    b,
  ) => a - b);
  const [quartiles] = around(rate, events, { ...options, band: "quartiles" }).toRecords();
  assertAlmostEquals(Number(quartiles!["low"]), (own[0]! + own[1]!) / 2, 1e-9);
  const [sd] = around(rate, events, { ...options, band: "sd" }).toRecords();
  assert(Number(sd!["high"]) > Number(sd!["mean"]));
});

Deno.test("studentBound() agrees with scipy 1.17.1", () => {
  const expected = [
    [1, 12.706204736174694],
    [2, 4.302652729749462],
    [3, 3.1824463052837078],
    [5, 2.5705818356363146],
    [10, 2.228138851986274],
    [30, 2.0422724563012378],
    [200, 1.9718962236339088],
  ] as const;
  for (const [freedom, t] of expected) assertAlmostEquals(studentBound(0.95, freedom) / t, 1, 1e-9);
});

Deno.test("around() rejects lengths that do not fit", () => {
  assertThrows(
    () => around(rate, events, { before: "7m", every: "5m" }),
    RangeError,
    "not a multiple",
  );
  assertThrows(() => around(rate, events, { every: "1d" }), RangeError, "write hours");
  assertThrows(() => around(rate, events, { band: "se" as "sd" }), RangeError, "band");
  assertThrows(() => around(rate, [{ note: 3 }]), TypeError, "none of the columns start_time");
});

Deno.test("around() has no interval for six events, and a wider one if events resemble earlier ones", () => {
  const day = 24 * 60;
  const half = (levels: readonly number[], dependent = true) => {
    const values = levels.map((y, i) => ({ time: at(i * day), y }));
    const given = values.map(({ time }) => ({ time })).reverse(); // in any order
    const [row] = around(values, given, { before: "0m", after: "5m", y: "y", dependent })
      .toRecords();
    return row!["low"] === null ? null : Number(row!["mean"]) - Number(row!["low"]);
  };
  assertEquals(half([1, 2, 3, 4, 5, 6]), null);
  assert(half([1, 2, 3, 4, 5, 6], false)! > 0);
  const mixed = [1, 9, 2, 8, 3, 7, 4, 6, 5, 9, 1, 8, 2, 7],
    sorted = mixed.toSorted((a, b) => a - b);
  assertAlmostEquals(half(mixed, false)!, half(sorted, false)!, 1e-9);
  assert(half(sorted)! > 2 * half(sorted, false)!);
  assert(half(mixed)! < half(sorted)! / 2);
});

Deno.test("around() by people uses the events of each, in any order, and none of a person without events", () => {
  const people = Array.from({ length: 40 }, (_, i) => `person ${i}`);
  const rows = people.flatMap((user, i) =>
    rate.slice(0, 60).map(({ time, bpm }) => ({ user, time, bpm: bpm + i }))
  );
  const theirs = people.filter((_, i) => i % 3 > 0).reverse().map((user, i) => ({
    user,
    start_time: at(20 + i),
  }));
  const each = (user: string) =>
    around(
      rows.filter((row) => row.user === user),
      theirs.filter((event) => event.user === user),
      { before: "10m", after: "10m", y: "bpm", each: true, by: "user" },
    ).toRecords().map(({ event_time, offset_ms, value }) => [event_time, offset_ms, value]);
  const all = around(rows, theirs, {
    before: "10m",
    after: "10m",
    y: "bpm",
    each: true,
    by: "user",
  }).toRecords();
  for (const user of people) {
    const own = all.filter((row) => row["user"] === user)
      .map(({ event_time, offset_ms, value }) => [event_time, offset_ms, value]);
    assertEquals(own, theirs.some((event) => event.user === user) ? each(user) : [], user);
  }
});
