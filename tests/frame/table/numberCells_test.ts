import { assertEquals } from "@std/assert";
import { integerCells, numberCells } from "../../../src/frame/table/numberCells.ts";

const texts = (values: readonly (number | null)[]): string[] =>
  numberCells(values).map(({ text }) => text);

Deno.test("numbers of a column have the same number of decimals, as many as needed and at most four", () => {
  assertEquals(texts([1, 0.25, null, -3.5]), ["1.00", "0.25", "null", "-3.50"]);
  assertEquals(texts([0.0001, 2]), ["0.0001", "2.0000"]); // the smallest that four decimals show
  assertEquals(texts([1 / 3, 0]), ["0.3333", "0.0000"]);
});

Deno.test("very small and very large numbers have an exponent, and do not add decimals to others", () => {
  assertEquals(texts([0.00009, 2]), ["0.00009", "2"]);
  assertEquals(texts([1.5e-7, 2]), ["1.5e-7", "2"]);
  assertEquals(texts([1e15 - 1, 0.5]), ["999,999,999,999,999.0", "0.5"]);
  assertEquals(texts([1e15, 0.5]), ["1,000,000,000,000,000", "0.5"]);
  assertEquals(texts([1e21, NaN, -Infinity, -0]), ["1e+21", "NaN", "-Infinity", "-0"]);
});

Deno.test("digits are grouped by threes in a column that reaches 10,000, except in identifiers", () => {
  assertEquals(texts([9999, -9999.5]), ["9999.0", "-9999.5"]);
  assertEquals(texts([10_000, -1234.5, 12]), ["10,000.0", "-1,234.5", "12.0"]);
  assertEquals(texts([-1e6, Infinity, null]), ["-1,000,000", "Infinity", "null"]);
  assertEquals(texts([1e21, 20_000]), ["1e+21", "20,000"]);
  const integers = (name: string): string[] =>
    integerCells([9_007_199_254_740_993n, 5n, null], { name }).map(({ text }) => text);
  assertEquals(integers("steps"), ["9,007,199,254,740,993", "5", "null"]);
  assertEquals(integers("record_id"), ["9007199254740993", "5", "null"]);
});
