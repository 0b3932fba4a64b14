import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { argSort } from "../../../src/frame/columns/argSort.ts";
import { takeRows } from "../../../src/frame/takeRows.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";

/** Returns the number of ascending runs in values. */
const runsOf = (values: readonly number[]): number =>
  values.filter((value, i) => i > 0 && values[i - 1]! > value).length + 1;

Deno.test("argSort() gives the same stable order as sorting pairs, for few or many runs", () => {
  // By default, fast-check makes arrays of about ten values, too few for more than 32 runs.
  const values = fc.oneof(
    fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 400, size: "max" }),
    fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 60, maxLength: 80, size: "max" }),
    fc.array(fc.array(fc.integer(), { maxLength: 40, size: "max" }), { maxLength: 6, size: "max" })
      .map((runs) => runs.flatMap((run) => run.sort((a, b) => a - b))),
  );
  const reached = { "in order": 0, "few runs": 0, "33 to 40 runs": 0, "many runs": 0 };
  fc.assertAll(
    fc.property(values, (values) => {
      const expected = values.map((value, row) => ({ value, row }))
        .sort((a, b) => a.value - b.value || a.row - b.row).map(({ row }) => row);
      const order = argSort(BigInt64Array.from(values, BigInt));
      assertEquals(order === undefined ? [...values.keys()] : [...order], expected);
      const runs = runsOf(values);
      const branch = runs === 1 ? "in order" : runs <= 32 ? "few runs" : "many runs";
      reached[branch]++;
      if (runs > 32 && runs <= 40) reached["33 to 40 runs"]++;
    }),
    { numRuns: 500 },
  );
  const least = { "in order": 5, "few runs": 100, "33 to 40 runs": 20, "many runs": 100 };
  for (const [branch, count] of Object.entries(least)) {
    const times = reached[branch as keyof typeof reached];
    assert(times >= count, `${branch}: reached ${times} times`);
  }
});

Deno.test("argSort() keeps the order of equal values at its limit for merging runs", () => {
  for (const runs of [2, 31, 32, 33, 34, 1000]) {
    // Each run is 0, 1, 2: all of them hold the same values.
    const values = Array.from({ length: 3 * runs }, (_, i) => i % 3);
    assertEquals(runsOf(values), runs);
    const order = argSort(BigInt64Array.from(values, BigInt))!;
    const expected = [0, 1, 2].flatMap((value) =>
      Array.from({ length: runs }, (_, run) => 3 * run + value)
    );
    assertEquals([...order], expected);
  }
});

Deno.test("argSort() returns undefined for rows in order, including equal rows", () => {
  assertEquals(argSort(new BigInt64Array(0)), undefined);
  assertEquals(argSort(BigInt64Array.of(-1n, 0n, 0n, 5n)), undefined);
  assertEquals(argSort(BigInt64Array.of(1n, 0n)), Uint32Array.of(1, 0));
});

Deno.test("takeRows() returns rows of all types in the given order, with repetitions", () => {
  const columns = {
    time: { type: "time", values: BigInt64Array.of(0n, 1n, 2n), zone: "UTC" },
    text: { type: "text", values: ["a", null, "c"] },
    flag: { type: "bool", values: Uint8Array.of(1, 0, 0), valid: Uint8Array.of(1, 0, 1) },
    list: {
      type: "list",
      offsets: Int32Array.of(0, 2, 2, 3),
      item: { type: "float64", values: Float64Array.of(1, 2, 3) },
      valid: Uint8Array.of(1, 0, 1),
    },
    pair: {
      type: "struct",
      length: 3,
      fields: { n: { type: "int64", values: BigInt64Array.of(7n, 8n, 9n) } },
    },
  } as const;
  const rows = toRows(columns);
  const order = [2, 0, 1, 2];
  assertEquals(toRows(takeRows(columns, Uint32Array.from(order))), order.map((row) => rows[row]!));
  assertEquals(toRows(takeRows(columns, new Uint32Array(0))), []);
});
