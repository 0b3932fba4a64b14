import { assertEquals } from "@std/assert";
import { SKIPPED, valueCell } from "../../../src/frame/table/valueCell.ts";

const text = (value: unknown): string => valueCell(value).text;

Deno.test("valueCell() quotes text that could be mistaken for another value", () => {
  for (const plain of ["home", "a b", "NULL", "0"]) assertEquals(text(plain), plain);
  for (const doubtful of ["", "null", " a", "a ", SKIPPED]) {
    assertEquals(text(doubtful), JSON.stringify(doubtful));
  }
});

Deno.test("valueCell() shows values with their own text representation", () => {
  const date = Temporal.PlainDate.from("2024-03-31");
  assertEquals(text(date), "2024-03-31");
  assertEquals(text([date, date]), "[2024-03-31, 2024-03-31]");
  assertEquals(text([true, 2, null]), "[true, 2, null]");
  assertEquals(text(new Uint8Array(3)), "3 bytes");
});

Deno.test("valueCell() summarises lists and objects", () => {
  assertEquals(text({ a: 1, b: "x" }), "{a: 1, b: x}");
  assertEquals(text(Object.assign(Object.create(null), { a: 1 })), "{a: 1}");
  assertEquals(text([[1, 2], [3]]), "[2 × list]");
  assertEquals(text([{ a: 1, b: 2 }, { a: 3, b: 4 }]), "[2 × {a, b}]");
  assertEquals(text([]), "[]");
});

Deno.test("valueCell() shows twelve members, and counts the rest", () => {
  const numbers = (count: number): number[] => Array.from({ length: count }, () => 1);
  assertEquals(text(numbers(12)), `[${numbers(12).join(", ")}]`);
  assertEquals(text(numbers(13)), "[13 × 1, …]");
  assertEquals(text(["a".repeat(44), "b"]).startsWith("[2 × aaa"), true);
});

Deno.test("a date inside a list or an object is in UTC, in every machine zone", () => {
  const date = new Date(0);
  assertEquals(valueCell([date]).text, "[1970-01-01T00:00:00.000Z]");
  assertEquals(valueCell({ at: date }).text, "{at: 1970-01-01T00:00:00.000Z}");
  assertEquals(valueCell(new Date(NaN)).text, "Invalid Date");
});

Deno.test("an object that contains itself, a map and a set have a short text", () => {
  const circular: Record<string, unknown> = { a: 1 };
  circular.self = circular;
  circular.list = [circular];
  assertEquals(valueCell(circular).text, "{a: 1, self: circular, list: [1 × {a, self, lis…");
  const list: unknown[] = [1];
  list.push(list);
  assertEquals(valueCell(list).text, "[1, circular]");
  assertEquals(valueCell(new Map([["b", new Set([1, 2])]])).text, "{b: [1, 2]}");
  assertEquals(valueCell({ twice: [circular.a, circular.a] }).text, "{twice: [1, 1]}");
});
