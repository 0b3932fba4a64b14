import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { merge, type MergeOptions } from "../../src/sleep/merge.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const MINUTE = 60_000_000n;

interface Span {
  start: number;
  end: number;
  stage: number;
  source: string;
  id?: string;
}

const rows = (spans: readonly Span[]) =>
  spans.map(({ start, end, stage, source, id }) => ({
    start_time: new Date(start * 60_000),
    end_time: new Date(end * 60_000),
    sleep_stage: stage,
    source,
    id: id ?? null,
  }));

/** Returns a merged frame as [start minute, end minute, stage]. */
function spansOf(frame: Frame): [number, number, number][] {
  const { start_time, end_time, sleep_stage } = columnsOf(frame) as Record<
    string,
    { values: BigInt64Array }
  >;
  return Array.from(
    start_time!.values,
    (
      start,
      i,
    ) => [
      Number(start / MINUTE),
      Number(end_time!.values[i]! / MINUTE),
      Number(sleep_stage!.values[i]!),
    ],
  );
}

const merged = (spans: readonly Span[], options: MergeOptions = {}) =>
  spansOf(merge(rows(spans), options));

// The rule of interface.md 4.3, word for word: 0 below all, 2 below all but 0.
const RANK: Record<number, number> = { 0: 0, 2: 1, 1: 2, 3: 2, 4: 2, 5: 2 };
const SPECIFIC: Record<number, number> = { 0: 0, 1: 1, 2: 2, 3: 2, 4: 2, 5: 2 };

/** Returns for each minute the interval that wins among all of them. */
function painted(
  spans: readonly Span[],
  sourcePriority: readonly string[],
): [number, number, number][] {
  const result: [number, number, number][] = [];
  const key = (span: Span): (number | string)[] => [
    -(sourcePriority.length -
      (sourcePriority.includes(span.source)
        ? sourcePriority.indexOf(span.source)
        : sourcePriority.length)),
    -RANK[span.stage]!,
    -span.start,
    span.end,
    -SPECIFIC[span.stage]!,
    span.source,
    span.id ?? "",
    -span.stage,
  ];
  const before = (a: Span, b: Span): number => {
    const ka = key(a), kb = key(b);
    const i = ka.findIndex((part, j) => part !== kb[j]);
    return i < 0 ? 0 : ka[i]! < kb[i]! ? -1 : 1;
  };
  for (let minute = 0; minute < 60; minute++) {
    const winner = spans.filter((span) =>
      span.start <= minute && minute < span.end
    ).sort(before)[0];
    if (winner === undefined) continue;
    const last = result.at(-1);
    if (last !== undefined && last[1] === minute && last[2] === winner.stage) last[1] = minute + 1;
    else result.push([minute, minute + 1, winner.stage]);
  }
  return result;
}

const span = fc.record({
  start: fc.integer({ min: 0, max: 50 }),
  length: fc.integer({ min: 0, max: 20 }),
  stage: fc.integer({ min: 0, max: 5 }),
  source: fc.constantFrom("a", "b", "c"),
  id: fc.constantFrom("1", "2"),
}).map(({ start, length, ...rest }) => ({ ...rest, start, end: Math.min(start + length, 60) }));

Deno.test("merge() agrees with a brute-force painter in 2,000 random cases", () => {
  const priorities = fc.constantFrom([], ["b"], ["c", "a"], ["a", "b", "c"]);
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), priorities, (spans, sourcePriority) => {
      assertEquals(merged(spans, { sourcePriority }), painted(spans, sourcePriority));
    }),
    { numRuns: 2000, seed: 1 },
  );
});

Deno.test("merge() does not depend on row order", () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 10 }).chain((spans) =>
        fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length }))
      ),
      ([spans, shuffled]) => assertEquals(merged(spans), merged(shuffled)),
    ),
    { numRuns: 500 },
  );
});

Deno.test("merge() leaves its own result unchanged", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 10 }), (spans) => {
      const once = merge(rows(spans));
      assertEquals(spansOf(merge(once)), spansOf(once));
    }),
    { numRuns: 200 },
  );
});

Deno.test("merge() lets sleep win over awake, and awake over in bed, regardless of the start", () => {
  assertEquals(
    merged([
      { start: 0, end: 60, stage: 0, source: "bed" },
      { start: 10, end: 40, stage: 3, source: "watch" },
      { start: 20, end: 50, stage: 2, source: "watch" },
    ]),
    [[0, 10, 0], [10, 40, 3], [40, 50, 2], [50, 60, 0]],
  );
});

Deno.test("merge() lets the latest start win among the other stages", () => {
  assertEquals(
    merged([{ start: 0, end: 30, stage: 4, source: "a" }, {
      start: 10,
      end: 20,
      stage: 5,
      source: "b",
    }]),
    [[0, 10, 4], [10, 20, 5], [20, 30, 4]],
  );
});

Deno.test("merge() ranks sourcePriority above stages", () => {
  assertEquals(
    merged([{ start: 0, end: 30, stage: 4, source: "a" }, {
      start: 10,
      end: 20,
      stage: 2,
      source: "b",
    }], {
      sourcePriority: ["b"],
    }),
    [[0, 10, 4], [10, 20, 2], [20, 30, 4]],
  );
});

Deno.test("merge() joins touching intervals of the same stage across sources by default", () => {
  const touching = [{ start: 0, end: 10, stage: 3, source: "a" }, {
    start: 10,
    end: 20,
    stage: 3,
    source: "b",
  }];
  assertEquals(merged(touching), [[0, 20, 3]]);
  assertEquals(merged(touching, { mergeContiguous: false }), [[0, 10, 3], [10, 20, 3]]);
});

Deno.test("merge() with provenance returns the source of each interval", () => {
  const frame = merge(
    rows([{ start: 0, end: 10, stage: 3, source: "a" }, {
      start: 10,
      end: 20,
      stage: 3,
      source: "b",
    }]),
    {
      provenance: true,
    },
  );
  assertEquals(frame.getColumn("source").toArray(), ["a", "b"]);
});

Deno.test("merge() reports the first row that ends before it starts", () => {
  assertThrows(
    () =>
      merged([{ start: 0, end: 10, stage: 3, source: "a" }, {
        start: 9,
        end: 3,
        stage: 3,
        source: "a",
      }]),
    RangeError,
    "Cannot merge stages: end_time is before start_time in row 1",
  );
});

Deno.test("merge() reports an unknown stage and a missing time", () => {
  assertThrows(
    () => merged([{ start: 0, end: 10, stage: 9, source: "a" }]),
    RangeError,
    "sleep_stage is 9 in row 0",
  );
  assertThrows(
    () => merge([{ start_time: new Date(0), end_time: null, sleep_stage: 1 }]),
    TypeError,
    "end_time is null in row 0",
  );
});

Deno.test("merge() of no rows returns an empty frame", () => {
  assertEquals(merged([]), []);
});

Deno.test("merge() keeps the zone of its input and exact microseconds", () => {
  const start = Temporal.Instant.from("2024-03-31T00:59:59.999999Z");
  const frame = merge([{ start_time: start, end_time: start.add({ hours: 1 }), sleep_stage: 4 }]);
  const { start_time, duration_ms } = columnsOf(frame) as Record<string, { values: BigInt64Array }>;
  assertEquals(start_time!.values[0], start.epochNanoseconds / 1000n);
  assertEquals(duration_ms!.values[0], 3_600_000n);
});
