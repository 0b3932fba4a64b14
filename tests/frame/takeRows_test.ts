import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import { rowCount } from "../../src/frame/columns/columns.ts";
import { sliceColumns, slices } from "../../src/frame/columns/sliceColumns.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { takeRows } from "../../src/frame/takeRows.ts";
import { columnsOfRows, SCHEMA, someRow } from "./someRows.ts";

const someRows = fc.array(someRow, { maxLength: 12 });

Deno.test("takeRows() returns rows of columns of every type in the given order, with repetitions", () => {
  fc.assert(fc.property(fc.array(someRow, { minLength: 1 }), fc.array(fc.nat()), (rows, places) => {
    const order = places.map((place) => place % rows.length), columns = columnsOfRows(rows);
    const whole = toRows(columns), taken = takeRows(columns, Uint32Array.from(order));
    assertEquals(toRows(taken), order.map((row) => whole[row]!));
    assertEquals([Object.keys(taken), rowCount(taken)], [Object.keys(SCHEMA), order.length]);
  }));
});

Deno.test("sliceColumns() returns a range of rows; slices() returns all rows in chunks of a given size", () => {
  fc.assert(
    fc.property(
      someRows,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      (rows, a, b, size) => {
        const columns = columnsOfRows(rows), whole = toRows(columns);
        const [from, to] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y);
        assertEquals(toRows(sliceColumns(columns, from!, to!)), whole.slice(from, to));
        const parts = [...slices(columns, size)];
        assertEquals(parts.flatMap(toRows), whole);
        assertEquals(
          parts.map(rowCount),
          parts.map((_, i) => Math.min(size, rows.length - i * size)),
        );
      },
    ),
  );
});

Deno.test("concatColumns() concatenates rows, including slices", () => {
  fc.assert(fc.property(fc.array(someRows, { minLength: 1, maxLength: 4 }), (parts) => {
    const whole = toRows(columnsOfRows(parts.flat()));
    assertEquals(toRows(concatColumns(parts.map(columnsOfRows))), whole);
    const some = parts.map((rows) =>
      sliceColumns(columnsOfRows(rows), rows.length >> 1, rows.length)
    );
    const expected = parts.flatMap((rows) => toRows(columnsOfRows(rows)).slice(rows.length >> 1));
    assertEquals(toRows(concatColumns(some)), expected);
  }));
});
