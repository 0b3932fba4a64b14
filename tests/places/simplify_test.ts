import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { simplify } from "../../src/places/dayPath.ts";

const point = (latitude: number, longitude: number) => ({ latitude, longitude });

Deno.test("simplify() keeps ends and corners, and no other points of a straight path", () => {
  assertEquals(simplify([], 10), []);
  assertEquals(simplify([point(1, 1)], 10), [0]);
  assertEquals(simplify([point(0, 0), point(0, 1), point(0, 2), point(0, 3)], 1), [0, 3]);
  assertEquals(simplify([point(0, 0), point(0, 1), point(1, 1)], 1), [0, 1, 2]);
});

Deno.test("simplify() keeps the extreme point in each direction, however small the deviation", () => {
  // a path back and forth along a line, which any tolerance would reduce to its ends
  const path = [0, 2, -1, 1].map((longitude) => point(0, longitude));
  assertEquals(simplify(path, 1e7), [0, 1, 2, 3]);
  const upright = [0, 2, -1, 1].map((latitude) => point(latitude, 0));
  assertEquals(simplify(upright, 1e7), [0, 1, 2, 3]);
  const across = [179, -179, 178, 179.5].map((longitude) => point(0, longitude));
  assertEquals(simplify(across, 1e7), [0, 1, 2, 3], "over the date line");
});

Deno.test("simplify() keeps exactly the points farther away than the tolerance", () => {
  const path = [point(0, 0), point(0.0005, 0.5), point(0.002, 1)];
  const off = metersBetween(point(0.0005, 0.5), point(0.001, 0.5)); // about 56 m
  assertEquals(simplify(path, off - 1), [0, 1, 2]);
  assertEquals(simplify(path, off + 1), [0, 2]);
});

Deno.test("simplify() of few points omits none farther away than the tolerance", () => {
  const near = fc.record({
    latitude: fc.double({ min: 50, max: 50.01, noNaN: true }),
    longitude: fc.double({ min: 8, max: 8.01, noNaN: true }),
  });
  fc.assert(fc.property(fc.array(near, { minLength: 2, maxLength: 20 }), (path) => {
    const kept = simplify(path, 100);
    assertEquals([kept[0], kept.at(-1)], [0, path.length - 1]);
    for (const [k, to] of kept.slice(1).entries()) {
      const from = kept[k]!;
      for (let i = from + 1; i < to; i++) {
        // the least way to a thousand points between both kept ones is no less than to the line
        const least = Math.min(...Array.from({ length: 1001 }, (_, step) => {
          const share = step / 1000, a = path[from]!, b = path[to]!;
          return metersBetween(
            path[i]!,
            point(
              a.latitude + (b.latitude - a.latitude) * share,
              a.longitude + (b.longitude - a.longitude) * share,
            ),
          );
        }));
        assert(least <= 101, `${least} m`);
      }
    }
  }));
});
