import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { finishSums } from "../../src/cohort/sumColumns.ts";
import { int64Column, textColumn } from "../../src/frame/columns/columns.ts";
import { openFrame } from "../../src/frame/open.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { toRows } from "../../src/frame/polars/rows.ts";

const MIN = 5;

/** Cell of a table: two groups, the sum, and the number of people. */
interface Cell {
  readonly a: string;
  readonly b: string;
  readonly sum: number;
  readonly people: number;
}

/** Returns the cells of a table as `sum` shows them. */
function publish(cells: readonly Cell[], by: readonly string[]): Record<string, unknown>[] {
  const counts = (of: (cell: Cell) => number) =>
    int64Column(BigInt64Array.from(cells, (cell) => BigInt(of(cell))));
  const sums = toFrame({
    a: textColumn(cells.map(({ a }) => a)),
    b: textColumn(cells.map(({ b }) => b)),
    sum: counts(({ sum }) => sum),
    people: counts(({ people }) => people),
  });
  return toRows(openFrame(finishSums(sums, { column: "sum", by, minPeople: MIN })).columns());
}

const cellsOf = (as: number, bs: number) =>
  fc.array(fc.record({ sum: fc.nat(99), people: fc.integer({ min: 1, max: 12 }) }), {
    minLength: as * bs,
    maxLength: as * bs,
  }).map((all) =>
    all.map((one, i): Cell => ({ a: `${i % as}`, b: `${Math.floor(i / as)}`, ...one }))
  );

Deno.test("sum() with minPeople never reveals a sum of few people, not even as a total minus the shown sums", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 8 }).chain((n) => cellsOf(n, 1)), (cells) => {
    const hidden = publish(cells, ["a"]).flatMap((row, i) =>
      row["sum"] === null ? [cells[i]!] : []
    );
    const few = cells.filter(({ people }) => people < MIN);
    for (const cell of few) assert(hidden.includes(cell));
    if (few.length === 0) assertEquals(hidden, []);
    // The total shows the sum of all hidden cells: it must be the sum of enough people.
    else if (cells.length > few.length) {
      assert(hidden.length > 1 && hidden.some(({ people }) => people >= MIN));
      assertEquals(hidden.length, few.length + 1); // and no more is hidden than that
    }
  }));
});

Deno.test("sum() with minPeople by two columns hides either no sum or several in each row and column", () => {
  const table = fc.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 5 }))
    .chain(([as, bs]) => cellsOf(as, bs));
  fc.assert(fc.property(table, (cells) => {
    const shown = publish(cells, ["a", "b"]);
    const isHidden = ({ a, b }: Cell) =>
      shown.find((row) => row["a"] === a && row["b"] === b)!["sum"] === null;
    for (const name of ["a", "b"] as const) {
      for (const own of Map.groupBy(cells, (cell) => cell[name]).values()) {
        const hidden = own.filter(isHidden);
        const isWhole = hidden.length === own.length; // the total is a sum of other people, too
        const known = hidden.length > 1 && hidden.some(({ people }) => people >= MIN);
        assert(hidden.length === 0 || known || isWhole, JSON.stringify(own));
      }
    }
  }));
});
