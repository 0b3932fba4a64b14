import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { argSort } from "../../src/frame/argSort.ts";
import { takeRows } from "../../src/frame/takeRows.ts";
import { toRows } from "../../src/frame/rows.ts";

Deno.test("argSort() is the stable order that sorting pairs gives, for few runs and for many", () => {
  const values = fc.oneof(
    fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 200 }),
    fc.array(fc.array(fc.integer(), { maxLength: 40 }), { maxLength: 6 })
      .map((runs) => runs.flatMap((run) => run.sort((a, b) => a - b))),
  );
  fc.assert(
    fc.property(values, (values) => {
      const expected = values.map((value, row) => ({ value, row }))
        .sort((a, b) => a.value - b.value || a.row - b.row).map(({ row }) => row);
      const order = argSort(BigInt64Array.from(values, BigInt));
      assertEquals(order === undefined ? [...values.keys()] : [...order], expected);
    }),
    { numRuns: 500 },
  );
});

Deno.test("argSort() has nothing to do for rows that are in order, equal ones included", () => {
  assertEquals(argSort(new BigInt64Array(0)), undefined);
  assertEquals(argSort(BigInt64Array.of(-1n, 0n, 0n, 5n)), undefined);
  assertEquals(argSort(BigInt64Array.of(1n, 0n)), Uint32Array.of(1, 0));
});

Deno.test("takeRows() takes rows of all types, in the order given and more than once", () => {
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
