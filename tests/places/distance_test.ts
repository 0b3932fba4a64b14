import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { distance } from "../../src/places/distance.ts";
import { metersBetween } from "../../src/places/metersBetween.ts";
import { grid, offset, rowsOf, times, way } from "./locations.ts";

const HOME = { latitude: 52.5, longitude: 13.4 };
const WORK = offset(HOME, 3000, 4000);

Deno.test("metersBetween() agrees with published great-circle distances", () => {
  // Williams, Aviation Formulary: LAX (33 57 N, 118 24 W) to JFK (40 38 N, 73 47 W) is 0.623585
  // radians, or 2144 nautical miles of one minute of arc each, whatever the radius.
  const lax = { latitude: 33.95, longitude: -118.4 };
  const jfk = { latitude: 40 + 38 / 60, longitude: -(73 + 47 / 60) };
  assertAlmostEquals(metersBetween(lax, jfk) / 6_371_008.8, 0.623585, 1e-6);
  // Wikipedia, Great-circle distance: Nashville to Los Angeles is 2886.45 km at a radius of 6371.009.
  const bna = { latitude: 36.12, longitude: -86.67 }, la = { latitude: 33.94, longitude: -118.40 };
  assertAlmostEquals(metersBetween(bna, la) / 1000, 2886.45, 0.01);
  // Half and quarter of a great circle.
  assertAlmostEquals(
    metersBetween({ latitude: 0, longitude: -90 }, { latitude: 0, longitude: 90 }),
    Math.PI * 6_371_008.8,
    1e-3,
  );
});

Deno.test("metersBetween() reports which argument is not a point", () => {
  type Place = typeof HOME;
  for (
    const [value, described] of [
      [undefined, "missing"],
      [null, "null"],
      [{ latitude: 52.5 }, "an object"],
      [{ latitude: "52.5", longitude: 13.4 }, "an object"],
      [[52.5, 13.4], "a list"],
    ] as const
  ) {
    const wrong = value as unknown as Place;
    const said = `is ${described}, expected { latitude, longitude } in degrees`;
    const first = assertThrows(() => metersBetween(wrong, HOME), TypeError);
    assertEquals(first.message, `Cannot measure a distance: a ${said}`);
    const second = assertThrows(() => metersBetween(HOME, wrong), TypeError);
    assertEquals(second.message, `Cannot measure a distance: b ${said}`);
  }
});

Deno.test("distance() sums the steps and ignores times at rest", () => {
  const where = [...times(60, HOME), ...way(HOME, WORK, 19), ...times(30, WORK)];
  const [row] = rowsOf(distance(grid("2024-03-30T07:00Z", where)));
  assertAlmostEquals(row.distance_m, metersBetween(HOME, WORK), 0.5);
  assertEquals([row.n, row.coverage], [109, 1]);
});

Deno.test("distance() does not count jitter", () => {
  const still = Array.from({ length: 600 }, (_, i) => offset(HOME, (i * 7) % 11, (i * 5) % 13));
  assertEquals(rowsOf(distance(grid("2024-03-30T07:00Z", still)))[0].distance_m, 0);
  assert(rowsOf(distance(grid("2024-03-30T07:00Z", still), { threshold: 0 }))[0].distance_m > 3000);
});

Deno.test("distance() counts nothing over a long time without locations", () => {
  const away = (minutes: number) =>
    rowsOf(distance(grid("2024-03-30T07:00Z", [HOME, ...times(minutes, null), WORK])))[0];
  assertAlmostEquals(away(60).distance_m, 5000, 2);
  assertEquals(away(61).distance_m, 0);
  assertAlmostEquals(away(61).coverage, 2 / 63, 1e-12);
});

Deno.test("distance() per local day adds up, across a daylight saving change and the date line", () => {
  const zones = ["Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"];
  fc.assert(fc.property(
    fc.array(fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.boolean()), {
      minLength: 2,
      maxLength: 200,
    }),
    fc.constantFrom(...zones),
    (steps, tz) => {
      let at = { latitude: -16, longitude: 179.99 };
      const where = steps.map(([east, known]) => {
        at = offset(at, 0, east);
        if (at.longitude > 180) at = { ...at, longitude: at.longitude - 360 };
        return known ? at : null;
      });
      const frame = grid("2024-03-29T20:00Z", where, 1700);
      const [whole] = rowsOf(distance(frame, { tz }));
      const days = rowsOf(distance(frame, { tz, every: "1d" }));
      const sum = (name: string) => days.reduce((total, row) => total + row[name], 0);
      assertEquals(sum("n"), whole?.n ?? 0);
      assertAlmostEquals(sum("distance_m"), whole?.distance_m ?? 0, 1e-3);
      for (const { start_time, coverage } of days) {
        assert(start_time.includes("T00:00:00") || start_time.includes("T01:00:00"), start_time);
        assert(coverage >= 0 && coverage <= 1);
      }
    },
  ));
});

Deno.test("distance() is null for times without known locations", () => {
  const where = [HOME, HOME, ...times(2 * 24 * 4, null), HOME, HOME];
  const days = rowsOf(distance(grid("2024-03-29T12:00Z", where, 900), { tz: "UTC", every: "1d" }));
  assertEquals(days.map(({ distance_m }) => distance_m), [0, null, 0]);
  assertEquals(rowsOf(distance([], { tz: "UTC" })), []);
  assertThrows(
    () => distance([], { tz: "UTC", threshold: -1 }),
    RangeError,
    "expected threshold of at least 0, got -1",
  );
});
