import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDigests, digestRows } from "../../src/cohort/digest.ts";
import { concatColumns } from "../../src/frame/concatColumns.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { fromRows, type Row } from "../../src/frame/polars/rows.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { takeRows } from "../../src/frame/takeRows.ts";

const SCHEMA: Schema = {
  count: "int64",
  value: "float64",
  name: "text",
  day: "date",
  flag: "bool",
  list: { list: "text" },
};

const row = fc.record({
  count: fc.option(fc.integer()),
  value: fc.option(fc.double()),
  name: fc.option(fc.string({ unit: "grapheme" })),
  day: fc.option(fc.constantFrom("2024-01-01", "1969-12-31")),
  flag: fc.option(fc.boolean()),
  list: fc.option(fc.array(fc.string())),
});
const columns = (rows: readonly Row[]): Columns => fromRows(rows, SCHEMA);

Deno.test("the digests of parts add up to the digest of the whole, in any order", () => {
  fc.assert(fc.property(fc.array(row), fc.array(row), (a, b) => {
    const whole = concatColumns([columns(b), columns(a)]);
    const order = Uint32Array.from(
      { length: a.length + b.length },
      (_, i) => a.length + b.length - 1 - i,
    );
    const sum = addDigests(digestRows(columns(a)), digestRows(columns(b)));
    assertEquals(digestRows(whole), sum);
    assertEquals(digestRows(takeRows(whole, order)), sum);
  }));
});

Deno.test("a lost row, a duplicate row and a changed cell change the digest", () => {
  fc.assert(fc.property(fc.array(row, { minLength: 1 }), fc.nat(), row, (rows, at, other) => {
    const place = at % rows.length, digest = digestRows(columns(rows));
    assert(digestRows(columns(rows.toSpliced(place, 1))) !== digest || isEmpty(rows[place]!));
    assert(digestRows(columns([...rows, rows[place]!])) !== digest || isEmpty(rows[place]!));
    for (const name of Object.keys(SCHEMA)) {
      const changed = { ...rows[place]!, [name]: other[name as keyof typeof other] };
      const same =
        JSON.stringify(columns([changed]), text) === JSON.stringify(columns([rows[place]!]), text);
      assertEquals(digestRows(columns(rows.with(place, changed))) === digest, same, name);
    }
  }));
});

function text(_: string, value: unknown): unknown {
  return typeof value === "bigint"
    ? `${value}n`
    : Object.is(value, -0)
    ? "-0"
    : value !== value
    ? "NaN"
    : value instanceof Float64Array
    ? Array.from(value, String).concat(Object.is(value[0], -0) ? "-0" : "")
    : value;
}

/** A row with only nulls has no digest, since nulls count as missing. */
function isEmpty(row: Row): boolean {
  return Object.values(row).every((value) => value === null);
}
