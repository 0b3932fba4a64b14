import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as plot from "../../src/plot/mod.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import * as series from "../../src/series/mod.ts";

const HOUR = 3_600_000, START = Date.parse("2024-03-30T00:00Z");
const iso = (hours: number): string => new Date(START + hours * HOUR).toISOString();

/** Returns a sample of some hours, with the column names of a client or a reader. */
function sample(source: string, from: number, to: number, value: number, isRead = false): Row {
  const [start, end] = isRead ? ["start_time", "end_time"] : ["start_date", "end_date"];
  return { [start!]: iso(from), [end!]: iso(to), value, source };
}

const VERBS: Readonly<Record<string, (rows: readonly Row[], time: string) => unknown>> = {
  "series.resample": (rows, time) =>
    series.resample(rows, { every: "1d", time, aggregate: { value: "sum" }, tz: "UTC" }),
  "series.resample with end": (rows, time) =>
    series.resample(rows, {
      every: "1d",
      time,
      end: time.replace("start", "end"),
      aggregate: { value: ["mean", "sum"] },
      tz: "UTC",
    }),
  "series.rolling": (rows, time) =>
    series.rolling(rows, { window: "1d", time, aggregate: { value: "sum" }, tz: "UTC" }),
  "series.align": (rows, time) =>
    series.align({ steps: rows }, {
      every: "1d",
      time,
      aggregate: { steps: { value: "sum" } },
      tz: "UTC",
    }),
  "plot.dailyBars": (rows) => plot.dailyBars(rows, { y: "value", tz: "UTC" }),
  "plot.calendar": (rows) => plot.calendar(rows, { y: "value", tz: "UTC" }),
  "plot.weekMonths": (rows) => plot.weekMonths(rows, { y: "value", tz: "UTC" }),
  "plot.weekHours": (rows) => plot.weekHours(rows, { y: "value", aggregate: "sum", tz: "UTC" }),
  "plot.actogram": (rows) => plot.actogram(rows, { y: "value", every: "1h", tz: "UTC" }),
};

for (const [name, call] of Object.entries(VERBS)) {
  Deno.test(`${name}() rejects to add overlapping samples of two sources, and adds other samples`, () => {
    for (const isRead of [false, true]) {
      const time = isRead ? "start_time" : "start_date";
      const phone = sample("Phone", 8, 10, 900, isRead);
      assertThrows(
        () => call([phone, sample("Watch", 9, 11, 800, isRead)], time),
        RangeError,
        "samples of Phone and Watch overlap at 2024-03-30T09:00:00Z, and a sum would count both. " +
          "Count one source at a time with series.fromSamples(",
      );
      call([phone, sample("Watch", 10, 11, 800, isRead)], time);
      call([phone, sample("Phone", 9, 11, 800, isRead)], time);
    }
  });
}

Deno.test("samples of two people, means, and sums by source are added unchanged", () => {
  const rows = [
    { ...sample("Phone", 8, 10, 900), user: "a" },
    { ...sample("Watch", 9, 11, 800), user: "b" },
  ];
  const options = { every: "1d", time: "start_date", tz: "UTC" } as const;
  const sums = (by: string) =>
    series.resample(rows, { ...options, by, aggregate: { value: "sum" } }).toRecords()
      .map(({ value }) => value);
  assertEquals([sums("user"), sums("source")], [[900, 800], [900, 800]]);
  const mean = series.resample(rows, { ...options, by: [], aggregate: { value: "mean" } });
  assertEquals(mean.toRecords()[0]!["value"], 850);
});

Deno.test("every hour, day and chart of overlapping sources counts one source at a time", () => {
  const samples = fc.array(
    fc.record({
      source: fc.constantFrom("Phone", "Watch", "Ring"),
      from: fc.integer({ min: 0, max: 70 }),
      length: fc.integer({ min: 1, max: 6 }),
      rate: fc.integer({ min: 1, max: 500 }),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const order = ["Watch", "Ring", "Phone"];
  fc.assert(
    fc.property(samples, (all) => {
      // A source does not overlap itself here.
      const own = all.filter((one, i) =>
        !all.slice(0, i).some((other) =>
          other.source === one.source && other.from < one.from + one.length &&
          one.from < other.from + other.length
        )
      );
      const rows = own.map(({ source, from, length, rate }) =>
        sample(source, from, from + length, rate * length)
      );
      const hourly = series.fromSamples(rows, { start_time: iso(0), end_time: iso(96) }, {
        kind: "cumulative",
        every: "1h",
        tz: "UTC",
        sourcePriority: order,
      });
      const expected = Array.from({ length: 96 }, (_, hour) => {
        const there = own.filter(({ from, length }) => from <= hour && hour < from + length);
        return there.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source))[0]?.rate;
      });
      const found = hourly.toRecords().map(({ value }) => value);
      found.forEach((value, hour) => {
        if (expected[hour] === undefined) assertEquals(value, null, `hour ${hour}`);
        else assertAlmostEquals(Number(value), expected[hour], 1e-6, `hour ${hour}`);
      });
      const totals = [0, 1, 2, 3].map((day) => {
        const hours = expected.slice(24 * day, 24 * day + 24).filter((one) => one !== undefined);
        return hours.length === 0 ? null : hours.reduce((sum, one) => sum + one, 0);
      });
      const known = totals.filter((total) => total !== null);
      const { summary } = plot.dailyBars(hourly, { y: "value", tz: "UTC" });
      assert(summary.includes(`${known.length} of `), summary);
      const days = series.resample(hourly, { every: "1d", tz: "UTC", aggregate: { value: "sum" } })
        .toRecords().map(({ value }) => value);
      totals.forEach((total, day) => {
        if (total === null) assertEquals(days[day] ?? null, null);
        else assertAlmostEquals(Number(days[day]), total, 1e-6, `day ${day}`);
      });
    }),
    { numRuns: 40 },
  );
});
