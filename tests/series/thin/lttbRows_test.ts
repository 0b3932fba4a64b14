import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { lttbRows } from "../../../src/series/thin/lttbRows.ts";

type Point = readonly [x: number, y: number];

/** Twice the area of a triangle, by the formula of the shoelace. */
function area([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.abs(ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
}

/**
 * Largest-Triangle-Three-Buckets as the thesis states it (Steinarsson 2013, 4.2): the first and the
 * last point are buckets of their own, the others are parted evenly; of each bucket the point that makes
 * the largest triangle with the point chosen before it and the mean of the bucket that follows.
 */
function published(points: readonly Point[], count: number): number[] {
  const inner = points.length - 2, between = count - 2;
  const bucketOf = (i: number): number[] => {
    if (i === 0) return [0];
    if (i > between) return [points.length - 1];
    const edge = (bucket: number): number => 1 + Math.floor((bucket - 1) * inner / between);
    return Array.from({ length: edge(i + 1) - edge(i) }, (_, k) => edge(i) + k);
  };
  const chosen = [0];
  for (let i = 1; i <= between; i++) {
    const next = bucketOf(i + 1).map((row) => points[row]!);
    const mean = [0, 1].map((k) => next.reduce((sum, point) => sum + point[k]!, 0) / next.length);
    const areas = bucketOf(i).map((row) =>
      area(points[chosen.at(-1)!]!, points[row]!, mean as unknown as Point)
    );
    chosen.push(bucketOf(i)[areas.indexOf(Math.max(...areas))]!);
  }
  return [...chosen, points.length - 1];
}

Deno.test("lttbRows() chooses the points of the published method", () => {
  // Integers with seven digits over small steps: two triangles are almost never equal, and then the
  // first counts.
  const step = fc.tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: -1_000_003, max: 999_983 }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 12, maxLength: 80 }),
      fc.integer({ min: 4, max: 10 }),
      (steps, count) => {
        let x = 0;
        const points = steps.map(([dx, y]): Point => [x += dx, y]);
        const found = lttbRows(
          Float64Array.from(points, ([x]) => x),
          Float64Array.from(points, ([, y]) => y),
          { points: count + 1, gap: Infinity }, // 3 of them are reserved for a break and its ends
        );
        const expected = published(points, found.length);
        assertEquals([...found], expected);
      },
    ),
  );
});
