import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { dayPath, simplify } from "../../src/places/dayPath.ts";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { metersToArc, pointOf, vectorOf } from "../../src/places/vectors.ts";
import { grid, offset, rowsOf, times, way } from "./locations.ts";

const HOME = { latitude: 52.5, longitude: 13.4 };
const WORK = offset(HOME, 3000, 4000);

Deno.test("dayPath() keeps the ends and corners of a path", () => {
  const corner = offset(HOME, 0, 4000);
  const where = [
    ...times(30, HOME),
    ...way(HOME, corner, 20),
    corner,
    ...way(corner, WORK, 20),
    WORK,
  ];
  const rows = rowsOf(dayPath(grid("2024-03-30T07:00Z", where), { tz: "UTC", date: "2024-03-30" }));
  assertEquals(rows.length, 3);
  assertEquals(rows.at(-1).lat, WORK.latitude);
  assert(rows.some(({ long }) => long === corner.longitude));
});

Deno.test("dayPath() covers one local day, even in a zone that skips midnight", () => {
  const rows = rowsOf(
    dayPath(
      grid(
        "2024-09-07T00:00Z",
        Array.from({ length: 120 }, (_, i) => offset(HOME, i, (i % 2) * 50)),
        1800,
      ),
      {
        date: "2024-09-08",
        tz: "America/Santiago",
        tolerance: 0,
      },
    ),
  );
  assertEquals(rows[0].time, "2024-09-08T01:00:00-03:00");
  assertEquals(rows.at(-1).time, "2024-09-08T23:30:00-03:00");
  assertEquals(rows.length, 46);
});

Deno.test("dayPath() starts a new part after a long time without locations", () => {
  const where = [HOME, WORK, ...times(61, null), WORK, HOME];
  const rows = rowsOf(dayPath(grid("2024-03-30T07:00Z", where), { tz: "UTC", date: "2024-03-30" }));
  assertEquals(rows.map(({ part }) => part), [0, 0, 1, 1]);
});

Deno.test("dayPath() is empty for a day without locations, and rejects an invalid date", () => {
  const frame = grid("2024-03-30T07:00Z", [HOME]);
  assertEquals(rowsOf(dayPath(frame, { tz: "UTC", date: "2024-03-31" })), []);
  assertThrows(
    () => dayPath(frame, { tz: "UTC", date: "30 March" }),
    RangeError,
    'date is the text "30 March"',
  );
});

Deno.test("simplify() omits no point farther away than the tolerance, and keeps the extremes", () => {
  const centre = fc.constantFrom(HOME, { latitude: -16, longitude: 179.999 }, {
    latitude: 89.99,
    longitude: 0,
  });
  const moves = fc.array(
    fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -400, max: 400 })),
    { minLength: 1, maxLength: 80 },
  );
  fc.assert(
    fc.property(centre, moves, fc.integer({ min: 0, max: 300 }), (start, steps, tolerance) => {
      let at = start;
      const path = steps.map(([north, east]) => {
        const next = offset(at, north, east);
        return at = pointOf(vectorOf(next));
      });
      const kept = simplify(path, tolerance);
      assertEquals([kept[0], kept.at(-1)], [0, path.length - 1]);
      for (let k = 1; k < kept.length; k++) {
        const a = vectorOf(path[kept[k - 1]!]!), b = vectorOf(path[kept[k]!]!);
        for (let i = kept[k - 1]! + 1; i < kept[k]!; i++) {
          assert(metersToArc(vectorOf(path[i]!), a, b) <= tolerance + 1e-6);
        }
      }
      const norths = path.map(({ latitude }) => latitude), found = kept.map((i) => norths[i]!);
      assertEquals([Math.min(...found), Math.max(...found)], [
        Math.min(...norths),
        Math.max(...norths),
      ]);
    }),
  );
});

Deno.test("metersToArc() is the minimum distance to any point of the arc", () => {
  const point = fc.record({
    latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(point, point, point, (p, a, b) => {
      if (metersBetween(a, b) > 18_000_000) return; // near antipodes every arc is equally short
      const [va, vb] = [vectorOf(a), vectorOf(b)];
      let least = Infinity;
      for (let i = 0; i <= 2000; i++) {
        const t = i / 2000;
        const omega = metersBetween(a, b) / 6_371_008.8;
        const [s, u] = omega < 1e-9
          ? [1 - t, t]
          : [Math.sin((1 - t) * omega) / Math.sin(omega), Math.sin(t * omega) / Math.sin(omega)];
        const on = [0, 1, 2].map((k) => s * va[k]! + u * vb[k]!) as [number, number, number];
        least = Math.min(least, metersBetween(p, pointOf(on)));
      }
      const exact = metersToArc(vectorOf(p), va, vb);
      // haversines of nearly antipodal points are accurate to about 0.1 m
      assert(exact <= least + 0.2 && exact >= least - metersBetween(a, b) / 2000 - 1);
    }),
    {
      numRuns: 60,
      examples: [[
        { latitude: 0, longitude: -179.99993569718325 },
        { latitude: 0, longitude: 0 },
        { latitude: -6.037091348628667e-7, longitude: 0 },
      ]],
    },
  );
});
