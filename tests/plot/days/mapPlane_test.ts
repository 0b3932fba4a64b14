import { assertAlmostEquals, assertEquals } from "@std/assert";
import { pathArrows } from "../../../src/plot/days/mapPlane.ts";

Deno.test("pathArrows() are evenly spaced along each leg and point along it", () => {
  const path = [
    { x: 0, y: 0, part: 0 },
    { x: 10, y: 0, part: 0 }, // east
    { x: 10, y: -10, part: 0 }, // south
    { x: 50, y: 50, part: 1 },
    { x: 50, y: 58, part: 1 }, // north
    { x: 90, y: 90, part: 2 },
    { x: 91, y: 90, part: 2 }, // too short for an arrow
  ];
  assertEquals(pathArrows(path, 10).map(({ x, y }) => [x, y]), [[5, 0], [10, -5], [50, 54]]);
  const turns = pathArrows(path, 10).map(({ turn }) => turn);
  [90, 180, 0].forEach((turn, i) => assertAlmostEquals(turns[i]!, turn, 1e-9));
});

Deno.test("pathArrows() are not drawn over each other on a way there and back", () => {
  const way = [{ x: 0, y: 0, part: 0 }, { x: 40, y: 0, part: 0 }];
  const back = Array.from({ length: 20 }, () => way).flat();
  assertEquals(pathArrows(way, 20).map(({ x }) => x), [10, 30]);
  assertEquals(pathArrows(back, 20).map(({ x }) => x), [10, 30]);
});

Deno.test("pathArrows() are empty for a stay or a single point", () => {
  assertEquals(pathArrows([{ x: 1, y: 1, part: 0 }, { x: 1, y: 1, part: 0 }], 5), []);
  assertEquals(pathArrows([{ x: 1, y: 1, part: 0 }], 5), []);
  assertEquals(pathArrows([], 5), []);
});
