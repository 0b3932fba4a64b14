import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { range, series } from "../../mod.ts";
import { unitsOf } from "../../src/frame/polars/displays.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { withDisplay } from "../../src/frame/polars/withDisplay.ts";
import { dateColumn, float64Column, timeColumn } from "../../src/frame/columns/columns.ts";

/** A row each half hour, from 5 days before an instant to 5 days after it. */
function halfHours(around: string, tz: string) {
  const start = Temporal.Instant.from(around).epochMilliseconds - 5 * 86_400_000;
  const at = BigInt64Array.from({ length: 480 }, (_, i) => BigInt(start + i * 1_800_000) * 1000n);
  return withDisplay(
    toFrame({ time: timeColumn(at, tz), value: float64Column(Float64Array.from(at, Number)) }),
    { units: { value: "bpm" } },
  );
}

const hours = (rows: number): number => rows / 2;

Deno.test("a date is a local day of 23, 24, 24.5 or 25 hours, even if midnight is skipped", () => {
  for (
    const [tz, date, length] of [
      ["Europe/Berlin", "2024-03-31", 23],
      ["Europe/Berlin", "2024-10-27", 25],
      ["Australia/Lord_Howe", "2024-04-07", 24.5],
      ["America/Sao_Paulo", "2018-11-04", 23],
      ["Africa/Cairo", "2024-04-26", 23],
      ["UTC", "2024-03-31", 24],
    ] as const
  ) {
    const frame = halfHours(`${date}T12:00Z`, tz);
    assertEquals(hours(series.between(frame, date).height), length, `${tz} ${date}`);
    assertEquals(hours(series.between(frame, range.day(date, tz)).height), length, tz);
    assertEquals(hours(series.between(frame, Temporal.PlainDate.from(date)).height), length, tz);
  }
});

Deno.test("the start is included and the end is not, for instants, texts, dates and open ranges", () => {
  const frame = halfHours("2024-03-31T12:00Z", "Europe/Berlin");
  const at = "2024-03-31T10:00+02:00";
  const one = series.between(frame, { start_time: at, end_time: "2024-03-31T10:30+02:00" });
  assertEquals(one.height, 1);
  const before = series.between(frame, { end_time: at }),
    after = series.between(frame, { start_time: at });
  assertEquals(before.height + after.height, frame.height);
  assertEquals(series.between(frame, { start_time: at, end_time: at }).height, 0);
  assertEquals(series.between(frame, "2024-04", { tz: "UTC" }).height, 2 * 108);
  assertEquals(series.between(frame, "2024").height, frame.height);
});

Deno.test("random rows keep their order, zone and units", () => {
  const frame = halfHours("2024-03-31T12:00Z", "Europe/Berlin");
  const all = frame.getColumn("value").toArray() as number[];
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((i) =>
        all[0]! / 1000 + i * 1_800_000 - 7
      );
      const kept = series.between(frame, { start_time: new Date(from!), end_time: new Date(to!) });
      assertEquals(
        kept.getColumn("value").toArray(),
        all.filter((micros) => micros / 1000 >= from! && micros / 1000 < to!),
      );
      assertEquals(unitsOf(kept), { value: "bpm" });
    }),
    { numRuns: 40 },
  );
  assertMatch(
    Deno.inspect(series.between(frame, "2024-03-31").head(1)),
    /Europe\/Berlin\].*f64, bpm/s,
  );
});

Deno.test("intervals are kept if they overlap the range, and nights by their dates", () => {
  const spans = [
    { start_time: "2024-03-30T20:00Z", end_time: "2024-03-30T23:00:01Z" }, // reaches a second into the day
    { start_time: "2024-03-30T20:00Z", end_time: "2024-03-30T23:00Z" },
    { start_time: "2024-03-31T22:00Z", end_time: "2024-03-31T23:00Z" },
    { start_time: "2024-03-30T23:00Z", end_time: "2024-03-30T23:00Z" },
  ];
  const kept = series.between(spans, "2024-03-31", { tz: "Europe/Berlin" });
  assertEquals(kept.getColumn("end_time").toArray().map(Number), [
    Date.UTC(2024, 2, 30, 23, 0, 1),
    Date.UTC(2024, 2, 30, 23),
  ]);
  const nights = toFrame({
    night: dateColumn(Int32Array.from({ length: 60 }, (_, i) => 19_780 + i)),
  });
  const march = series.between(nights, "2024-03", { time: "night", tz: "Asia/Tokyo" });
  assertEquals(march.height, 31);
});

Deno.test("the error for an invalid range lists the valid notations", () => {
  const frame = halfHours("2024-03-31T12:00Z", "UTC");
  assertThrows(
    () => series.between(frame, "March"),
    RangeError,
    '"March": it is neither a year, a month, a week nor a day',
  );
  assertThrows(
    () => series.between(frame, {} as never),
    TypeError,
    "{ from, to } or { start_time, end_time }",
  );
  assertThrows(
    () => series.between(frame, { start_time: "2024-04-01", end_time: "2024-03-01" }),
    RangeError,
    "is before start_time",
  );
  assertThrows(() => series.between(frame, { start: "2024" } as never), TypeError, "start_time");
});

Deno.test("instant() compares columns of times in Polars, before 1970 and to the microsecond", () => {
  for (const tz of ["Europe/Berlin", "America/Sao_Paulo", "UTC"]) {
    for (const text of ["1961-08-13T00:00:00.000001Z", "2024-03-31T10:00:00.123456Z"]) {
      const instant = Temporal.Instant.from(text), micros = instant.epochNanoseconds / 1000n;
      const frame = toFrame({
        time: timeColumn(BigInt64Array.of(micros - 1n, micros, micros + 1n), tz),
      });
      const at = series.instant(instant, tz), time = pl.col("time");
      assertEquals(frame.filter(time.eq(at)).height, 1, text);
      assertEquals(frame.filter(time.lt(at)).height, 1, text);
      assertEquals(frame.filter(time.gtEq(at)).height, 2, text);
    }
  }
  assertThrows(() => series.instant("2024-03-31", "Europe/Berln"), RangeError);
});

Deno.test("between() lists the valid notations of a range in its error", () => {
  const frame = halfHours("2024-03-31T00:00:00Z", "UTC");
  for (
    const [value, described] of [
      [undefined, "missing"],
      [null, "null"],
      [{}, "an empty object"],
    ] as const
  ) {
    const { message } = assertThrows(() => series.between(frame, value as never), TypeError);
    assertMatch(
      message,
      new RegExp(`the range: it is ${described}. Pass .*\\{ start_time, end_time \\}`),
    );
  }
  const { message } = assertThrows(() => series.between(frame, 5 as never), TypeError);
  assertEquals(message, "Cannot use the range: it is 5. Pass { days: 5 }.");
});
