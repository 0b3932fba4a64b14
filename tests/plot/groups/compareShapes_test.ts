import { assert, assertEquals } from "@std/assert";
import {
  groupShapes,
  groupTexts,
  lengthName,
  pValueText,
} from "../../../src/plot/groups/compareShapes.ts";

Deno.test("pValueText() has three digits, and < 0.001 for smaller values", () => {
  for (
    const [p, text] of [
      [1, "p = 1"],
      [0.05, "p = 0.05"],
      [0.0123456, "p = 0.0123"],
      [0.001, "p = 0.001"],
      [0.000999, "p < 0.001"],
      [0, "p < 0.001"],
    ] as const
  ) assertEquals(pValueText(p), text);
});

Deno.test("lengthName() names calendar units, and keeps other lengths", () => {
  const names = ["1h", "1d", "1w", "1mo", "1q", "1y", "15m"].map(lengthName);
  assertEquals(names, ["hour", "day", "week", "month", "quarter", "year", "span of 15m"]);
});

const group = (values: readonly number[]) => ({
  label: "x",
  values: Float64Array.from(values),
  missing: 0,
  period: undefined,
  size: values.length,
  stepped: undefined,
});
const SPAN = { top: 0.2, bottom: 0.8 };

Deno.test("groupShapes() has the quartiles and the mean of the values", () => {
  const { box, dots } = groupShapes(group([1, 2, 3, 4, 10]), 0, SPAN);
  assertEquals(box, [{ q1: 2, median: 3, q3: 4, mean: 4 }]);
  assertEquals(dots.map(({ x }) => x), [1, 2, 3, 4, 10]);
  const nothing = groupShapes(group([]), 0, SPAN);
  assertEquals([nothing.dots, nothing.box], [[], []]);
  assertEquals(groupShapes(group([7]), 0, SPAN).dots.map(({ x }) => x), [7]);
});

Deno.test("groupShapes() draws 300 of more values, from the lowest to the highest", () => {
  const values = Array.from({ length: 1000 }, (_, i) => i);
  const xs = groupShapes(group(values), 0, SPAN).dots.map(({ x }) => x);
  assertEquals([xs.length, xs[0], xs.at(-1), new Set(xs).size], [300, 0, 999, 300]);
  assert(xs.slice(1).every((x, i) => x - xs[i]! >= 3 && x - xs[i]! <= 4), "evenly");
  assertEquals(groupShapes(group(values.slice(0, 300)), 0, SPAN).dots.length, 300);
});

Deno.test("groupShapes() keeps dots inside their row, and neighbours apart", () => {
  const { dots } = groupShapes(group(Array.from({ length: 64 }, () => 5)), 2, SPAN);
  const ys = dots.map(({ y }) => y).toSorted((a, b) => a - b);
  assert(ys[0]! >= 2.2 + 0.6 * 0.15 && ys.at(-1)! <= 2.2 + 0.6 * 0.85);
  assert(ys.slice(1).every((y, i) => y - ys[i]! > 0.6 * 0.7 / 129), "no two as high");
  assert(Math.abs(dots[0]!.y - 2.5) < 1e-9, "the first is in the middle");
  assert(Math.abs(dots[0]!.y - dots[1]!.y) >= 0.1);
});

Deno.test("groupTexts() gives the number of values, and of missing ones", () => {
  const texts = (values: number[], missing: number, label = "home") =>
    groupTexts({ ...group(values), label, missing, dates: ["Jan"] }, "7 h", "night");
  assertEquals(texts([7, 7], 0), ["home", "Jan", "mean 7 h", "n 2"]);
  assertEquals(texts([7], 1), ["home", "Jan", "mean 7 h", "n 1", "1 night without"]);
  assertEquals(texts([], 2), ["home", "Jan", "no data", "2 nights without"]);
  assertEquals(texts([7], 0, "é".repeat(36))[0], "é".repeat(36));
  assertEquals(texts([7], 0, "🚲".repeat(37))[0], `${"🚲".repeat(36)}…`);
});
