import { assertEquals } from "@std/assert";
import { numberCells } from "../../src/show/numberCells.ts";

const texts = (values: readonly (number | null)[]): string[] =>
  numberCells(values).map(({ text }) => text);

Deno.test("numbers of a column have equally many decimals, as many as they need and at most four", () => {
  assertEquals(texts([1, 0.25, null, -3.5]), ["1.00", "0.25", "null", "-3.50"]);
  assertEquals(texts([0.0001, 2]), ["0.0001", "2.0000"]); // the smallest that four decimals show
  assertEquals(texts([1 / 3, 0]), ["0.3333", "0.0000"]);
});

Deno.test("very small and very large numbers have a power of ten, and give the others no decimals", () => {
  assertEquals(texts([0.00009, 2]), ["0.00009", "2"]);
  assertEquals(texts([1.5e-7, 2]), ["1.5e-7", "2"]);
  assertEquals(texts([1e15 - 1, 0.5]), ["999999999999999.0", "0.5"]);
  assertEquals(texts([1e15, 0.5]), ["1000000000000000", "0.5"]);
  assertEquals(texts([1e21, NaN, -Infinity, -0]), ["1e+21", "NaN", "-Infinity", "-0"]);
});
