import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { STAGES_SCHEMA } from "../../src/api/sleep.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { aggregate } from "../../src/sleep/aggregate.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import { merge } from "../../src/sleep/merge.ts";
import { stages, type StagesOptions } from "../../src/sleep/stages.ts";
import { bruteForceCycles } from "./bruteForce.ts";
import { at, minuteRows, type Span, stageRows } from "./stageRows.ts";

/** Returns stages as [start, end, stage, cycle]. */
const numbered = (spans: readonly Span[], options: StagesOptions = {}) =>
  minuteRows(stages(stageRows(spans), options)).map((row) => [
    row["start_time"],
    row["end_time"],
    row["sleep_stage"],
    row["cycle"],
  ]);

const range = (start: number, end: number) => ({ start_time: at(start), end_time: at(end) });

const span = fc.record({
  start: fc.integer({ min: 0, max: 380 }),
  length: fc.integer({ min: 0, max: 60 }),
  stage: fc.integer({ min: 0, max: 5 }),
  source: fc.constantFrom("a", "b"),
}).map(({ start, length, ...rest }): Span => ({
  ...rest,
  start,
  end: Math.min(start + length, 390),
}));

Deno.test("stages() agrees with a search of every minute", () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 10 }),
      fc.record({
        gap: fc.constantFrom(1, 30, 120),
        gapStages: fc.constantFrom<number[]>([], [2], [0, 2]),
        only: fc.constantFrom<number[] | undefined>(undefined, [3, 4], [2]),
      }),
      (spans, options) => {
        const expected = bruteForceCycles(spans, options).flatMap(({ number, runs }) =>
          runs.filter(([, , stage]) => options.only?.includes(stage) ?? true)
            .map((run) => [...run, number])
        );
        const { gap, ...rest } = options;
        assertEquals(numbered(spans, { ...rest, cycleGap: `PT${gap}M` }), expected);
      },
    ),
    { numRuns: 400, seed: 6 },
  );
});

Deno.test("stages() has the columns of the wire format, even without rows", () => {
  assertEquals(columnNames(stages([])), Object.keys(STAGES_SCHEMA));
  const columns = columnsOf(stages(stageRows([{ start: 0, end: 9, stage: 3 }])));
  assertEquals(
    Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
    STAGES_SCHEMA,
  );
});

const OVERLAPPING: readonly Span[] = [
  { start: 0, end: 30, stage: 3, source: "a" },
  { start: 30, end: 60, stage: 3, source: "b" },
  { start: 50, end: 80, stage: 4, source: "a" },
  { start: 50, end: 70, stage: 3, source: "a" },
];

Deno.test("stages() merges overlapping and touching stages, and each can be switched off", () => {
  assertEquals(numbered(OVERLAPPING), [[0, 70, 3, 0], [70, 80, 4, 0]]);
  assertEquals(numbered(OVERLAPPING, { mergeContiguous: false }), [
    [0, 30, 3, 0],
    [30, 50, 3, 0],
    [50, 70, 3, 0],
    [70, 80, 4, 0],
  ]);
  assertEquals(numbered(OVERLAPPING, { mergeOverlapping: false }), [
    [0, 70, 3, 0],
    [50, 80, 4, 0],
  ]);
  assertEquals(numbered(OVERLAPPING, { mergeOverlapping: false, mergeContiguous: false }), [
    [0, 30, 3, 0],
    [30, 60, 3, 0],
    [50, 80, 4, 0],
    [50, 70, 3, 0],
  ]);
});

Deno.test("stages() agrees with merge()", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 10 }), fc.boolean(), (spans, mergeContiguous) => {
      const options = { mergeContiguous, sourcePriority: ["b"] };
      const merged = minuteRows(merge(stageRows(spans), options))
        .map(({ stages_known: _, ...row }: Row) => row); // the wire has no such column
      const found = minuteRows(stages(stageRows(spans), options))
        .map(({ cycle: _, ...row }) => row);
      assertEquals(found, merged);
    }),
    { numRuns: 200 },
  );
});

Deno.test("stages() keeps gap stages within a cycle, and drops them between cycles", () => {
  const spans = [
    { start: 0, end: 10, stage: 2 },
    { start: 10, end: 40, stage: 3 },
    { start: 40, end: 50, stage: 2 },
    { start: 50, end: 80, stage: 4 },
    { start: 80, end: 200, stage: 2 },
    { start: 200, end: 230, stage: 5 },
    { start: 230, end: 240, stage: 2 },
  ];
  assertEquals(numbered(spans, { gapStages: [2], cycleGap: "PT2H" }), [
    [10, 40, 3, 0],
    [40, 50, 2, 0],
    [50, 80, 4, 0],
    [200, 230, 5, 1],
  ]);
});

Deno.test("stages(), cycles() and aggregate() accept other column names", () => {
  const spans = [{ start: 0, end: 60, stage: 3, source: "a" }, { start: 10, end: 20, stage: 4 }];
  const renamed = stageRows(spans).map(({ start_time, sleep_stage, source, ...rest }) => ({
    ...rest,
    begin: start_time,
    code: sleep_stage,
    device: source,
  }));
  const columns = { start_time: "begin", sleep_stage: "code", source: "device" };
  for (const verb of [stages, cycles, aggregate]) {
    const options = { sourcePriority: ["a"] };
    assertEquals(
      minuteRows(verb(renamed, { ...options, columns })),
      minuteRows(verb(stageRows(spans), options)),
    );
    assertThrows(() => verb(renamed, { columns: { begin: "start_time" } }), TypeError, "begin");
  }
});

Deno.test("stages() without merging keeps a gap stage inside a longer interval", () => {
  const spans = [{ start: 0, end: 60, stage: 3 }, { start: 10, end: 20, stage: 2 }];
  assertEquals(numbered(spans, { mergeOverlapping: false, gapStages: [2] }), [
    [0, 60, 3, 0],
    [10, 20, 2, 0],
  ]);
});

Deno.test("stages() keeps touching intervals in one cycle however short the gap is", () => {
  const spans = [{ start: 0, end: 10, stage: 3 }, { start: 10, end: 20, stage: 4 }];
  assertEquals(numbered(spans, { cycleGap: "PT0S" }).map((row) => row[3]), [0, 0]);
});

Deno.test("stages() clips to a range, or keeps whole cycles that touch it, numbered from 0", () => {
  const spans = [
    { start: 0, end: 60, stage: 3 },
    { start: 180, end: 240, stage: 4 },
    { start: 360, end: 390, stage: 5 },
  ];
  assertEquals(numbered(spans, { clipTo: range(30, 200) }), [[30, 60, 3, 0], [180, 200, 4, 1]]);
  assertEquals(numbered(spans, { touching: range(200, 370) }), [[180, 240, 4, 0], [
    360,
    390,
    5,
    1,
  ]]);
  // An interval that ends at the start of a range, or starts at its end, does not touch it.
  assertEquals(numbered(spans, { touching: range(60, 180) }), []);
  assertEquals(numbered(spans, { clipTo: range(60, 180) }), []);
  assertEquals(numbered(spans, { touching: range(30, 30), mergeOverlapping: false }), []);
  assertEquals(numbered(spans, { clipTo: range(30, 30), mergeOverlapping: false }), []);
});

Deno.test("stages() accepts frames, Arrow tables and records, and stages as any number type", () => {
  const columns = {
    start_time: { type: "time", values: BigInt64Array.of(0n), zone: "UTC" },
    end_time: { type: "time", values: BigInt64Array.of(60_000_000n), zone: "UTC" },
    sleep_stage: { type: "float64", values: Float64Array.of(4) },
  } as const;
  const expected = [{ start_time: 0, end_time: 1, duration_ms: 1, sleep_stage: 4, cycle: 0 }];
  for (const input of [toFrame(columns), toArrow(columns)]) {
    assertEquals(minuteRows(stages(input)), expected);
  }
  assertEquals(numbered([{ start: 0, end: 1, stage: 4 }]), [[0, 1, 4, 0]]);
});

Deno.test("stages() accepts the sleep laboratory's codes, and a user-defined table", () => {
  const spans = [{ start: 0, end: 20, stage: 1 }, { start: 5, end: 15, stage: -1 }];
  // N1 outranks time that is not scored.
  assertEquals(numbered(spans, { stages: "aasm" }), [[0, 20, 1, 0]]);
  const own = [
    { stage: 1, name: "a", label: "A", depth: 1, asleep: true, priority: 0, color: "red" },
    { stage: -1, name: "b", label: "B", depth: 1, asleep: true, priority: 1, color: "red" },
  ];
  assertEquals(numbered(spans, { stages: own }), [[0, 5, 1, 0], [5, 15, -1, 0], [15, 20, 1, 0]]);
  assertThrows(
    () => numbered(spans, { stages: [...own, own[0]!] }),
    RangeError,
    "Cannot use a stage table of 3 stages with 2 codes",
  );
});

Deno.test("stages() rejects a source that is not text, even if it is not needed", () => {
  const rows = toFrame({
    start_time: { type: "time", values: BigInt64Array.of(0n), zone: "UTC" },
    end_time: { type: "time", values: BigInt64Array.of(60_000_000n), zone: "UTC" },
    sleep_stage: { type: "int64", values: BigInt64Array.of(4n) },
    source: { type: "int64", values: BigInt64Array.of(1n) },
  });
  assertThrows(
    () => stages(rows),
    TypeError,
    'Cannot number stages: column "source" is int64, expected text',
  );
});
