import { assertEquals, assertThrows } from "@std/assert";
import type { Column } from "../../src/frame/columns/columns.ts";
import type { ColumnType } from "../../src/frame/columns/schema.ts";
import { fitColumn } from "../../src/frame/fitColumn.ts";

const valid = Uint8Array.of(1, 0);
const fit = (column: Column, type: ColumnType, tz?: string): Column =>
  fitColumn(column, type, { name: "x", action: "merge", tz });
const refuse = (column: Column, type: ColumnType, reason: string): void => {
  assertThrows(() => fit(column, type), TypeError, `Cannot merge: ${reason}`);
};
const micros = (text: string): bigint =>
  BigInt(Temporal.Instant.from(text).epochMilliseconds) * 1000n;

const TEXT: Column = { type: "text", values: ["a", null] };
const DATE: Column = { type: "date", values: Int32Array.of(19_447, 0), valid }; // 2023-03-31
const FLOAT: Column = { type: "float64", values: Float64Array.of(2 ** 53 - 1, 0), valid };
const INT: Column = { type: "int64", values: BigInt64Array.of(9_007_199_254_740_991n, 0n), valid };
const LIST: Column = { type: "list", offsets: Int32Array.of(0, 0, 0), item: TEXT };
const STRUCT: Column = { type: "struct", length: 2, fields: {} };

Deno.test("a column of the wanted type stays the same", () => {
  for (const column of [TEXT, DATE, FLOAT, INT]) {
    assertEquals(fit(column, column.type as ColumnType) === column, true);
  }
  assertEquals(fit(LIST, { list: "text" }) === LIST, true);
  assertEquals(fit(STRUCT, { struct: {} }) === STRUCT, true);
});

Deno.test("integers convert to numbers, and exact whole numbers to integers", () => {
  assertEquals(fit(INT, "float64"), FLOAT);
  assertEquals(fit(FLOAT, "int64"), INT);
  for (const wrong of [0.5, 2 ** 53, NaN]) {
    const column: Column = { type: "float64", values: Float64Array.of(1, wrong) };
    refuse(column, "int64", `x is ${wrong} in row 1, expected an integer`);
  }
});

Deno.test("a date converts to the first instant of its local day, and a time to its local date", () => {
  const starts = (tz?: string) => fit(DATE, "time", tz);
  assertEquals(starts(), {
    type: "time",
    zone: "UTC",
    valid,
    values: BigInt64Array.of(micros("2023-03-31T00:00Z"), 0n),
  });
  assertEquals(starts("Asia/Tokyo"), {
    type: "time",
    zone: "Asia/Tokyo",
    valid,
    values: BigInt64Array.of(micros("2023-03-30T15:00Z"), micros("1969-12-31T15:00Z")),
  });
  const time: Column = {
    type: "time",
    zone: "America/New_York",
    values: BigInt64Array.of(micros("2023-03-31T03:59Z"), micros("1970-01-01T06:00Z")),
    valid,
  };
  assertEquals(fit(time, "date"), { type: "date", values: Int32Array.of(19_446, 0), valid });
  assertEquals(fit(time, "date", "UTC"), { type: "date", values: Int32Array.of(19_447, 0), valid });
});

Deno.test("dates are ISO text, and text is read as dates and times in a zone", () => {
  assertEquals(fit(DATE, "text"), { type: "text", values: ["2023-03-31", null] });
  assertEquals(fit({ type: "text", values: ["2023-03-31", null] }, "date"), DATE);
  const local: Column = { type: "text", values: ["2023-03-31T01:00", null] };
  const read = fit(local, "time", "Asia/Tokyo");
  assertEquals(read, {
    type: "time",
    zone: "Asia/Tokyo",
    valid,
    values: BigInt64Array.of(micros("2023-03-30T16:00Z"), 0n),
  });
});

Deno.test("a column of nulls can have any type", () => {
  const none: Column = { type: "text", values: [null, null] }, nothing = new Uint8Array(2);
  assertEquals(fit(none, "int64"), { type: "int64", values: new BigInt64Array(2), valid: nothing });
  assertEquals(fit(none, { list: "text" }).type, "list");
  assertEquals(fit({ type: "text", values: [] }, "bool"), {
    type: "bool",
    values: new Uint8Array(),
    valid: undefined,
  });
});

Deno.test("incompatible types are rejected, with both names", () => {
  refuse(TEXT, "float64", 'column "x" is text, expected float64');
  refuse(INT, "time", 'column "x" is int64, expected time');
  refuse(INT, "date", 'column "x" is int64, expected date');
  refuse(FLOAT, "text", 'column "x" is float64, expected text');
  refuse(LIST, "text", 'column "x" is list, expected text');
  refuse(TEXT, { list: "text" }, 'column "x" is text, expected list');
  refuse(LIST, { struct: {} }, 'column "x" is list, expected struct');
  refuse(
    { type: "time", zone: "UTC", values: new BigInt64Array(1) },
    "text",
    'column "x" is time, expected text',
  );
});
