import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import type { CycleOptions } from "../../src/sleep/kernel/cycleOptions.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { bruteForceCycles, cycleRow, type OracleOptions } from "./bruteForce.ts";
import { at, minuteRows, type Span, stageRows } from "./stageRows.ts";
import { CYCLES_SCHEMA } from "../../src/api/sleep.ts";

const range = ({ start, end }: { start: number; end: number }) => ({
  start_time: at(start),
  end_time: at(end),
});

const optionsOf = (oracle: OracleOptions): CycleOptions => ({
  ...(oracle.gap === undefined ? {} : { cycleGap: `PT${oracle.gap}M` }),
  ...(oracle.gapStages === undefined ? {} : { gapStages: oracle.gapStages }),
  ...(oracle.sourcePriority === undefined ? {} : { sourcePriority: oracle.sourcePriority }),
  ...(oracle.clipTo === undefined ? {} : { clipTo: range(oracle.clipTo) }),
  ...(oracle.touching === undefined ? {} : { touching: range(oracle.touching) }),
  only: oracle.only,
});

const found = (spans: readonly Span[], oracle: OracleOptions = {}) =>
  minuteRows(cycles(stageRows(spans), optionsOf(oracle)));

const expected = (spans: readonly Span[], oracle: OracleOptions = {}) =>
  bruteForceCycles(spans, oracle)
    .filter(({ runs }) => runs.some(([, , stage]) => oracle.only?.includes(stage) ?? true))
    .map((cycle) => cycleRow(cycle, spans, oracle));

/** Intervals without some of the stages, so that gaps and cycles without time in bed are common. */
const spans = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }).chain((stages) =>
  fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 380 }),
      length: fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 90 })),
      stage: fc.constantFrom(...stages),
      source: fc.constantFrom("a", "b"),
    }).map(({ start, length, ...rest }): Span => ({
      ...rest,
      start,
      end: Math.min(start + length, 390),
    })),
    { maxLength: 10 },
  )
);
const interval = fc.tuple(fc.integer({ min: 0, max: 390 }), fc.integer({ min: 0, max: 390 }))
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const oracleOptions = fc.record({
  gap: fc.constantFrom(0, 1, 20, 60, 120),
  gapStages: fc.constantFrom([], [2], [0], [0, 2]),
  only: fc.constantFrom(undefined, [3], [0, 2], [1, 4, 5]),
  sourcePriority: fc.constantFrom([], ["b"]),
  clipTo: interval,
  touching: interval,
}, { requiredKeys: ["gap"] });

Deno.test("cycles() agrees with a brute force over each minute", () => {
  fc.assert(
    fc.property(spans, oracleOptions, (spans, options) => {
      assertEquals(found(spans, options), expected(spans, options));
    }),
    { numRuns: 400, seed: 5 },
  );
});

Deno.test("cycles() has the columns of the wire format, even without rows", () => {
  assertEquals(columnNames(cycles([])), Object.keys(CYCLES_SCHEMA));
  const types = Object.entries(columnsOf(cycles(stageRows([{ start: 0, end: 9, stage: 3 }]))))
    .map(([name, { type }]) => [name, type]);
  assertEquals(
    types,
    Object.entries(CYCLES_SCHEMA).map(([name, type]) => [
      name,
      typeof type === "string" ? type : "list",
    ]),
  );
  assertEquals(minuteRows(cycles([])), []);
});

Deno.test("cycles() counts time without wake as time in bed if no sample has time in bed", () => {
  const [night] = found([
    { start: 10, end: 20, stage: 2 },
    { start: 20, end: 60, stage: 3 },
    { start: 60, end: 70, stage: 4 },
    { start: 70, end: 75, stage: 2 },
    { start: 75, end: 90, stage: 5 },
  ]);
  assertEquals(night!["in_bed_intervals"], [
    { start_time: 20, end_time: 70, duration_ms: 50, sleep_stage: 0 },
    { start_time: 75, end_time: 90, duration_ms: 15, sleep_stage: 0 },
  ]);
  const { total_time_ms, total_time_asleep_ms, total_time_in_bed_ms, latency_ms } = night!;
  assertEquals([total_time_ms, total_time_asleep_ms, total_time_in_bed_ms, latency_ms], [
    80,
    65,
    65,
    0,
  ]);
  assertEquals([night!["in_bed_start_time"], night!["in_bed_end_time"]], [10, 90]);
});

Deno.test("cycles() measures latencies from the start of time in bed if samples have it", () => {
  const [night] = found([
    { start: 0, end: 100, stage: 0, source: "phone" },
    { start: 8, end: 20, stage: 2, source: "watch" },
    { start: 20, end: 90, stage: 3, source: "watch" },
  ]);
  assertEquals([night!["latency_ms"], night!["in_bed_to_first_stage_ms"]], [20, 8]);
  assertEquals(night!["in_bed_intervals"], [
    { start_time: 0, end_time: 100, duration_ms: 100, sleep_stage: 0 },
  ]);
  assertEquals([night!["start_time"], night!["total_time_ms"]], [0, 100]);
});

Deno.test("cycles() has a latency of 0 if sleep starts before time in bed", () => {
  const [night] = found([
    { start: 0, end: 60, stage: 3 },
    { start: 30, end: 90, stage: 0 },
  ]);
  assertEquals([night!["latency_ms"], night!["in_bed_to_first_stage_ms"]], [0, 0]);
});

Deno.test("cycles() has no latency without sleep", () => {
  const [night] = found([{ start: 0, end: 60, stage: 0 }, { start: 10, end: 20, stage: 2 }]);
  assertEquals([night!["latency_ms"], night!["in_bed_to_first_stage_ms"]], [null, 10]);
});

Deno.test("cycles() separates a nap from a night after a gap of two hours", () => {
  const numbers = (gap: number) =>
    found([{ start: 0, end: 60, stage: 3 }, { start: 60 + gap, end: 90 + gap, stage: 3 }])
      .map((row) => row["number"]);
  assertEquals(numbers(119), [0]);
  assertEquals(numbers(120), [0, 1]);
});

Deno.test("cycles() keeps the numbers of cycles when stages are filtered", () => {
  const two = [{ start: 0, end: 60, stage: 3 }, { start: 200, end: 260, stage: 4 }];
  const [night, ...others] = found(two, { only: [4] });
  assertEquals(others, []);
  assertEquals(night!["number"], 1);
  assertEquals(night!["total_time_ms"], 60);
});

Deno.test("cycles() lets the later start win even if both starts are before the range", () => {
  const both = [{ start: 0, end: 100, stage: 4 }, { start: 10, end: 200, stage: 5 }];
  const [night] = found(both, { clipTo: { start: 50, end: 150 } });
  assertEquals(night!["sleep_stage_totals"], [
    { sleep_stage: 5, total_time_in_stage_ms: 100, stage_latency_ms: 0 },
  ]);
});

Deno.test("cycles() keeps the zone of its input in all times, even in lists", () => {
  const hour = BigInt64Array.of(0n, 3_600_000_000n);
  const frame = cycles(toFrame({
    start_time: { type: "time", values: hour.subarray(0, 1), zone: "Europe/Berlin" },
    end_time: { type: "time", values: hour.subarray(1), zone: "UTC" },
    sleep_stage: { type: "int64", values: BigInt64Array.of(3n) },
  }));
  const [night] = toRows(columnsOf(frame));
  assertEquals(night!["start_time"], "1970-01-01T01:00:00+01:00");
  assertEquals(night!["in_bed_end_time"], "1970-01-01T02:00:00+01:00");
  for (const list of ["sleep_stage_intervals", "in_bed_intervals"]) {
    const [span] = night![list] as { end_time: string }[];
    assertEquals(span!.end_time, "1970-01-01T02:00:00+01:00");
  }
});

Deno.test("cycles() rejects invalid input", () => {
  const one = stageRows([{ start: 0, end: 9, stage: 3 }]);
  const cases: [() => unknown, typeof RangeError | typeof TypeError, string][] = [
    [
      () => cycles(stageRows([{ start: 9, end: 0, stage: 3 }])),
      RangeError,
      "Cannot group sleep into cycles: end_time is before start_time in row 0",
    ],
    [
      () => cycles([{ start_time: at(0), end_time: at(1), sleep_stage: 7 }]),
      RangeError,
      "sleep_stage is 7 in row 0; the stage table has 0, 1, 2, 3, 4, 5",
    ],
    [
      () => cycles([{ start_time: at(0), end_time: at(1), sleep_stage: 1.5 }]),
      TypeError,
      "row 0 is 1.5, expected an integer",
    ],
    [
      () => cycles([{ start_time: "2024-01-01T00:00", end_time: at(1), sleep_stage: 1 }]),
      TypeError,
      "has no zone",
    ],
    [() => cycles([{ start_time: at(0) }]), TypeError, 'column "end_time" is missing'],
    [() => cycles(one, { cycleGap: "2 h" }), RangeError, "Cannot read cycleGap"],
    [() => cycles(one, { cycleGap: "P1M" }), RangeError, "no fixed length"],
    [
      () => cycles(one, { gapStages: [9] }),
      RangeError,
      "Cannot use gapStages: 9 is not in the stage table",
    ],
    [() => cycles(one, { only: [9] }), RangeError, "Cannot use only: 9 is not in the stage table"],
    [
      () => cycles(one, { clipTo: { start_time: at(2), end_time: at(1) } }),
      RangeError,
      "Cannot use the range: end_time",
    ],
    [
      () => cycles(one, { stages: "hypnogram" as "aasm" }),
      RangeError,
      'Cannot use stage table "hypnogram": use consumer, aasm, or a table of your own',
    ],
  ];
  for (const [call, type, message] of cases) assertThrows(call, type, message);
});
