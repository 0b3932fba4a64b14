import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AGGREGATE_SCHEMA } from "../../src/api/sleep.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { aggregate, type AggregateOptions } from "../../src/sleep/aggregate.ts";
import { type AggregateFunction, merge, nightly } from "../../src/sleep/mod.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { bruteForceCycles } from "./bruteForce.ts";
import { at, minuteRows, type Span, stageRows } from "./stageRows.ts";

type Mode = "start" | "end" | "split";

const FUNCTIONS = ["sum", "avg", "min", "max"] as const;

/** Aggregates minute by minute, as the documents describe it; periods have a length in minutes. */
function bruteForce(
  spans: readonly Span[],
  mode: Mode,
  period: number,
  only: readonly number[] | undefined,
): Record<string, unknown>[] {
  const parts = bruteForceCycles(spans, { gap: 60 }).flatMap(({ start, end, runs }) => {
    const whole = Math.floor((mode === "start" ? start : end) / period);
    return runs.flatMap(([from, to, stage]) => {
      if (mode !== "split") return [{ period: whole, from, to, stage }];
      const pieces: { period: number; from: number; to: number; stage: number }[] = [];
      for (let minute = from; minute < to; minute++) {
        const own = Math.floor(minute / period), last = pieces.at(-1);
        if (last?.period === own) last.to = minute + 1;
        else pieces.push({ period: own, from: minute, to: minute + 1, stage });
      }
      return pieces;
    });
  }).filter(({ stage }) => only === undefined || only.includes(stage));
  const groups = Map.groupBy(parts, ({ period, stage }) => period * 10 + stage);
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, own]) => {
    const lengths = own.map(({ from, to }) => to - from);
    const sum = lengths.reduce((a, b) => a + b);
    return {
      period_start_time: own[0]!.period * period,
      value: own[0]!.stage,
      sum_ms: sum,
      avg_ms: sum * 60_000 / lengths.length,
      min_ms: Math.min(...lengths),
      max_ms: Math.max(...lengths),
      min_start_time: Math.min(...own.map(({ from }) => from)),
      max_end_time: Math.max(...own.map(({ to }) => to)),
    };
  });
}

const span = fc.record({
  start: fc.integer({ min: 0, max: 380 }),
  length: fc.integer({ min: 0, max: 90 }),
  stage: fc.constantFrom(0, 2, 3, 4),
}).map(({ start, length, stage }): Span => ({
  start,
  end: Math.min(start + length, 390),
  stage,
}));

Deno.test("aggregate() agrees with a brute force over each minute in all three modes", () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 8 }),
      fc.constantFrom<Mode>("start", "end", "split"),
      fc.constantFrom(30, 60, 120),
      fc.constantFrom(undefined, [3], [0, 2]),
      (spans, mode, period, only) => {
        const rows = minuteRows(
          aggregate(stageRows(spans), {
            tz: "UTC",
            mode,
            every: `${period}m`,
            only,
            functions: FUNCTIONS,
            cycleGap: "PT1H",
          }),
        );
        const expected = bruteForce(spans, mode, period, only);
        assertEquals(rows.length, expected.length);
        rows.forEach(({ avg_ms, ...row }, i) => {
          const { avg_ms: wanted, ...rest } = expected[i]!;
          assertEquals(row, rest);
          assertAlmostEquals(avg_ms as number, wanted as number, 1e-6);
        });
      },
    ),
    { numRuns: 400, seed: 7 },
  );
});

Deno.test("aggregate() has a column for each function, by default the sum", () => {
  const names = (functions?: readonly AggregateFunction[]) =>
    columnNames(aggregate([], functions === undefined ? {} : { functions }));
  const { avg_ms: _avg, min_ms: _min, max_ms: _max, ...byDefault } = AGGREGATE_SCHEMA;
  assertEquals(names(), Object.keys(byDefault));
  assertEquals(names(["max", "sum", "min", "avg"]), Object.keys(AGGREGATE_SCHEMA));
  const columns = columnsOf(
    aggregate(stageRows([{ start: 0, end: 9, stage: 3 }]), { tz: "UTC", functions: FUNCTIONS }),
  );
  assertEquals(
    Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
    AGGREGATE_SCHEMA,
  );
});

/** Intervals with clock times, as rows of the result: start of the period, stage, minutes. */
function perPeriod(
  spans: readonly [start: string, end: string, stage: number][],
  options: AggregateOptions,
): unknown[][] {
  const rows = spans.map(([start_time, end_time, sleep_stage]) => ({
    start_time,
    end_time,
    sleep_stage,
  }));
  return toRows(columnsOf(aggregate(rows, options)))
    .map((row) => [row["period_start_time"], row["value"], row["sum_ms"] as number / 60_000]);
}

const NIGHT: [string, string, number][] = [
  ["2024-03-30T23:00+01:00", "2024-03-31T01:00+01:00", 3],
  ["2024-03-31T01:00+01:00", "2024-03-31T07:00+02:00", 4],
];

Deno.test("aggregate() assigns a night by its end, its start, or its overlap", () => {
  const tz = "Europe/Berlin", first = "2024-03-30T00:00:00+01:00";
  const second = "2024-03-31T00:00:00+01:00";
  assertEquals(perPeriod(NIGHT, { tz }), [[second, 3, 120], [second, 4, 300]]);
  assertEquals(perPeriod(NIGHT, { tz, mode: "start" }), [[first, 3, 120], [first, 4, 300]]);
  assertEquals(perPeriod(NIGHT, { tz, mode: "split" }), [
    [first, 3, 60],
    [second, 3, 60],
    [second, 4, 300],
  ]);
});

Deno.test("aggregate() has days of 23 and 25 hours", () => {
  const tz = "Europe/Berlin";
  const long: [string, string, number][] = [[
    "2024-03-30T00:00+01:00",
    "2024-04-02T00:00+02:00",
    3,
  ]];
  assertEquals(perPeriod(long, { tz, mode: "split" }).map((row) => row[2]), [1440, 1380, 1440]);
  const autumn: [string, string, number][] = [
    ["2024-10-26T00:00+02:00", "2024-10-29T00:00+01:00", 3],
  ];
  assertEquals(perPeriod(autumn, { tz, mode: "split" }).map((row) => row[2]), [1440, 1500, 1440]);
  assertEquals(
    perPeriod([["2024-10-26T23:00+02:00", "2024-10-27T06:00+01:00", 3]], { tz }),
    [["2024-10-27T00:00:00+02:00", 3, 480]],
  );
});

Deno.test("aggregate() starts days at 18:00 if requested, even across a daylight saving change", () => {
  const tz = "Europe/Berlin";
  const options: AggregateOptions = { tz, startOfDay: "18h", mode: "split" };
  assertEquals(perPeriod(NIGHT, options), [
    ["2024-03-30T18:00:00+01:00", 3, 120],
    ["2024-03-30T18:00:00+01:00", 4, 300],
  ]);
  const long: [string, string, number][] = [[
    "2024-03-30T12:00+01:00",
    "2024-04-01T12:00+02:00",
    3,
  ]];
  assertEquals(perPeriod(long, options), [
    ["2024-03-29T18:00:00+01:00", 3, 360],
    ["2024-03-30T18:00:00+01:00", 3, 23 * 60],
    ["2024-03-31T18:00:00+02:00", 3, 18 * 60],
  ]);
});

Deno.test("aggregate() starts a day at 01:00 if the clock skips midnight", () => {
  const night: [string, string, number][] = [[
    "2018-11-03T23:00-03:00",
    "2018-11-04T05:00-02:00",
    3,
  ]];
  assertEquals(perPeriod(night, { tz: "America/Sao_Paulo", mode: "split" }), [
    ["2018-11-03T00:00:00-03:00", 3, 60],
    ["2018-11-04T01:00:00-02:00", 3, 240],
  ]);
});

Deno.test("aggregate() has a day of 24.5 hours on Lord Howe Island", () => {
  const day: [string, string, number][] = [["2024-04-07T00:00+11:00", "2024-04-08T00:00+10:30", 3]];
  assertEquals(perPeriod(day, { tz: "Australia/Lord_Howe", mode: "split" }), [
    ["2024-04-07T00:00:00+11:00", 3, 24.5 * 60],
  ]);
});

Deno.test("aggregate() assigns a night that ends at midnight to the day that starts then", () => {
  const evening: [string, string, number][] = [["2024-01-01T20:00Z", "2024-01-02T00:00Z", 3]];
  assertEquals(perPeriod(evening, { tz: "UTC" }), [["2024-01-02T00:00:00Z", 3, 240]]);
  assertEquals(perPeriod(evening, { tz: "UTC", mode: "split" }), [[
    "2024-01-01T00:00:00Z",
    3,
    240,
  ]]);
});

Deno.test("aggregate() dates nights in the zone of the frame, like nightly()", () => {
  const nights = [1, 2, 3].map((day) => ({
    start_time: `2025-03-0${day}T14:00Z`,
    end_time: `2025-03-0${day}T21:30Z`, // 23:00 to 06:30 in Tokyo
    sleep_stage: 4,
  }));
  const frame = merge(nights, { tz: "Asia/Tokyo" });
  const expected = ["2025-03-02", "2025-03-03", "2025-03-04"];
  const dates = (days: Frame, name: string) =>
    days.getColumn(name).dt.strftime("%Y-%m-%d").toArray();
  assertEquals(dates(aggregate(frame), "period_start_time"), expected);
  assertEquals(dates(nightly(frame), "night"), expected);
});

Deno.test("aggregate() returns no rows for no rows", () => {
  assertEquals(minuteRows(aggregate([], { tz: "UTC", startOfDay: "18h", mode: "split" })), []);
});

Deno.test("aggregate() rejects invalid options", () => {
  const one = stageRows([{ start: 0, end: 9, stage: 3 }]);
  const tooFine = [{ start_time: at(0), end_time: at(400 * 1440), sleep_stage: 3 }];
  const cases: [() => unknown, typeof RangeError | typeof TypeError, string][] = [
    [
      () => aggregate(one, { mode: "ends" as Mode }),
      RangeError,
      'Cannot aggregate sleep: mode "ends" is not one of start, end, split',
    ],
    [
      () => aggregate(one, { functions: ["mean" as AggregateFunction] }),
      RangeError,
      'functions "mean" is not one of sum, avg, min, max',
    ],
    [() => aggregate(one, { every: "daily" as never }), RangeError, "Cannot read window length"],
    [
      () => aggregate(one, { every: "1h", startOfDay: "18h" }),
      RangeError,
      "Cannot begin periods of 1h at 18h",
    ],
    [() => aggregate(one, { startOfDay: "25h" }), RangeError, "Cannot begin periods of 1d at 25h"],
    [() => aggregate(one, { startOfDay: "90s" }), RangeError, "in whole minutes"],
    [() => aggregate(one, { tz: "Mars/Olympus" }), RangeError, "not an IANA time zone"],
    [() => aggregate(tooFine, { every: "1s" }), RangeError, "the maximum is 20000000"],
    [() => aggregate([{ start_time: at(0) }]), TypeError, "Cannot aggregate sleep: column"],
  ];
  for (const [call, type, message] of cases) assertThrows(call, type, message);
});
