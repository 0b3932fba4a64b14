import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { flatten } from "../../../src/sample/nights/flatten.ts";

const S = 30_000;

function piece(from: number, to: number, stage: number) {
  return { start: from * S, end: to * S, stage };
}

Deno.test("flatten() prefers the short layer and joins what remains", () => {
  const base = [piece(10, 20, 3), piece(20, 24, 2), piece(24, 30, 4)];
  const short = [piece(12, 13, 2), piece(19, 20, 2), piece(29, 30, 2)];
  assertEquals(flatten(base, short), [
    { stage: 3, steps: 2 },
    { stage: 2, steps: 1 },
    { stage: 3, steps: 6 },
    { stage: 2, steps: 5 },
    { stage: 4, steps: 5 },
    { stage: 2, steps: 1 },
  ]);
});

Deno.test("flatten() keeps every step of the base layer under any short layer", () => {
  const layer = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 10 })), { maxLength: 20 });
  fc.assert(fc.property(layer, (wakes) => {
    const base = [piece(0, 60, 3), piece(60, 100, 5)];
    const runs = flatten(base, wakes.map(([at, long]) => piece(at, at + long, 2)));
    const cells = runs.flatMap(({ stage, steps }) => Array<number>(steps).fill(stage));
    const expected = Array.from({ length: 100 }, (_, i) => {
      if (wakes.some(([at, long]) => at <= i && i < at + long)) return 2;
      return i < 60 ? 3 : 5;
    });
    assertEquals(cells, expected);
  }));
});

Deno.test("flatten() rejects a gap in the base layer, and a piece that is not a multiple of the step", () => {
  const hole = [piece(0, 2, 3), piece(3, 4, 3)];
  assertThrows(() => flatten(hole, []), RangeError, "has a gap at step 2");
  const off = [{ start: 0, end: 45_000, stage: 3 }];
  assertThrows(() => flatten(off, []), RangeError, "not aligned to steps of 30 s");
  const before = [piece(-2, -1, 2)];
  assertThrows(() => flatten([piece(0, 2, 3)], before), RangeError, "not aligned to steps of 30 s");
});
