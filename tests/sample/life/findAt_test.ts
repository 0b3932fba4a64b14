import { assertEquals } from "@std/assert";
import { findAt } from "../../../src/sample/life/findAt.ts";

Deno.test("findAt() finds the half-open interval at an instant", () => {
  const spans = [{ start: 10, end: 20 }, { start: 20, end: 25 }, { start: 40, end: 41 }];
  const find = findAt(spans);
  for (let moment = 0; moment < 50; moment++) {
    const expected = spans.find(({ start, end }) => start <= moment && moment < end);
    assertEquals(find(moment), expected, `at ${moment}`);
  }
  assertEquals(findAt([])(1), undefined);
});
