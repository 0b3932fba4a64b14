import { assertEquals, assertThrows } from "@std/assert";
import { type Conditions, parseCondition, toConditions } from "../../src/cohort/conditions.ts";
import { matchRows } from "../../src/cohort/matchRows.ts";
import type { CellType } from "../../src/cohort/tableSchema.ts";
import type { Columns } from "../../src/frame/columns/columns.ts";
import { toRows } from "../../src/frame/polars/rows.ts";

Deno.test("conditions become JSON: one value, a list, a range; numbers outside JSON as text", () => {
  const at = Temporal.Instant.from("2025-01-01T10:00:00Z");
  assertEquals(
    toConditions("select", {
      a: "x",
      b: [1, 2n ** 60n, null, true],
      c: { from: -Infinity, to: 5n },
      d: { from: at },
      e: { to: new Date(0) },
      f: Temporal.PlainDate.from("2025-01-01"),
      g: at,
      h: new Date(1),
      i: null,
      j: [],
      k: { from: undefined as never, to: "z" },
    }),
    [
      { column: "a", in: ["x"] },
      { column: "b", in: [1, "1152921504606846976", null, true] },
      { column: "c", from: "-Infinity", to: "5" },
      { column: "d", from: "2025-01-01T10:00:00Z" },
      { column: "e", to: "1970-01-01T00:00:00.000Z" },
      { column: "f", in: ["2025-01-01"] },
      { column: "g", in: ["2025-01-01T10:00:00Z"] },
      { column: "h", in: ["1970-01-01T00:00:00.001Z"] },
      { column: "i", in: [null] },
      { column: "j", in: [] },
      { column: "k", to: "z" },
    ],
  );
});

Deno.test("an invalid condition is rejected with the column and the value", () => {
  for (
    const [conditions, reason] of [
      [null, "Cannot select: expected conditions, "],
      [[], "Cannot select: expected conditions, "],
      ["x", "Cannot select: expected conditions, "],
      [{ a: {} }, "Cannot select by a: a range has from, to or both, got neither"],
      [{ a: { from: 1, until: 2 } }, "Cannot select by a: a range has from, to or both, got until"],
      [{ a: NaN }, "Cannot select by a: the number NaN is not a valid cell value"],
      [{ a: undefined }, "Cannot select by a: missing is not a valid cell value"],
      [{ a: [() => 1] }, "Cannot select by a: "],
    ] as const
  ) {
    assertThrows(() => toConditions("select", conditions as never), TypeError, reason);
  }
});

const MICROS = 1_735_725_600_000_000n; // 2025-01-01T10:00Z

Deno.test("a condition's values must match its column's type, here and on Spark", () => {
  const right: [CellType, string | number | boolean, unknown][] = [
    ["text", "5", "5"],
    ["bool", false, false],
    ["time", "2025-01-01T10:00Z", MICROS],
    ["date", "1970-01-02", 1],
    ["int64", -5, -5n],
    ["int64", "-1152921504606846976", -(2n ** 60n)],
    ["float64", 0.5, 0.5],
    ["float64", "Infinity", Infinity],
    ["float64", "-Infinity", -Infinity],
  ];
  for (const [type, cell, value] of right) {
    assertEquals(parseCondition({ column: "x", in: [cell, null] }, type), {
      column: "x",
      type,
      in: [value, null],
    } as ReturnType<typeof parseCondition>);
    if (type === "bool") continue;
    assertEquals(parseCondition({ column: "x", from: cell }, type), {
      column: "x",
      type,
      from: value,
      to: undefined,
    } as ReturnType<typeof parseCondition>);
    assertEquals(parseCondition({ column: "x", to: cell }, type), {
      column: "x",
      type,
      from: undefined,
      to: value,
    } as ReturnType<typeof parseCondition>);
  }
  const wrong: [CellType, string | number | boolean][] = [
    ["text", 5],
    ["bool", "true"],
    ["bool", 1],
    ["time", 5],
    ["date", 5],
    ["date", "yesterday"],
    ["int64", 0.5],
    ["int64", 2 ** 53],
    ["int64", "5x"],
    ["int64", "x5"],
    ["int64", true],
    ["float64", "5"],
  ];
  for (const [type, cell] of wrong) {
    assertThrows(
      () => parseCondition({ column: "x", in: [cell] }, type),
      TypeError,
      `Cannot select by x: it holds ${type}, not ${JSON.stringify(cell)}`,
    );
  }
  assertThrows(
    () => parseCondition({ column: "x", from: true }, "bool"),
    TypeError,
    "Cannot select by x: it holds true and false, which have no range",
  );
});

const valid = Uint8Array.of(1, 1, 0, 1);
const COLUMNS: Columns = {
  row: { type: "int64", values: BigInt64Array.of(0n, 1n, 2n, 3n) },
  text: { type: "text", values: ["a", "b", null, "c"] },
  bool: { type: "bool", values: Uint8Array.of(0, 1, 0, 1), valid },
  time: {
    type: "time",
    zone: "UTC",
    values: BigInt64Array.of(MICROS, MICROS + 1n, 0n, MICROS + 3n),
    valid,
  },
  date: { type: "date", values: Int32Array.of(0, 1, 0, 2), valid },
  float64: { type: "float64", values: Float64Array.of(-1, NaN, 0, Infinity), valid },
  list: {
    type: "list",
    offsets: Int32Array.of(0, 0, 0, 0, 0),
    item: { type: "text", values: [] },
  },
};

Deno.test("matchRows() keeps the rows that meet all conditions; null and NaN are in no range", () => {
  const later = "2025-01-01T10:00:00.000001Z";
  for (
    const [conditions, kept] of [
      [{}, [0, 1, 2, 3]],
      [{ text: "b" }, [1]],
      [{ text: [null, "c", "z"] }, [2, 3]],
      [{ text: { from: "b" } }, [1, 3]],
      [{ text: { to: "b" } }, [0]],
      [{ bool: false }, [0]],
      [{ bool: [true, null] }, [1, 2, 3]],
      [{ time: later }, [1]],
      [{ time: { from: later } }, [1, 3]],
      [{ time: { to: later } }, [0]],
      [{ date: null }, [2]],
      [{ date: { from: "1970-01-01", to: "1970-01-03" } }, [0, 1]],
      [{ float64: { from: -Infinity } }, [0, 3]],
      [{ float64: { to: Infinity } }, [0]],
      [{ float64: 0 }, []],
      [{ text: ["a", "b"], date: { from: "1970-01-02" } }, [1]],
    ] as [Conditions, number[]][]
  ) {
    const found = matchRows(COLUMNS, toConditions("select", conditions));
    assertEquals(toRows(found).map(({ row }) => row), kept, JSON.stringify(conditions));
    assertEquals(Object.keys(found), Object.keys(COLUMNS));
  }
});

Deno.test("matchRows() rejects a missing column and a column of lists", () => {
  const match = (columns: Columns, column: string) => () =>
    matchRows(columns, [{ column, in: [1] }]);
  const { row, list } = COLUMNS as Columns;
  const start = "Cannot select by x: there are only the columns ";
  assertThrows(match({ row: row!, list: list! }, "x"), TypeError, `${start}row, list`);
  assertThrows(match({}, "x"), TypeError, `${start}none`);
  assertThrows(
    match(COLUMNS, "list"),
    TypeError,
    "Cannot select by list: it holds values of type list",
  );
});
