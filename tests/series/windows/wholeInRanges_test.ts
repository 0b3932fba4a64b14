import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { fromRows, type Row } from "../../../src/frame/polars/rows.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";
import { withRange } from "../../../src/frame/rangeOf.ts";
import { weekHours } from "../../../src/plot/weekHours.ts";
import * as series from "../../../src/series/mod.ts";

const TZ = "Australia/Lord_Howe"; // half an hour of daylight saving

/** Steps of each hour from one instant to another, as a client gives them. */
function hours(start: Temporal.Instant, count: number, more: Row = {}): Frame {
  const rows = Array.from({ length: count }, (_, i) => ({
    time: start.add({ hours: i }).toString(),
    steps: 100,
    ...more,
  }));
  return withRange(toFrame(fromRows(rows, { time: "time", steps: "float64" })), {
    start_time: start,
    end_time: start.add({ hours: count }),
  }, { tz: TZ });
}

const startOf = (date: string): Temporal.Instant =>
  Temporal.PlainDate.from(date).toZonedDateTime(TZ).toInstant();

const wholeOf = (frame: Frame): unknown[] => frame.getColumn("whole").toArray();

Deno.test("sums of days report which days the range cuts, even with a daylight saving change of half an hour", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 120 }),
      fc.constantFrom("1d" as const, "1w" as const, "6h" as const),
      (late, count, every) => {
        const start = startOf("2024-04-01").add({ hours: late }), end = start.add({ hours: count });
        const frame = hours(start, count), options = { every, tz: TZ };
        const sums = series.resample(frame, { ...options, aggregate: "sum" });
        const both = series.align({ a: frame, b: frame }, { ...options, aggregate: { a: "sum" } });
        const next = every === "1d" ? { days: 1 } : every === "1w" ? { days: 7 } : undefined;
        const expected = sums.getColumn("time").toArray().map((at) => {
          const from = Temporal.Instant.fromEpochMilliseconds(Number(at));
          const local = from.toZonedDateTimeISO(TZ);
          const until = next === undefined
            // A window of the clock ends where the clock shows the next multiple of six hours.
            ? local.with({ hour: local.hour + 5, minute: 59, second: 59 }).add({ seconds: 1 })
            : local.add(next);
          return Temporal.Instant.compare(from, start) >= 0 &&
            Temporal.Instant.compare(until.toInstant(), end) <= 0;
        });
        assertEquals(wholeOf(sums), expected);
        assertEquals(wholeOf(both), expected);
      },
    ),
    { numRuns: 12 },
  );
});

Deno.test("a mean of days leaves out days that are only partly in the range", () => {
  const steps = hours(startOf("2024-05-01").add({ hours: 12 }), 48);
  const days = series.resample(steps, { every: "1d", tz: TZ, aggregate: "sum" });
  assertEquals(days.getColumn("steps").toArray(), [1200, 2400, 1200]);
  assertEquals(wholeOf(days), [false, true, false]);
  const month = series.resample(days, { every: "1mo", tz: TZ, aggregate: "mean" });
  assertEquals(month.getColumn("steps").toArray(), [2400]);
});

Deno.test("counts and durations report whole windows, means do not, and whole: false leaves the column out", () => {
  const steps = hours(startOf("2024-05-01").add({ hours: 12 }), 48);
  const names = (options: Partial<series.ResampleOptions>): string[] =>
    series.resample(steps, { every: "1d", tz: TZ, ...options }).columns;
  assertEquals(names({ aggregate: "count" }), ["time", "steps", "whole"]);
  assertEquals(names({ aggregate: ["mean", "sum"] }), ["time", "steps_mean", "steps_sum", "whole"]);
  assertEquals(names({ aggregate: "mean" }), ["time", "steps"]);
  assertEquals(names({ aggregate: "sum", whole: false }), ["time", "steps"]);
});

Deno.test("windows labelled by their end or first row also report whether they are whole", () => {
  const steps = hours(startOf("2024-05-01").add({ hours: 12 }), 48);
  for (const label of ["right", "datapoint"] as const) {
    const days = series.resample(steps, { every: "1d", tz: TZ, aggregate: "sum", label });
    assertEquals(wholeOf(days), [false, true, false], label);
  }
});

Deno.test("the day on which a frame was read is not whole", () => {
  const start = startOf("2024-05-01");
  const steps = withRange(hours(start, 30), {
    start_time: start,
    end_time: start.add({ hours: 48 }),
  }, {
    tz: TZ,
    now: start.add({ hours: 30 }),
  });
  const days = series.resample(steps, { every: "1d", tz: TZ, aggregate: "sum" });
  assertEquals(wholeOf(days), [true, false]);
});

Deno.test("in a filtered frame, only windows that the range cuts are known", () => {
  const steps = hours(startOf("2024-05-01").add({ hours: 12 }), 48).slice(0, 40);
  const days = series.resample(steps, { every: "1d", tz: TZ, aggregate: "sum" });
  assertEquals(wholeOf(days), [false, null, false].slice(0, days.height));
});

Deno.test("each group reports which of its windows the range cuts", () => {
  const start = startOf("2024-05-01").add({ hours: 12 });
  const rows = ["a", "b"].flatMap((user) =>
    Array.from({ length: user === "a" ? 36 : 12 }, (_, i) => ({
      time: start.add({ hours: i }).toString(),
      user,
      steps: 1,
    }))
  );
  const frame = withRange(
    toFrame(fromRows(rows, { time: "time", user: "text", steps: "float64" })),
    { start_time: start, end_time: start.add({ hours: 36 }) },
  );
  const options = { every: "1d", tz: TZ, by: "user" } as const;
  const days = series.resample(frame, { ...options, aggregate: "sum" });
  assertEquals(wholeOf(days), [false, true, false]);
  const both = series.align({ steps: frame }, { ...options, aggregate: "sum" });
  assertEquals(wholeOf(both), [false, true, false]);
});

Deno.test("weekHours() leaves out sums of hours that the range cuts", () => {
  const start = startOf("2024-05-01").add({ minutes: 30 });
  const quarters = withRange(
    toFrame(fromRows(
      Array.from({ length: 10 }, (_, i) => ({
        time: start.add({ minutes: 15 * i }).toString(),
        steps: 100,
      })),
      { time: "time", steps: "float64" },
    )),
    { start_time: start, end_time: start.add({ minutes: 150 }) },
  );
  const said = weekHours(quarters, { y: "steps", aggregate: "sum", tz: TZ }).summary;
  assertEquals(/(\d+) of 168 cells have data, lowest (\d+)/.exec(said)?.slice(1), ["2", "400"]);
});
