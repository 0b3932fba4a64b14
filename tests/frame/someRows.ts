import fc from "fast-check";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { fromRows, type Row } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";

/** Columns of every type. */
export const SCHEMA: Schema = {
  count: "int64",
  value: "float64",
  name: "text",
  day: "date",
  time: "time",
  flag: "bool",
  list: { list: "int64" },
  parts: { list: { struct: { name: "text", value: "float64" } } },
};

const few = fc.integer({ min: -2, max: 2 });
/** A row with values of each type, few different ones, some null. */
export const someRow: fc.Arbitrary<Row> = fc.record({
  count: fc.option(few),
  value: fc.option(fc.constantFrom(-1.5, 0, 2)),
  name: fc.option(fc.constantFrom("", "a", "ü")),
  day: fc.option(fc.constantFrom("2024-01-01", "1969-12-31")),
  time: fc.option(fc.constantFrom("2024-01-01T00:00:00Z", "1969-12-31T23:59:59Z")),
  flag: fc.option(fc.boolean()),
  list: fc.option(fc.array(fc.option(few), { maxLength: 3 })),
  parts: fc.option(
    fc.array(
      fc.record({ name: fc.option(fc.constantFrom("x", "y")), value: fc.option(few) }),
      { maxLength: 2 },
    ),
  ),
});

/** Rows as columns. */
export const columnsOfRows = (rows: readonly Row[]): Columns => fromRows(rows, SCHEMA);
