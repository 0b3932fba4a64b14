import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { light } from "../../src/series/light.ts";
import { rowsOf } from "../sleep/hypnograms.ts";

const every = (minutes: number, values: readonly (number | null)[], start = Date.UTC(2024, 0, 1)) =>
  values.map((lux, i) => ({ time: new Date(start + i * minutes * 60_000), lux }));
const tz = "UTC";

Deno.test("light() agrees with the durations and periods of LightLogR's tests", () => {
  const short = every(1, [0, 100, 99, 0, 0, 101, 100, 0]);
  const found = light(short, { threshold: 100, tz });
  assertEquals([found.time_above, found.time_below, found.crossings], [3, 7, 4]);
  const runs = every(1, [10, 10, 10, 0, 0, 11, 12, 13, 14]);
  assertEquals(light(runs, { threshold: 10, tz }).longest_above, 4);
  assertEquals(light(runs, { threshold: 10, loop: true, tz }).longest_above, 7);
  assertEquals(light(every(60, [100, 100, 100, 100]), { tz }).dose, 400);
});

Deno.test("light() agrees with the times of LightLogR's tests", () => {
  const day = [[6, 1], [4, 250], [5, 500], [4, 750], [5, 1]].flatMap(([n, lux]) =>
    Array<number>(n!).fill(lux!)
  );
  const found = light(every(60, day), { tz });
  assertEquals([found.first_above, found.mean_above, found.last_above], [6, 12, 18]);
  const half = Array.from({ length: 24 }, (_, hour) => hour >= 6 && hour < 18 ? 250 : 0);
  assertEquals(light(every(60, half), { tz }).centroid, 11.5);
  assertEquals(light(every(60, half), { tz }).midpoint, 11);
});

Deno.test("light() follows the formula of the disparity, and leaves out pairs across a gap", () => {
  const half = light(every(1, [100, 100, 100, 100, 50, 50, 50, 50]), { tz }).disparity!;
  const alternating = light(every(1, [100, 50, 100, 50, 100, 50, 100, 50]), { tz }).disparity!;
  assertEquals([half.toFixed(2), alternating.toFixed(2)], ["0.10", "0.68"]); // as LightLogR
  const values = [1, 3, 7, null, 15, 7];
  const found = light(every(1, values), { tz });
  assertAlmostEquals(found.disparity!, 3 * Math.log(2) / 3, 1e-12);
  assertEquals(rowsOf(found.frame).find(({ name }) => name === "disparity")!["n"], 3);
  assertEquals(light(every(1, [5, null, 5]), { tz, threshold: 1 }).longest_above, 1);
});

Deno.test("light() follows the local clock on both days of a daylight saving change", () => {
  for (const [date, shift] of [[Date.UTC(2024, 2, 31), 2], [Date.UTC(2024, 9, 27), 1]] as const) {
    // 300 lx from 8:00 UTC on, after the change
    const rows = every(30, Array.from({ length: 44 }, (_, i) => i >= 16 ? 300 : 0), date);
    const found = light(rows, { tz: "Europe/Berlin" });
    assertEquals(found.first_above, 8 + shift);
    assertEquals(found.time_above, 28 * 30);
  }
});

Deno.test("light() computes days and people separately, and is null with a reason in the dark", () => {
  const rows = ["b", "a"].flatMap((user) =>
    every(60, Array(24).fill(user === "a" ? 400 : 0)).map((row) => ({ ...row, user }))
  );
  const found = rowsOf(light(rows, { by: "user", tz }));
  const of = (user: string, name: string) =>
    found.find((row) => row["user"] === user && row["name"] === name)!;
  assertEquals(of("b", "centroid")["note"], "no light");
  assertEquals(of("b", "first_above")["note"], "never at or above the threshold");
  assertEquals(of("a", "time_above")["value"], 1440);
  assertThrows(
    () => light(every(1, [-1, 2]), { tz }),
    RangeError,
    "a value is -1, at 2024-01-01T00:00:00",
  );
  assertThrows(() => light(rows, { by: "user", threshold: -1, tz }), RangeError, "threshold is -1");
  assertEquals(light(every(1, [7]), { tz }).reason.time_above, "fewer than 2 values");
});

Deno.test("light() counts several values of an instant as their mean, and has no dose without values", () => {
  const lux = Array.from({ length: 1440 }, (_, i) => i * 7919 % 500);
  const rows = every(1, lux), sessions = [{ start_time: rows[0]!.time, end_time: rows[99]!.time }];
  const options = { tz, sessions, y: "lux" };
  const own = light(rows, options).frame.toRecords();
  const pairs = rows.flatMap(({ time, lux }, i) =>
    i % 3 === 0 ? [{ time, lux: lux! + 2 }, { time, lux: lux! - 2 + 4 }] : [{ time, lux }]
  );
  const shifted = rows.map(({ time, lux }, i) => ({ time, lux: lux! + (i % 3 === 0 ? 2 : 0) }));
  assertEquals(light(rows.flatMap((row) => [row, row]), options).frame.toRecords(), own);
  assertEquals(
    light(pairs, options).frame.toRecords(),
    light(shifted, options).frame.toRecords(),
  );
  const empty = light(rows.map(({ time }) => ({ time, lux: null })), { tz });
  assertEquals([empty.dose, empty.time_above, empty.crossings], [null, null, null]);
});

Deno.test("light() agrees with the recommended shares of LightLogR's tests", () => {
  // Brown2reference of 100 (day), 10 (evening), 1 (night), 300 (day): FALSE, TRUE, TRUE, TRUE
  const sleep = [
    { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T07:00Z" },
    { start_time: "2024-01-01T23:00Z", end_time: "2024-01-02T07:00Z" },
  ];
  const rows = [[9, 100], [21, 10], [25, 1], [12, 300]].map(([hour, lux]) => ({
    time: new Date(Date.UTC(2024, 0, 1, hour)),
    lux: lux!,
  }));
  const shares = (data: typeof rows) => {
    const found = light(data, { tz, sessions: sleep });
    return [found.recommended_day, found.recommended_evening, found.recommended_night];
  };
  assertEquals(shares(rows), [0.5, 1, 1]);
  const at = (hour: number, lux: number) => ({ time: new Date(Date.UTC(2024, 0, 1, hour)), lux });
  // limits belong to the recommended side, as in LightLogR
  assertEquals(shares([at(9, 250), at(20, 10), at(23, 1)]), [1, 1, 1]);
  assertEquals(shares([at(9, 249), at(20, 11), at(23, 2)]), [0, 0, 0]);
});

Deno.test("light() does not count waking hours whose next or previous sleep is unknown", () => {
  const sleep = [
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T05:00Z" },
    { start_time: "2024-03-31T04:00Z", end_time: "2024-03-31T06:00Z" }, // overlaps
    { start_time: "2024-03-31T22:00Z", end_time: null },
    { start_time: "2024-04-02T22:00Z", end_time: "2024-04-03T06:00Z" },
  ];
  // every hour from 12:00 UTC on, across the change
  const hours = every(60, Array<number>(108).fill(300), Date.UTC(2024, 2, 30, 12));
  const found = light(hours, { tz: "Europe/Berlin", sessions: sleep });
  const n = Object.fromEntries(rowsOf(found.frame).map(({ name, n }) => [name, n]));
  assertEquals(
    [n["recommended_day"], n["recommended_evening"], n["recommended_night"]],
    [0, 6, 16],
  );
  assertEquals(found.reason.recommended_day, "no values of the day");
  assertEquals(light(hours, { tz }).reason.recommended_night, "no sessions given");
});

Deno.test("light() uses each person's own sleep, on both days of a daylight saving change", () => {
  for (const date of [Date.UTC(2024, 2, 31), Date.UTC(2024, 9, 27)]) {
    const at = (hour: number) => new Date(date + hour * 3_600_000);
    const sleep = ["a", "b"].flatMap((user, k) =>
      [-8, 16].map((hour) => ({
        user,
        start_time: at(hour + 4 * k),
        end_time: at(hour + 8 + 4 * k),
      }))
    );
    const rows = ["b", "a"].flatMap((user) =>
      every(60, Array.from({ length: 24 }, (_, i) => i < 8 ? 0 : 300), date)
        .map((row) => ({ ...row, user, date: "d" }))
    );
    const found = rowsOf(
      light(rows, { by: ["user", "date"], sessions: sleep, tz: "Europe/Berlin" }),
    );
    const of = (user: string, name: string) =>
      found.find((row) => row["user"] === user && row["name"] === name)!;
    assertEquals(["a", "b"].map((user) => of(user, "recommended_day")["n"]), [13, 13]);
    assertEquals(of("a", "recommended_day")["value"], 5 / 13); // 0 lx until 8:00, evening from 13:00
    assertEquals(of("b", "recommended_day")["value"], 9 / 13);
    assertEquals([of("a", "recommended_night")["n"], of("b", "recommended_night")["n"]], [8, 8]);
  }
  const stages = [{ start_time: new Date(0), end_time: new Date(1), sleep_stage: 3 }];
  assertThrows(
    () => light(every(1, [1, 2]), { tz, sessions: stages }),
    TypeError,
    "Pass sleep.sessions(stages)",
  );
});
