import { assertEquals, assertThrows } from "@std/assert";
import { checkColumnNames } from "../../../src/frame/columns/columnNames.ts";
import {
  checkColumns,
  type Column,
  columnLength,
  isoDateColumn,
  rowCount,
} from "../../../src/frame/columns/columns.ts";
import { checkYears } from "../../../src/frame/columns/checkYears.ts";
import { hasNaN, nullable } from "../../../src/frame/columns/nullable.ts";
import { utf8 } from "../../../src/frame/arrow/toArrow.ts";

Deno.test("checkYears() accepts the first and last instants of the years 1 to 9999, in each unit", () => {
  const first = Temporal.Instant.from("0001-01-01T00:00:00Z").epochMilliseconds;
  const end = Temporal.Instant.from("+010000-01-01T00:00:00Z").epochMilliseconds;
  for (const [unit, perMilli] of [["d", 1 / 86_400_000], ["ms", 1], ["us", 1000]] as const) {
    const least = BigInt(first * perMilli), most = BigInt(end * perMilli);
    const inside = BigInt64Array.of(least, 0n, -1n, 1n, most - 1n);
    checkYears(inside, unit, "time");
    for (const wrong of [least - 1n, most, 2n ** 63n - 1n, -(2n ** 63n)]) {
      const values = BigInt64Array.of(...inside, wrong), valid = new Uint8Array(6).fill(1);
      const refused = () => checkYears(values, unit, "at", valid);
      const reason = 'Cannot read column "at": the time in row 5 is outside the years 1 to 9999';
      assertThrows(refused, RangeError, reason);
      assertThrows(() => checkYears(values, unit, "at"), RangeError, reason);
      assertThrows(() => checkYears(values.subarray(5), unit, "at"), RangeError, "in row 0");
      valid[5] = 0;
      refused();
    }
  }
});

Deno.test("nullable() returns null for NaN and null, and no validity if no value is null", () => {
  const whole = Float64Array.of(1, -0, Infinity);
  assertEquals(nullable(whole), { type: "float64", values: whole });
  assertEquals(nullable([1, 2]), {
    type: "float64",
    values: Float64Array.of(1, 2),
    valid: undefined,
  });
  const expected = {
    type: "float64",
    values: Float64Array.of(0, 1, 0),
    valid: Uint8Array.of(0, 1, 0),
  } as const;
  assertEquals(nullable([null, 1, NaN]), expected);
  assertEquals(nullable(Float64Array.of(NaN, 1, NaN)), expected);
  for (const row of [0, 1, 2]) assertEquals(hasNaN(whole.with(row, NaN)), true);
  assertEquals([hasNaN(whole), hasNaN(new Float64Array())], [false, false]);
});

Deno.test("columns have names and the same length, even in lists and structs", () => {
  const text: Column = { type: "text", values: ["a", null] };
  const list: Column = { type: "list", offsets: Int32Array.of(0, 0, 5), item: text };
  const struct: Column = { type: "struct", length: 2, fields: {} };
  assertEquals([text, list, struct].map(columnLength), [2, 2, 2]);
  assertEquals([rowCount({}), rowCount({ struct })], [0, 2]);
  checkColumns({});
  checkColumns({ text, list, struct });
  assertThrows(
    () => checkColumns({ "": text }),
    RangeError,
    "Cannot build a table: a column has no name",
  );
  assertThrows(
    () => checkColumns({ text, more: { type: "bool", values: new Uint8Array(3) } }),
    RangeError,
    'Cannot build a table: column "more" has 3 rows, the first has 2',
  );
  assertEquals(isoDateColumn(["1970-01-02", "1969-12-31", "1970-01-02"]), {
    type: "date",
    values: Int32Array.of(1, -1, 1),
    valid: undefined,
  });
});

Deno.test("only columns that a verb reads can be renamed", () => {
  const known = ["start_time", "value?"];
  checkColumnNames({ start_time: "begin", value: "x" }, known, "merge");
  checkColumnNames({}, known, "merge");
  assertThrows(
    () => checkColumnNames({ value: "x", "valu": "y" }, known, "merge"),
    TypeError,
    'Cannot merge: columns has "valu", which is not one of the columns read: start_time, value',
  );
});

Deno.test("texts are stored in UTF-8 one after the other, whatever their length", () => {
  const encoder = new TextEncoder();
  const ascii = ["watch", null, "", "phone"];
  const mixed = ["ü", null, "", "x", "\ud83d", "\ude00", "€".repeat(500), "😀".repeat(70), "z"];
  for (const values of [ascii, mixed, mixed.toReversed(), [], [null], ["é"]]) {
    const { offsets, bytes } = utf8(values);
    const each = values.map((value) => encoder.encode(value ?? ""));
    assertEquals(
      [...offsets.subarray(1)].map((end, i) => [...bytes.subarray(offsets[i], end)]),
      each.map((own) => [...own]),
    );
    assertEquals([offsets[0], bytes.length], [
      0,
      each.reduce((sum, { length }) => sum + length, 0),
    ]);
  }
});
