import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { cycles } from "../../src/sleep/cycles.ts";
import type { Priority } from "../../src/sleep/stages/ranks.ts";
import { merge, type MergeOptions } from "../../src/sleep/merge.ts";
import { mergeReport } from "../../src/sleep/mergeReport.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { minuteRows, type Span, stageRows } from "./stageRows.ts";

/** Result of brute force at one minute: the winning row, and all sources there. */
interface Shown {
  winner: Span;
  sources: Set<string>;
}

const LAST = 60;
const SPECIFIC = [0, 1, 2, 2, 2, 2];
const RANK = [0, 2, 1, 2, 2, 2];

/** Options of the code under test, and the equivalent rank. */
interface Case {
  options: MergeOptions;
  rank: (span: Span) => number;
}

const table: Priority = { 2: 5, 4: 1, 3: 3 };
const CASES: readonly Case[] = [
  { options: {}, rank: ({ stage }) => RANK[stage]! },
  {
    options: { priority: table },
    rank: ({ stage }) => (table as Record<number, number>)[stage] ?? -9,
  },
  {
    options: { priority: ({ source, duration_ms }) => (source === "b" ? 1e6 : 0) - duration_ms },
    rank: ({ source, start, end }) => (source === "b" ? 1e6 : 0) - (end - start) * 60_000,
  },
  {
    options: { priority: { 4: 1 }, sourcePriority: ["c", "a"] },
    rank: ({ stage, source }) => 10 * (["a", "c"].indexOf(source!) + 1) + (stage === 4 ? 1 : 0),
  },
];

function shown(spans: readonly Span[], rank: Case["rank"]): (Shown | undefined)[] {
  const key = (span: Span) => [
    -rank(span),
    -span.start,
    span.end,
    -SPECIFIC[span.stage]!,
    span.source!,
    -span.stage,
  ];
  const before = (a: Span, b: Span): number => {
    const ka = key(a), kb = key(b), i = ka.findIndex((part, j) => part !== kb[j]);
    return i < 0 ? 0 : ka[i]! < kb[i]! ? -1 : 1;
  };
  return Array.from({ length: LAST }, (_, minute) => {
    const here = spans.filter(({ start, end }) => start <= minute && minute < end).sort(before);
    return here[0] && { winner: here[0], sources: new Set(here.map(({ source }) => source!)) };
  });
}

/** Runs of the winning rows, like rows of the result with provenance, in minutes. */
function runs(spans: readonly Span[], rank: Case["rank"]) {
  const result: {
    start: number;
    end: number;
    stage: number;
    source: string;
    below: Set<string>;
  }[] = [];
  shown(spans, rank).forEach((here, minute) => {
    if (here === undefined) return;
    const { stage, source } = here.winner, last = result.at(-1);
    if (last?.end === minute && last.stage === stage && last.source === source) {
      last.end++;
      here.sources.forEach((name) => last.below.add(name));
    } else {
      result.push({
        start: minute,
        end: minute + 1,
        stage,
        source: source!,
        below: new Set(here.sources),
      });
    }
  });
  return result.map(({ start, end, stage, source, below }) => ({
    start_time: start,
    end_time: end,
    duration_ms: end - start,
    sleep_stage: stage,
    source,
    overrode: [...below].filter((name) => name !== source).sort(),
  }));
}

const span = fc.record({
  start: fc.integer({ min: 0, max: 50 }),
  length: fc.integer({ min: 0, max: 25 }),
  stage: fc.integer({ min: 0, max: 5 }),
  source: fc.constantFrom("a", "b", "c"),
}).map(({ start, length, ...rest }): Span => ({
  ...rest,
  start,
  end: Math.min(start + length, LAST),
}));

/** Merged intervals without known stages, which knownStages_test checks. */
const spanRows = (frame: Frame) =>
  minuteRows(frame).map(({ stages_known: _, ...row }: Row) => row as { start_time: number });
const some = fc.array(span, { maxLength: 10 });
const anyCase = fc.constantFrom(...CASES);
const layers = fc.constantFrom<"competes" | "layer">("competes", "layer");

Deno.test("merge() agrees with a grid of minutes, by table, function and source", () => {
  fc.assert(
    fc.property(some, anyCase, (spans, { options, rank }) => {
      const found = spanRows(merge(stageRows(spans), { ...options, provenance: true }));
      assertEquals(found, runs(spans, rank));
    }),
    { numRuns: 300, seed: 3 },
  );
});

Deno.test("merge() with time in bed as a layer merges each layer separately", () => {
  fc.assert(
    fc.property(some, anyCase, (spans, { options, rank }) => {
      const found = spanRows(
        merge(stageRows(spans), { ...options, provenance: true, inBed: "layer" }),
      );
      const [bed = [], rest = []] = [true, false].map((inBed) =>
        runs(spans.filter(({ stage }) => (stage === 0) === inBed), rank)
      );
      const expected = [...bed, ...rest].sort((a, b) => a.start_time - b.start_time);
      assertEquals(found, expected);
    }),
    { numRuns: 150, seed: 4 },
  );
});

const times = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => [row["start_time"] as number, row["end_time"] as number] as const);

Deno.test("merge() returns ordered, non-empty intervals that do not overlap and that cover the input", () => {
  fc.assert(
    fc.property(some, anyCase, (spans, { options }) => {
      const found = times(minuteRows(merge(stageRows(spans), options)));
      found.forEach(([start, end], i) => {
        assert(start < end);
        assert(i === 0 || found[i - 1]![1] <= start);
      });
      for (let minute = 0; minute < LAST; minute++) {
        const covers = ([start, end]: readonly [number, number]) => start <= minute && minute < end;
        assertEquals(found.some(covers), spans.some(({ start, end }) => covers([start, end])));
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("merge() of its result, of other orders and of duplicate rows is the same, in each layer", () => {
  const mixed = some.chain((spans) =>
    fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length }))
  );
  fc.assert(
    fc.property(
      mixed,
      anyCase,
      layers,
      fc.boolean(),
      ([spans, shuffled], one, inBed, contiguous) => {
        const options = { ...one.options, inBed, provenance: true, mergeContiguous: contiguous };
        const found = minuteRows(merge(stageRows(spans), options));
        assertEquals(minuteRows(merge(stageRows(shuffled), options)), found);
        assertEquals(minuteRows(merge(stageRows([...spans, ...shuffled]), options)), found);
        const { provenance: _, ...plain } = options;
        const once = merge(stageRows(spans), plain);
        assertEquals(
          minuteRows(merge(once, { inBed, mergeContiguous: contiguous })),
          minuteRows(once),
        );
      },
    ),
    { numRuns: 100 },
  );
});

Deno.test("merge() of shifted rows is shifted", () => {
  fc.assert(
    fc.property(
      some,
      anyCase,
      layers,
      fc.integer({ min: -1e6, max: 1e6 }),
      (spans, { options }, inBed, shift) => {
        const shifted = spans.map((span) => ({
          ...span,
          start: span.start + shift,
          end: span.end + shift,
        }));
        assertEquals(
          minuteRows(merge(stageRows(shifted), { ...options, inBed })).map((row) => ({
            ...row,
            start_time: (row["start_time"] as number) - shift,
            end_time: (row["end_time"] as number) - shift,
          })),
          minuteRows(merge(stageRows(spans), { ...options, inBed })),
        );
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("merge() with one more interval of a lower rank only changes time that was not covered", () => {
  fc.assert(
    fc.property(some, span, (spans, extra) => {
      const options = { sourcePriority: ["a", "b", "c"] };
      const low = { ...extra, source: "z" };
      const stageAt = (found: Record<string, unknown>[], minute: number) =>
        found.find((row) =>
          (row["start_time"] as number) <= minute && minute < (row["end_time"] as number)
        )?.["sleep_stage"];
      const without = minuteRows(merge(stageRows(spans), options));
      const found = minuteRows(merge(stageRows([...spans, low]), options));
      for (let minute = 0; minute < LAST; minute++) {
        const before = stageAt(without, minute);
        const own = low.start <= minute && minute < low.end ? low.stage : undefined;
        assertEquals(stageAt(found, minute), before ?? own);
      }
    }),
    { numRuns: 100 },
  );
});

Deno.test("merge() with time in bed as a layer keeps everything that cycles() reads", () => {
  fc.assert(
    fc.property(some, (spans) => {
      const options = { cycleGap: "PT5M" } as const;
      assertEquals(
        minuteRows(cycles(merge(stageRows(spans), { inBed: "layer" }), options)),
        minuteRows(cycles(stageRows(spans), options)),
      );
    }),
    { numRuns: 30 },
  );
  const night = [{ start: 0, end: 50, stage: 0 }, { start: 10, end: 50, stage: 3 }];
  assertEquals(
    minuteRows(cycles(merge(stageRows(night)))).map((row) => row["total_time_in_bed_ms"]),
    [10], // if it competes, only the time in bed that no stage covers remains
  );
});

Deno.test("merge() returns the sources that each interval overrode, even without a name", () => {
  const rows: Row[] = [
    { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 1 },
    { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T02:00Z", sleep_stage: 4, source: "w" },
  ];
  const frame = merge(rows, { provenance: true });
  assertEquals(
    toRows(columnsOf(frame)).map(({ source, overrode }) => [source, overrode]),
    [[null, []], ["w", [null]], [null, []]],
  );
  assertEquals(columnNames(merge([], { provenance: true })).slice(-2), ["source", "overrode"]);
});

const at = (hour: number) => `2024-01-01T0${hour}:00Z`;
const BAD: Row[] = [
  { start_time: at(0), end_time: at(2), sleep_stage: 3, source: "a", id: "1" },
  { start_time: at(3), end_time: at(3), sleep_stage: 3, source: "a", id: "2" },
  { start_time: at(5), end_time: at(4), sleep_stage: 3, source: "a", id: "3" },
  { start_time: at(5), end_time: null, sleep_stage: 3, source: "a", id: "4" },
  { start_time: null, end_time: at(6), sleep_stage: 3, source: "a", id: "5" },
  { start_time: at(6), end_time: at(7), sleep_stage: null, source: "a", id: "6" },
  { start_time: at(6), end_time: at(7), sleep_stage: 70_000, source: "a", id: "7" },
  { start_time: at(0), end_time: at(2), sleep_stage: 3, source: "a", id: "1" },
  { start_time: at(0), end_time: at(2), sleep_stage: 3, source: "b", id: "1" },
];

Deno.test("mergeReport() lists each row that does not count, with its problem", () => {
  const report = toRows(columnsOf(mergeReport(BAD)));
  assertEquals(report.map(({ row, problem }) => [row, problem]), [
    [1, "empty"],
    [2, "reversed"],
    [3, "unfinished"],
    [4, "unstarted"],
    [5, "no stage"],
    [6, "unknown stage"],
    [7, "duplicate"],
  ]);
  assertEquals(report[2], {
    row: 3,
    problem: "unfinished",
    start_time: "2024-01-01T05:00:00Z",
    end_time: null,
    sleep_stage: 3,
    source: "a",
    id: "4",
  });
  assertEquals(toRows(columnsOf(mergeReport([]))), []);
  assertEquals(
    toRows(columnsOf(mergeReport([{ from: at(2), end_time: at(1), sleep_stage: 3 }], {
      columns: { start_time: "from" },
    }))).map(({ problem }) => problem),
    ["reversed"],
  );
});

Deno.test("merge() can skip invalid rows, with the same result as without them", () => {
  const good = BAD.filter((_, row) => [0, 7, 8].includes(row));
  assertEquals(
    toRows(columnsOf(merge(BAD, { onInvalid: "drop" }))),
    toRows(columnsOf(merge(good))),
  );
  const priority = () => 1; // is not called for an invalid row
  assertEquals(merge(BAD, { onInvalid: "drop", priority, provenance: true }).height, 1);
  assertEquals(merge(BAD.slice(2, 7), { onInvalid: "drop" }).height, 0);
});

Deno.test("merge() reports the number of invalid rows and the first one", () => {
  const unfinished = { start_time: at(5), end_time: null, sleep_stage: 3 };
  assertThrows(
    () => merge([BAD[0]!, unfinished, unfinished]),
    TypeError,
    "Cannot merge stages: end_time is null in 2 rows, the first is row 1",
  );
});

Deno.test("merge() rejects invalid priorities", () => {
  const rows = stageRows([{ start: 0, end: 9, stage: 3 }]);
  assertThrows(
    () => merge(rows, { priority: { 9: 1 } }),
    RangeError,
    "9 is not in the stage table",
  );
  assertThrows(() => merge(rows, { priority: { 3: NaN } }), RangeError, "NaN for stage 3");
  assertThrows(() => merge(rows, { priority: () => Infinity }), RangeError, "Infinity for row 0");
  const many = stageRows(
    Array.from({ length: 33_000 }, (_, i) => ({ start: i, end: i + 1, stage: 3, source: "a" })),
  );
  const byStart: Priority = ({ start_time }) => start_time.epochMilliseconds;
  assertEquals(merge(many, { priority: byStart }).height, 1);
  assertThrows(
    () => merge(many, { priority: byStart, sourcePriority: ["a"] }),
    RangeError,
    "it makes 66000 ranks",
  );
});

Deno.test("merge() accepts other column names, and reports a missing one", () => {
  const rows = [{ from: at(0), to: at(1), code: 3, device: "w", key: "1" }];
  const columns = { start_time: "from", end_time: "to", sleep_stage: "code", source: "device" };
  const frame = merge(rows, { columns: { ...columns, id: "key" }, provenance: true });
  assertEquals(frame.getColumn("source").toArray(), ["w"]);
  assertThrows(
    () => merge(rows, { columns: { ...columns, source: "app" } }),
    TypeError,
    'column "app" is missing',
  );
  assertThrows(() => merge(rows, { columns: { begin: "from" } }), TypeError, '"begin"');
});
