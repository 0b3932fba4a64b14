import { assertEquals, assertThrows } from "@std/assert";
import {
  cellFromText,
  cellToText,
  quoteName,
  quoteText,
  sqlCondition,
} from "../../../src/cohort/spark/sql.ts";
import type { TableSchema } from "../../../src/cohort/tableSchema.ts";

const SCHEMA: TableSchema = {
  "a`b": "text",
  time: "time",
  date: "date",
  int64: "int64",
  float64: "float64",
  bool: "bool",
};

Deno.test("names and texts are quoted for Spark", () => {
  assertEquals(quoteName("a`b"), "`a``b`");
  assertEquals(quoteText("it's \\n"), "'it\\'s \\\\n'");
});

Deno.test("a condition in SQL is true or false for each row, even with nulls and NaN", () => {
  for (
    const [condition, sql] of [
      [{ column: "a`b", in: ["x"] }, "coalesce(t.`a``b` = 'x', false)"],
      [{ column: "a`b", in: ["x", null] }, "coalesce(t.`a``b` = 'x' or t.`a``b` is null, false)"],
      [
        { column: "bool", in: [true, false] },
        "coalesce(t.`bool` = true or t.`bool` = false, false)",
      ],
      [{ column: "bool", in: [] }, "false"],
      [{ column: "int64", in: [5] }, "coalesce(t.`int64` = cast('5' as bigint), false)"],
      [{ column: "float64", in: [-0] }, "coalesce(t.`float64` = cast('-0' as double), false)"],
      [
        { column: "float64", in: ["-Infinity"] },
        "coalesce(t.`float64` = cast('-Infinity' as double), false)",
      ],
      [
        { column: "date", in: ["1970-01-02"] },
        "coalesce(t.`date` = date_from_unix_date(1), false)",
      ],
      [{ column: "int64" }, "t.`int64` is not null"],
      [
        { column: "int64", from: 1 },
        "(t.`int64` is not null and t.`int64` >= cast('1' as bigint))",
      ],
      [
        { column: "float64", to: 1 },
        "(t.`float64` is not null and not isnan(t.`float64`) and t.`float64` < cast('1' as double))",
      ],
      [
        { column: "time", from: "1970-01-01T00:00:01Z", to: "1970-01-01T00:00:02Z" },
        "(t.`time` is not null and t.`time` >= timestamp_micros(1000000) and t.`time` < timestamp_micros(2000000))",
      ],
    ] as const
  ) {
    assertEquals(sqlCondition(condition, SCHEMA), sql);
  }
  assertThrows(
    () => sqlCondition({ column: "x", in: [] }, SCHEMA),
    TypeError,
    "Cannot select by x: there are only the columns a`b, time",
  );
});

Deno.test("cells are sent to a worker as text: times and dates as numbers, line breaks escaped", () => {
  assertEquals(cellToText("c", "time"), "cast(unix_micros(c) as string)");
  assertEquals(cellToText("c", "date"), "cast(unix_date(c) as string)");
  for (const type of ["int64", "float64", "bool"] as const) {
    assertEquals(cellToText("c", type), "cast(c as string)");
  }
  assertEquals(
    cellToText("c", "text"),
    "replace(replace(replace(replace(replace(c, chr(37), '%25'), chr(9), '%09'), chr(10), '%0A'), chr(13), '%0D'), chr(92), '%5C')",
  );
});

Deno.test("cells are read back by type, with lists and structs from JSON that has times and dates as numbers", () => {
  const unescaped = (column: string) =>
    `replace(replace(replace(replace(replace(${column}, '%5C', chr(92)), '%0D', chr(13)), '%0A', chr(10)), '%09', chr(9)), '%25', chr(37))`;
  assertEquals(cellFromText("c", "text"), unescaped("c"));
  assertEquals(cellFromText("c", "time"), "timestamp_micros(cast(c as bigint))");
  assertEquals(cellFromText("c", "date"), "date_from_unix_date(cast(c as int))");
  assertEquals(cellFromText("c", "int64"), "cast(c as bigint)");
  assertEquals(cellFromText("c", "float64"), "cast(c as double)");
  assertEquals(cellFromText("c", "bool"), "cast(c as boolean)");
  const json = (type: string) => `from_json(${unescaped("c")}, '${type}', map('mode', 'FAILFAST'))`;
  assertEquals(
    cellFromText("c", { list: "text" }),
    `transform(${json("array<string>")}, x0 -> x0)`,
  );
  assertEquals(
    cellFromText("c", { list: { list: "time" } }),
    `transform(${json("array<array<bigint>>")}, x0 -> transform(x0, x1 -> timestamp_micros(x1)))`,
  );
  const struct = json("struct<`it\\'s`: int, `b`: array<struct<`c`: boolean>>>");
  assertEquals(
    cellFromText("c", { struct: { "it's": "date", b: { list: { struct: { c: "bool" } } } } }),
    `if(${struct} is null, null, named_struct('it\\'s', date_from_unix_date(${struct}.\`it's\`), ` +
      `'b', transform(${struct}.\`b\`, x1 -> if(x1 is null, null, named_struct('c', x1.\`c\`)))))`,
  );
});
