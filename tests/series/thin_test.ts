import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type pl from "nodejs-polars";
import { thin, type ThinMethod } from "../../src/series/thin.ts";

type Row = {
  time: Date;
  value: number | null;
  note: string | null;
};

const METHODS: readonly ThinMethod[] = ["m4", "lttb"];
const rowsOf = (frame: pl.DataFrame): Row[] => frame.toRecords() as unknown as Row[];

/** Values a second apart, some null, with one pause of an hour. */
const series = fc.array(
  fc.option(fc.integer({ min: -100, max: 100 }), { freq: 30 }),
  { minLength: 120, maxLength: 600 },
).map((values) =>
  values.map((value, i): Row => ({
    time: new Date((i + (i * 2 > values.length ? 3600 : 0)) * 1000),
    value,
    note: `n${i}`,
  }))
);

Deno.test("thin() returns rows of the frame in order, at most the requested number, and marks the gap", () => {
  fc.assert(
    fc.property(series, fc.constantFrom(...METHODS), (rows, method) => {
      const thinned = rowsOf(thin([...rows].reverse(), { points: 100, method }));
      assert(thinned.length <= 100, `${thinned.length}`);
      const known = new Map(rows.map((row) => [row.time.getTime(), row]));
      const added = thinned.filter(({ note }) => note === null);
      for (const row of thinned) {
        if (row.note !== null) assertEquals(row, known.get(row.time.getTime()));
      }
      for (let i = 1; i < thinned.length; i++) assert(thinned[i]!.time >= thinned[i - 1]!.time);
      const before = thinned.findLastIndex(({ time, value }) =>
        value !== null && time.getTime() < 3_600_000
      );
      const after = thinned.findIndex(({ time, value }) =>
        value !== null && time.getTime() >= 3_600_000
      );
      assert(after > before + 1, "a null lies in the pause");
      assert(added.every(({ value }) => value === null));
    }),
    { numRuns: 60, seed: 31 },
  );
});

Deno.test("thin() by m4 keeps the first, the last, the lowest and the highest value", () => {
  fc.assert(
    fc.property(series, (rows) => {
      const values = (all: readonly Row[]): number[] =>
        all.map(({ value }) => value).filter((value) => value !== null);
      const whole = values(rows), thinned = values(rowsOf(thin(rows, { points: 60 })));
      for (const pick of [Math.min, Math.max]) assertEquals(pick(...thinned), pick(...whole));
      assertEquals([thinned[0], thinned.at(-1)], [whole[0], whole.at(-1)]);
    }),
    { numRuns: 60, seed: 32 },
  );
});

Deno.test("thin() by lttb picks the largest triangle of each bucket", () => {
  const values = [0, 1, 9, 1, 0, -1, -8, -1, 0, 2, 0, 0];
  const rows = values.map((value, i) => ({ time: new Date(i * 1000), value }));
  const spikes = rowsOf(thin(rows, { points: 10, method: "lttb" }));
  assert([0, 9, -8].every((value) => spikes.some((row) => row.value === value)));
});

Deno.test("thin() keeps the lines of several columns, and returns a short frame unchanged", () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    time: new Date(i * 1000),
    a: i === 300 ? 50 : 0,
    b: i === 700 ? -50 : 0,
  }));
  const both = thin(rows, { points: 100 });
  assert(both.shape.height <= 100);
  assertEquals([both.getColumn("a").max(), both.getColumn("b").min()], [50, -50]);
  assertEquals(thin(rows, { points: 1000 }).shape.height, 1000);
  assertEquals(thin(rows, { points: 50, y: "a" }).getColumn("a").max(), 50);
});

Deno.test("thin() rejects invalid options", () => {
  const rows = [{ time: new Date(0), note: "x" }];
  assertThrows(() => thin(rows, { points: 5 }), RangeError, "pass at least 10");
  const two = [{ time: new Date(0), a: 1, b: 2 }];
  assertThrows(
    () => thin(two, { points: 19 }),
    RangeError,
    "at least 20, 10 for each of 2 columns",
  );
  assertEquals(thin(two, { points: 20 }).shape.height, 1);
  assertThrows(() => thin(rows, { method: "nth" as "m4" }), RangeError, 'by "nth"');
  assertThrows(
    () => thin(rows, { y: ["note"], points: 20 }),
    TypeError,
    "Cannot thin: column",
  );
  assertThrows(() => thin(rows, { gapSteps: 0 }), RangeError, "gapSteps is 0");
});
