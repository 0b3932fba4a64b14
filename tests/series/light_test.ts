import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { light } from "../../src/series/light.ts";
import { rowsOf } from "../sleep/hypnograms.ts";

const every = (minutes: number, values: readonly (number | null)[], start = Date.UTC(2024, 0, 1)) =>
  values.map((lux, i) => ({ time: new Date(start + i * minutes * 60_000), lux }));
const tz = "UTC";

Deno.test("light() has the durations and periods of LightLogR's tests", () => {
  const short = every(1, [0, 100, 99, 0, 0, 101, 100, 0]);
  const found = light(short, { threshold: 100, tz });
  assertEquals([found.time_above, found.time_below, found.crossings], [3, 7, 4]);
  const runs = every(1, [10, 10, 10, 0, 0, 11, 12, 13, 14]);
  assertEquals(light(runs, { threshold: 10, tz }).longest_above, 4);
  assertEquals(light(runs, { threshold: 10, loop: true, tz }).longest_above, 7);
  assertEquals(light(every(60, [100, 100, 100, 100]), { tz }).dose, 400);
});

Deno.test("light() has the times of LightLogR's tests", () => {
  const day = [[6, 1], [4, 250], [5, 500], [4, 750], [5, 1]].flatMap(([n, lux]) =>
    Array<number>(n!).fill(lux!)
  );
  const found = light(every(60, day), { tz });
  assertEquals([found.first_above, found.mean_above, found.last_above], [6, 12, 18]);
  const half = Array.from({ length: 24 }, (_, hour) => hour >= 6 && hour < 18 ? 250 : 0);
  assertEquals(light(every(60, half), { tz }).centroid, 11.5);
  assertEquals(light(every(60, half), { tz }).midpoint, 11);
});

Deno.test("light() has the disparity of the formula, without pairs across a gap", () => {
  const half = light(every(1, [100, 100, 100, 100, 50, 50, 50, 50]), { tz }).disparity!;
  const alternating = light(every(1, [100, 50, 100, 50, 100, 50, 100, 50]), { tz }).disparity!;
  assertEquals([half.toFixed(2), alternating.toFixed(2)], ["0.10", "0.68"]); // as LightLogR
  const values = [1, 3, 7, null, 15, 7];
  const found = light(every(1, values), { tz });
  assertAlmostEquals(found.disparity!, 3 * Math.log(2) / 3, 1e-12);
  assertEquals(rowsOf(found.frame).find(({ name }) => name === "disparity")!["n"], 3);
  assertEquals(light(every(1, [5, null, 5]), { tz, threshold: 1 }).longest_above, 1);
});

Deno.test("light() is on the local clock on both days of a daylight saving change", () => {
  for (const [date, shift] of [[Date.UTC(2024, 2, 31), 2], [Date.UTC(2024, 9, 27), 1]] as const) {
    // 300 lx from 8:00 UTC on, after the change
    const rows = every(30, Array.from({ length: 44 }, (_, i) => i >= 16 ? 300 : 0), date);
    const found = light(rows, { tz: "Europe/Berlin" });
    assertEquals(found.first_above, 8 + shift);
    assertEquals(found.time_above, 28 * 30);
  }
});

Deno.test("light() of days and people is separate, and null with a reason in the dark", () => {
  const rows = ["b", "a"].flatMap((user) =>
    every(60, Array(24).fill(user === "a" ? 400 : 0)).map((row) => ({ ...row, user }))
  );
  const found = rowsOf(light(rows, { by: "user", tz }));
  const of = (user: string, name: string) =>
    found.find((row) => row["user"] === user && row["name"] === name)!;
  assertEquals(of("b", "centroid")["note"], "no light");
  assertEquals(of("b", "first_above")["note"], "never at or above the threshold");
  assertEquals(of("a", "time_above")["value"], 1440);
  assertThrows(() => light(every(1, [-1, 2]), { tz }), RangeError, "a value is -1");
  assertThrows(() => light(rows, { by: "user", threshold: -1, tz }), RangeError, "threshold is -1");
  assertEquals(light(every(1, [7]), { tz }).reason.time_above, "fewer than 2 values");
});
