import { assertEquals, assertThrows } from "@std/assert";
import { rowCount } from "../../src/frame/columns/columns.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { slices } from "../../src/frame/columns/sliceColumns.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import { fromRows, type Row, toRows } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const SCHEMA: Schema = {
  at: "time",
  day: "date",
  count: "int64",
  value: "float64",
  flag: "bool",
  name: "text",
  list: { list: "text" },
  pair: { struct: { a: "int64", b: "text" } },
};

const row = (i: number): Row => ({
  at: `2024-01-0${i}T00:00:00Z`,
  day: `2024-02-0${i}`,
  count: i,
  value: i / 3,
  flag: i % 2 === 0,
  name: `n${i}`,
  list: i === 2 ? [] : [`${i}`, "x"],
  pair: { a: i, b: "b" },
});
const NULLS: Row = {
  at: null,
  day: null,
  count: null,
  value: null,
  flag: null,
  name: null,
  list: null,
  pair: { a: null, b: null },
};

Deno.test("concatenated columns contain all rows, of every type, with nulls", () => {
  const parts: Row[][] = [[row(1), row(2)], [], [NULLS], [row(3)], [NULLS, row(4), NULLS]];
  const joined = concatColumns(parts.map((rows) => fromRows(rows, SCHEMA)));
  const whole = fromRows(parts.flat(), SCHEMA);
  assertEquals(toRows(columnsOf(toFrame(joined))), toRows(columnsOf(toFrame(whole))));
  assertEquals(rowCount(joined), 7);
});

Deno.test("concatenated slices equal the whole, for every type, with nulls", () => {
  const rows = [row(1), NULLS, row(2), row(3), NULLS, row(4), row(5)];
  const whole = fromRows(rows, SCHEMA);
  for (let size = 1; size <= rows.length + 1; size++) {
    const parts = [...slices(whole, size)];
    assertEquals(parts.length, Math.ceil(rows.length / size));
    parts.forEach((part, i) =>
      assertEquals(toRows(part), toRows(fromRows(rows.slice(i * size, (i + 1) * size), SCHEMA)))
    );
    assertEquals(toRows(concatColumns(parts)), toRows(whole), `${size} rows each`);
  }
});

Deno.test("a column that one part lacks is null there, and a column without values can have any type", () => {
  const parts: Columns[] = [
    fromRows([{ a: 1 }], { a: "int64" }),
    fromRows([{ b: "x", a: null }], { b: "text", a: "text" }),
    fromRows([{ list: ["y"] }], { list: { list: "text" } }),
  ];
  assertEquals(toRows(concatColumns(parts)), [
    { a: 1, b: null, list: null },
    { a: null, b: "x", list: null },
    { a: null, b: null, list: ["y"] },
  ]);
});

Deno.test("columns of different types are rejected with their names", () => {
  const parts = [fromRows([{ a: 1 }], { a: "int64" }), fromRows([{ a: "x" }], { a: "text" })];
  assertThrows(
    () => concatColumns(parts),
    TypeError,
    'Cannot concatenate columns "a": one holds int64, another text',
  );
});
