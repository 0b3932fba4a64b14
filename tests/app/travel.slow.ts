import pl from "nodejs-polars";
import type { FrameLike } from "../../src/frame/open.ts";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { series, sleep } from "../../mod.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { toMicros } from "../../src/time/instant.ts";
import { zone, type ZoneFrom } from "../../src/time/zone.ts";
import { zoneAt } from "../../src/time/zones.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { handMade } from "./handMade.ts";

const rowsOf = (frame: Parameters<typeof columnsOf>[0]): Row[] => toRows(columnsOf(frame));

/** Zones, the instant of arrival, and the first and last date of a record of 40 days. */
const TRIPS = [
  ["Europe/Berlin", "America/New_York", "2024-01-15T20:00Z"],
  ["Pacific/Auckland", "Pacific/Honolulu", "2024-01-15T20:00Z"],
  ["Pacific/Honolulu", "Pacific/Auckland", "2024-01-15T20:00Z"],
  ["Asia/Kathmandu", "Australia/Lord_Howe", "2024-01-15T05:10Z"],
  ["Pacific/Kiritimati", "Pacific/Apia", "2024-01-15T13:00Z"],
] as const;

const FIRST = Temporal.PlainDate.from("2023-12-28"), DAYS = 40;

/** Record of someone who sleeps from 23:00 to 07:00 and walks 100 steps per hour, in two zones. */
function travels([from, to, at]: typeof TRIPS[number], days = DAYS) {
  const change = Temporal.Instant.from(at);
  const tz: ZoneFrom[] = [{ from: "2020-01-01T00:00Z", tz: from }, { from: at, tz: to }];
  const isThere = (name: string, time: Temporal.Instant): boolean =>
    (Temporal.Instant.compare(time, change) < 0) === (name === from);
  const dates = Array.from({ length: days }, (_, i) => FIRST.add({ days: i }));
  const inZone = (date: Temporal.PlainDate, plainTime: string, timeZone: string) =>
    date.toZonedDateTime({ timeZone, plainTime }).toInstant();
  const SleepStage = [from, to].flatMap((name) =>
    dates.flatMap((date) => {
      const start = inZone(date.subtract({ days: 1 }), "23:00", name);
      const end = inZone(date, "07:00", name);
      return isThere(name, start) && isThere(name, end)
        ? [{ start_time: start.toString(), end_time: end.toString(), value: 3, source: SOURCE }]
        : [];
    })
  );
  const first = inZone(dates[0]!, "00:00", from);
  const last = inZone(dates.at(-1)!.add({ days: 1 }), "00:00", to);
  const hours = (last.epochMilliseconds - first.epochMilliseconds) / 3_600_000;
  const hour = Array.from({ length: Math.floor(hours) }, (_, i) => first.add({ hours: i }));
  const StepCount = hour.map((start) => ({
    start_time: start.toString(),
    end_time: start.add({ minutes: 30 }).toString(),
    value: 100,
  }));
  const HeartRate = hour.map((start, i) => ({
    start_time: start.toString(),
    end_time: start.toString(),
    value: 60 + i % 7,
  }));
  return {
    tz,
    records: { SleepStage, StepCount, HeartRate },
    now: last.add({ hours: 20 }).toString(),
  };
}

const SOURCE = { name: "Watch", sourceBundleIdentifier: "com.example.watch" };

Deno.test("me.daily() of a traveller has the days of each zone, all steps, and every night from 23:00 to 07:00", async () => {
  for (const trip of TRIPS) {
    const { tz, records, now } = travels(trip);
    await using me = await handMade({ records, now, tz });
    const range = me.range.between("2023-12-28", "2024-02-06");
    const days = rowsOf(
      await me.daily(range, { metrics: ["StepCount", "HeartRate"], sleep: ["bedtime", "asleep"] }),
    );
    const steps = days.map((day) => day["step_count"] as number);
    const all = records.StepCount.filter(({ start_time }) =>
      Date.parse(start_time) >= range.start_time.epochMilliseconds &&
      Date.parse(start_time) < range.end_time.epochMilliseconds
    );
    assertEquals(steps.reduce((sum, value) => sum + value, 0), 100 * all.length);
    // Resamples the samples here, as an independent computation.
    const samples = await me.api.metrics.samples({ metric: "StepCount", ...range });
    const here = rowsOf(
      series.fromSamples(samples, range, { kind: "cumulative", every: "1d", tz }),
    );
    assertEquals(days.map(({ time }) => time), here.map(({ time }) => time));
    days.forEach((day, i) =>
      assertAlmostEquals(day["step_count"] as number, here[i]!["value"] as number, 1e-6)
    );
    const nights = days.filter(({ asleep }) => asleep !== null);
    for (const { bedtime, asleep } of nights) assertEquals([bedtime, asleep], [-1, 480]);
    assert(nights.length >= 38, `${nights.length}`);
    assert(days.every(({ whole }) => whole === true));
  }
});

Deno.test("every question and the report of a traveller accept zones that change", async () => {
  for (const trip of TRIPS) {
    const { tz, records, now } = travels(trip), [from, to] = trip;
    await using me = await handMade({ records, now, tz: from });
    const range = me.range.between("2023-12-28", "2024-02-06", { tz });
    const totals = await me.totals("StepCount", range, { tz });
    assertStringIncludes(String(totals), `40 of 40 days, ${from}, then ${to}`);
    const table = await me.daily(range, { metrics: ["StepCount"], tz });
    assertEquals(totals.total, pick(table, "step_count"));
    const pairs = await me.correlate(range, { metrics: ["StepCount", "HeartRate"], tz });
    assert(rowsOf(pairs).length > 0);
    for (const { onset, wake } of rowsOf(await me.nightly(range, { tz }))) {
      if (onset !== null) assertEquals([onset, wake], [-1, 7]);
    }
    const [before, after] = [
      await me.day("2024-01-14", { tz }),
      await me.day("2024-01-18", { tz }),
    ];
    for (const [day, name] of [[before, from], [after, to]] as const) {
      assertStringIncludes(String(day), `${name}\n`);
      assertStringIncludes(String(day), `in bed 23:00 to 07:00, ${name}\n`);
      assertStringIncludes(await day.html(), "<svg");
    }
    assertStringIncludes(
      String(await me.digest({ days: 7 }, { tz })),
      "to bed 23:00",
    );
    assertStringIncludes(String(await me.provenance(range, { tz })), zone(tz));
    const made = await me.report(range, { tz });
    assertStringIncludes(String(made), `${from}, then ${to}`);
  }
});

Deno.test("a time series follows changing zones in any window, with every call of a traveller's client", async () => {
  for (const trip of TRIPS) {
    const { tz, records, now } = travels(trip);
    await using me = await handMade({ records, now, tz });
    const range = me.range.between("2024-01-12", "2024-01-19");
    for (
      const [metric, kind] of [["StepCount", "cumulative"], ["HeartRate", "discrete"]] as const
    ) {
      const samples = await me.api.metrics.samples({ metric, ...range });
      for (const samprate of ["1d", "1h", "6h", "15m", "1w", "3600"] as const) {
        const frame = await me.api.metrics.timeSeries({ metric, samprate, ...range });
        const every = samprate === "3600" ? 3600 : samprate;
        const here = series.fromSamples(samples, range, { kind, every, tz });
        const name = metric === "StepCount" ? "step_count" : "heart_rate";
        const values = (rows: Row[], column: string) =>
          rows.map((row) => [row["time"], rounded(row[column])]);
        assertEquals(
          values(rowsOf(frame), name),
          values(rowsOf(here), "value"),
          `${trip} ${samprate}`,
        );
      }
    }
    await assertRejects(
      () =>
        me.api.metrics.timeSeries({
          metric: "HeartRate",
          samprate: "1d",
          calculations: ["rollingmean"],
          ...range,
        }),
      RangeError,
      "rollingmean counts from the start of the range",
    );
    // Calls that a service can only compute in one zone report this.
    await assertRejects(() => me.api.sleep.aggregate(range), RangeError, "zones that change");
    // Frames know the zones of their client and of a column.
    const hours = await me.api.metrics.timeSeries({
      metric: "StepCount",
      samprate: "15m",
      ...range,
    });
    const sums = (frame: FrameLike, options = {}) =>
      rowsOf(series.resample(frame, { every: "1d", aggregate: { step_count: "sum" }, ...options }))
        .map(({ step_count }) => step_count);
    const daily = rowsOf(await me.daily(range, { metrics: ["StepCount"] }))
      .map(({ step_count }) => step_count);
    assertEquals(sums(hours), daily);
    assertEquals(sums(pl.concat([hours]), { tz }), daily);
    const own = rowsOf(hours).map((row) => ({
      ...row,
      tz: zoneAt(toMicros(String(row["time"])), zone(tz)),
    }));
    assertEquals(sums(own), daily);
    assertEquals(sums(toFrame(columnsOf(pl.DataFrame(own)))), daily);
    const stages = await me.api.sleep.stages({ ...range });
    for (const night of rowsOf(sleep.nightly(stages)).slice(1)) {
      assertEquals([night["onset"], night["wake"]], [-1, 7]);
    }
  }
});

function rounded(value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value;
}

function pick(frame: Parameters<typeof columnsOf>[0], name: string): number {
  return rowsOf(frame).reduce((sum, row) => sum + (row[name] as number), 0);
}

Deno.test("titles, captions and reports name the zones of their own days, not of the whole journey", async () => {
  const trip = TRIPS[0], [from, to] = trip;
  await using me = await handMade(travels(trip));
  const both = `${from}, then ${to}`;
  const spans: [string, string, string][] = [
    ["2024-01-02", "2024-01-10", from],
    ["2024-01-20", "2024-01-29", to],
    ["2024-01-10", "2024-01-20", both],
  ];
  for (const [first, end, zones] of spans) {
    const when = { from: first, to: end };
    const { content: { intro, sections } } = await me.report(when);
    const digest = await (await me.digest(when)).html();
    const lines = [
      intro,
      digest.replaceAll(/<[^>]*>/g, "\n"),
      ...sections.flatMap(({ show = [] }) => show.map(String)),
      String(await me.totals("StepCount", when)),
    ].join("\n");
    const named = lines.match(/Europe\/Berlin(?:, then America\/New_York)?|America\/New_York/g)!;
    assert(named.length >= 8, lines);
    assertEquals(named.filter((name) => !zones.includes(name)), [], first);
    assert(named.includes(zones), zones);
  }
  const none = String(await me.lastNight({ date: "2024-03-20" }));
  assertStringIncludes(none, "no sleep is recorded");
  assert(none.includes(to) && !none.includes(from), none);
});
