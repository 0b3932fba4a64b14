import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { metersBetween } from "../../src/places/metersBetween.ts";
import type { Point } from "../../src/places/vectors.ts";
import { visits } from "../../src/places/visits.ts";
import { visits as drawVisits } from "../../src/plot/visits.ts";
import { grid, offset, rowsOf, times, way } from "./locations.ts";
import type { Length } from "../../src/time/length.ts";

const HOME = { latitude: 52.5, longitude: 13.4 };
const WORK = offset(HOME, 3000, 4000);
const tz = "Europe/Berlin";

Deno.test("visits() names your own places, the nearest within the radius, and charts show the names", () => {
  const far = offset(WORK, 3000, 0);
  const rows = grid("2024-03-30T07:00Z", [
    ...times(60, HOME),
    ...way(HOME, WORK, 19),
    ...times(30, WORK),
    ...way(WORK, far, 19),
    ...times(30, far),
  ]);
  const names = { home: offset(HOME, 60, 0), near: offset(HOME, 0, 120), office: WORK };
  const frame = visits(rows, { tz, names });
  assertEquals(rowsOf(frame).map(({ name }) => name), ["home", null, "office", null, null]);
  const text = String(drawVisits(frame, { tz }));
  assert(text.includes("home 1 h") && text.includes("office 31 min, Place 3"), text);
  for (const [wrong, message] of [[["home"], "names is"], [{ home: [52, 13] }, "names.home is"]]) {
    assertThrows(() => visits(rows, { names: wrong as never }), TypeError, message as string);
  }
});

Deno.test("visits() returns stays, and the moves between them with their lengths", () => {
  const rows = rowsOf(
    visits(
      grid("2024-03-30T07:00Z", [...times(60, HOME), ...way(HOME, WORK, 19), ...times(30, WORK)]),
      {
        tz,
      },
    ),
  );
  assertEquals(rows.map(({ kind }) => kind), ["visit", "move", "visit"]);
  assertEquals(rows.map(({ place }) => place), [0, null, 1]);
  assertEquals(rows[0].start_time, "2024-03-30T08:00:00+01:00");
  assertEquals(rows[2].end_time, "2024-03-30T09:49:00+01:00");
  assertAlmostEquals(rows[1].distance_m, 5000, 3);
  assertEquals(rows.reduce((sum, { n }) => sum + n, 0), 109);
  assertAlmostEquals(rows[2].lat, WORK.latitude, 1e-9);
  assertEquals([rows[1].lat, rows[0].distance_m], [null, null]);
});

Deno.test("visits() merges stays at one place that are at most jitter apart", () => {
  const rows = grid("2024-03-30T07:00Z", [
    ...times(20, HOME),
    ...times(3, WORK),
    ...times(20, HOME),
  ]);
  const kinds = (jitter: Length) => rowsOf(visits(rows, { jitter })).map(({ kind }) => kind);
  assertEquals(kinds("PT3M"), ["visit"]); // away from 07:20 to 07:23
  assertEquals(kinds("PT2M59.999999S"), ["visit", "move", "visit"]);
});

Deno.test("visits() rejects a null time in any time column", () => {
  for (const name of ["slice_time", "timestamp", "time"]) {
    const rows = ["2024-03-30T07:00Z", null].map((at) => ({ [name]: at, lat: 1, long: 2 }));
    assertThrows(() => visits(rows), TypeError, `Cannot find visits: ${name} is null in row 1`);
  }
});

Deno.test("visits() reports a null time under the caller's name of the column", () => {
  const when = ["2024-03-30T07:00Z", null].map((at) => ({ when: at, lat: 1, long: 2 }));
  assertThrows(
    () => visits(when, { columns: { time: "when" } }),
    TypeError,
    "when is null in row 1",
  );
  const beside = grid("2024-03-30T07:00Z", times(20, HOME)).map((row) => ({ ...row, time: null }));
  assertEquals(rowsOf(visits(beside)).map(({ kind }) => kind), ["visit"]);
});

Deno.test("visits() bridges a short time without locations, and returns a long one as a gap", () => {
  const around = (minutes: number) =>
    rowsOf(
      visits(
        grid("2024-03-30T07:00Z", [
          ...times(30, HOME),
          ...times(minutes, null),
          ...times(30, HOME),
        ]),
      ),
    );
  assertEquals(around(60).map(({ kind, duration_ms }) => [kind, duration_ms]), [
    ["visit", 120 * 60_000],
  ]);
  assertEquals(around(61).map(({ kind, duration_ms }) => [kind, duration_ms]), [
    ["visit", 30 * 60_000],
    ["gap", 61 * 60_000],
    ["visit", 30 * 60_000],
  ]);
  assertEquals(around(61).map(({ place }) => place), [0, null, 0]);
});

Deno.test("visits() treats one distant location as an error, and several as a move", () => {
  const spike = grid("2024-03-30T07:00Z", [...times(30, HOME), WORK, ...times(30, HOME)]);
  assertEquals(rowsOf(visits(spike)).map(({ kind, n }) => [kind, n]), [["visit", 61]]);
  const dog = grid("2024-03-30T07:00Z", [
    ...times(30, HOME),
    ...way(HOME, WORK, 3),
    ...way(WORK, HOME, 3),
    ...times(30, HOME),
  ]);
  assertEquals(rowsOf(visits(dog)).map(({ kind }) => kind), ["visit", "move", "visit"]);
});

Deno.test("visits() requires the minimum stay, to the minute", () => {
  const stop = (minutes: number) =>
    rowsOf(
      visits(
        grid("2024-03-30T07:00Z", [
          ...way(HOME, WORK, 20),
          ...times(minutes, WORK),
          ...way(WORK, HOME, 20),
        ]),
        { radius: 50 },
      ),
    ).map(({ kind }) => kind);
  assertEquals(stop(9), ["move"]);
  assertEquals(stop(10), ["move", "visit", "move"]);
});

Deno.test("visits() recognizes one place on both sides of the date line and at the pole", () => {
  const islands: Point[] = Array.from({ length: 40 }, (_, i) => ({
    latitude: -16.8,
    longitude: i % 2 === 0 ? 179.9999 : -179.9999,
  }));
  const [visit, ...others] = rowsOf(visits(grid("2024-03-30T07:00Z", islands)));
  assertEquals(others, []);
  assertAlmostEquals(Math.abs(visit.long), 180, 1e-6);
  const pole = Array.from(
    { length: 40 },
    (_, i) => ({ latitude: 89.9999, longitude: i * 9 - 180 }),
  );
  const [there, ...more] = rowsOf(visits(grid("2024-03-30T07:00Z", pole)));
  assertEquals(more, []);
  assertAlmostEquals(there.lat, 90, 1e-4);
});

Deno.test("visits() of raw samples start and end at accurate samples, in any order of rows", () => {
  const sample = (minute: number, point: Point, accuracy: number | null = 10) => ({
    timestamp: new Date(Date.UTC(2024, 2, 30, 7, minute)).toISOString(),
    latitude_degrees: point.latitude,
    longitude_degrees: point.longitude,
    horizontal_accuracy_meters: accuracy,
  });
  const rows = rowsOf(
    visits([
      sample(40, WORK),
      sample(0, HOME),
      sample(12, WORK, 5000),
      sample(25, HOME, null),
      sample(55, WORK),
    ]),
  );
  assertEquals(rows.map(({ kind, start_time, end_time }) => [kind, start_time, end_time]), [
    ["visit", "2024-03-30T07:00:00Z", "2024-03-30T07:25:00Z"],
    ["move", "2024-03-30T07:25:00Z", "2024-03-30T07:40:00Z"],
    ["visit", "2024-03-30T07:40:00Z", "2024-03-30T07:55:00Z"],
  ]);
});

Deno.test("visits() adds the city on request, accepts renamed columns, and accepts no rows", () => {
  const rows = grid("2024-03-30T07:00Z", times(20, HOME)).map(({ slice_time, lat, long }) => ({
    height: slice_time,
    filter: lat,
    long,
  }));
  const frame = visits(rows, { city: true, columns: { slice_time: "height", lat: "filter" } });
  assertEquals(rowsOf(frame)[0].city, "Berlin");
  assertEquals(rowsOf(visits([])), []);
  assertEquals(rowsOf(visits(grid("2024-03-30T07:00Z", times(5, null)))), []);
});

Deno.test("visits() reports invalid options and locations", () => {
  assertThrows(() => visits([{ lat: 1, long: 2 }]), TypeError, "no column slice_time");
  const here = grid("2024-03-30T07:00Z", [HOME]);
  assertThrows(() => visits(here, { radius: 0 }), RangeError, "expected radius above 0, got 0");
  assertThrows(() => visits(here, { minStay: "10 min" as never }), RangeError, "minStay");
  assertThrows(
    () => visits(grid("2024-03-30T07:00Z", [{ latitude: 91, longitude: 0 }])),
    RangeError,
    "row 0 is at 91 degrees north",
  );
});

Deno.test("visits() cover the time without overlap, and each visit meets the definition of a stay point", () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ stay: true, east: 0 }) },
    {
      weight: 1,
      arbitrary: fc.record({ stay: fc.constant(false), east: fc.integer({ min: -900, max: 900 }) }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
    let at: Point = HOME;
    const where = steps.map((move) => {
      if (move === null) return null;
      return at = offset(at, 0, move.east);
    });
    const options = { jitter: "PT0S", bridge: "PT5M", radius: 150 } as const;
    const rows = rowsOf(visits(grid("2024-03-30T07:00Z", where), options));
    for (const [i, row] of rows.entries()) {
      assert(row.start_time < row.end_time);
      if (i > 0) assertEquals(row.start_time, rows[i - 1].end_time);
      if (row.kind !== "visit") continue;
      const [from, to] = [row.start_time, row.end_time].map((text) =>
        (Date.parse(text) - Date.parse("2024-03-30T07:00Z")) / 60_000
      ) as [number, number];
      assert(to - from >= 10);
      const inside = where.slice(from, to).filter((point) => point !== null);
      assertEquals(inside.length, row.n);
      for (const point of inside) assert(metersBetween(inside[0]!, point) <= 150);
    }
    // brute force: every known row that can start a stay is in a visit, or a visit started before
    where.forEach((point, first) => {
      if (point === null) return;
      let after = first, last = first;
      for (; after < where.length && after - last <= 6; after++) {
        const next = where[after];
        if (next === null || next === undefined) continue;
        if (metersBetween(point, next) > 150) break;
        last = after;
      }
      if (last + 1 - first < 10) return;
      const time = Date.parse("2024-03-30T07:00Z") + first * 60_000;
      assert(
        rows.some(({ kind, start_time, end_time }) =>
          kind === "visit" && Date.parse(start_time) <= time && time < Date.parse(end_time)
        ),
      );
    });
  }));
});
