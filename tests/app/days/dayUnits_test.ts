import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { demo, range } from "../../../mod.ts";
import { amountText, durationText, inSystem, metricLabel } from "../../../src/app/ask/amounts.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const me = await demo({ days: 10 });
const day = await me.day("2025-03-20");

Deno.test("a day uses kcal, km, minutes, clock times, place names and values of events", () => {
  const text = String(day);
  for (
    const part of [
      "Active calories burned       320 kcal",
      "Distance traveled on foot    8.01 km",
      "Heart rate                   74.8 bpm",
      "53 to 111 bpm",
      "Step count                   11,232 steps",
      "13:54 to 14:37  Walking   44 min    3.74 km   149 kcal",
      "20:00 to 20:40  Family call",
      "13:23  Water     0.5 l",
      "00:00 to 13:40  Berlin      13 h 40 min",
      "13:40 to 14:52  on the way  1 h 12 min   6.07 km",
      "14:52 to 24:00  Berlin",
    ]
  ) assertStringIncludes(text, part);
  for (const raw of ["duration_ms", "320205", "datetime", "{"]) assert(!text.includes(raw), raw);
});

Deno.test("the facts of a day are measured numbers in the same units", async () => {
  const metrics = new Map(rowsOf(day.facts.metrics).map((row) => [row["metric"], row]));
  const measured = rowsOf(
    await me.daily(range.day("2025-03-20", "Europe/Berlin"), {
      metrics: ["ActiveCaloriesBurned", "DistanceTraveledOnFoot"],
      units: "catalog",
    }),
  )[0]!;
  const energy = metrics.get("ActiveCaloriesBurned")!, far = metrics.get("DistanceTraveledOnFoot")!;
  assertEquals([energy["unit"], far["unit"]], ["kcal", "km"]);
  assertAlmostEquals(
    energy["value"] as number,
    (measured["active_calories_burned"] as number) / 1000,
    1e-9,
  );
  assertAlmostEquals(
    far["value"] as number,
    (measured["distance_on_foot"] as number) * 1.609344,
    1e-9,
  );
  const [workout] = rowsOf(day.facts.workouts);
  assertEquals([workout!["activity"], workout!["duration"]], ["walking", 2619 / 60]);
  const shown = Deno.inspect(day.facts.workouts);
  for (const part of ["f64, min", "f64, km", "f64, kcal"]) assertStringIncludes(shown, part);
});

Deno.test("in imperial units, days, workouts and activities use miles, set by the client or the call", async () => {
  const theirs = await demo({ days: 10, units: "imperial" });
  assertEquals([me.units, theirs.units], ["metric", "imperial"]);
  for (
    const said of [
      await theirs.day("2025-03-20"),
      await me.day("2025-03-20", { units: "imperial" }),
    ]
  ) {
    const text = String(said);
    for (const part of ["4.97 mi", "320 kcal", "2.32 mi", "3.77 mi"]) {
      assertStringIncludes(text, part);
    }
    assertEquals(said.facts.units, "imperial");
  }
  const days = me.range.lastDays(9);
  const [km] = rowsOf(await me.workouts(days, { by: "activity" })),
    [mi] = rowsOf(await theirs.workouts(days, { by: "activity" }));
  assertAlmostEquals(km!["distance_km"] as number, (mi!["distance_mi"] as number) * 1.609344, 1e-9);
  const each = rowsOf(await theirs.workouts(days));
  assertEquals(each.length, (await me.api.workouts.list(days)).height);
  const walk = each.find(({ activity }) => activity === "walking")!;
  assertEquals([walk["start_date"], walk["duration"]], ["2025-03-20T13:54:12+01:00", 2619 / 60]);
  const runs = each.filter(({ activity }) => activity === "running");
  const miles = runs.reduce((sum, { distance }) => sum + (distance as number), 0);
  assertAlmostEquals(miles, mi!["distance_mi"] as number, 1e-9);
  const none = range.day("2010-01-01", "Europe/Berlin");
  assertEquals(rowsOf(await me.workouts(none)), []);
  await assertRejects(
    () => me.day("2025-03-20", { units: "us" as never }),
    RangeError,
    'expected "metric" or "imperial"',
  );
  await assertRejects(
    () => demo({ days: 1, units: "us" as never }),
    RangeError,
    'expected "metric" or "imperial"',
  );
});

Deno.test("daily() returns metrics in the units of a system, or of the catalog", async () => {
  const day = range.day("2025-03-20", "Europe/Berlin");
  const asked = {
    metrics: ["ActiveCaloriesBurned", "DistanceTraveledOnFoot", "StepCount"],
  } as const;
  const [plain, metric] = await Promise.all([
    me.daily(day, { ...asked, units: "catalog" }),
    me.daily(day, asked), // the client's
  ]);
  assertEquals(rowsOf(await me.daily(day, { ...asked, units: "metric" })), rowsOf(metric));
  const [as, to] = [rowsOf(plain)[0]!, rowsOf(metric)[0]!];
  assertAlmostEquals(
    to["active_calories_burned"] as number,
    (as["active_calories_burned"] as number) / 1000,
    1e-9,
  );
  assertAlmostEquals(
    to["distance_on_foot"] as number,
    (as["distance_on_foot"] as number) * 1.609344,
    1e-9,
  );
  assertEquals(to["step_count"], as["step_count"]);
  for (const unit of ["f64, kcal", "f64, km"]) assertStringIncludes(Deno.inspect(metric), unit);
  for (const unit of ["f64, cal", "f64, mi"]) assertStringIncludes(Deno.inspect(plain), unit);
  await assertRejects(
    () => me.daily(day, { ...asked, units: "us" as never }),
    RangeError,
    'expected "metric"',
  );
});

Deno.test("totals() and compareWith() return metrics in the units of a system, or of the catalog", async () => {
  const metric = "DistanceTraveledOnFoot", days = { from: "2025-03-18", to: "2025-03-20" };
  const [miles, km] = await Promise.all([
    me.totals(metric, days, { units: "catalog" }),
    me.totals(metric, days),
  ]);
  assertEquals([miles.unit.mean, km.unit.mean], ["mi", "km"]);
  assertAlmostEquals(km.total!, miles.total! * 1.609344, 1e-9);
  assertStringIncludes(String(km), "km");
  const mine = await me.userid();
  const [inMiles, inKm] = await Promise.all([
    me.compareWith(mine, metric, days, { units: "catalog" }),
    me.compareWith(mine, metric, days),
  ]);
  for (const [frame, unit] of [[inMiles, "f64, mi"], [inKm, "f64, km"]] as const) {
    assertEquals(Deno.inspect(frame).split(unit).length - 1, 3, "mine, theirs and difference");
  }
  const [plain, shown] = [rowsOf(inMiles), rowsOf(inKm)];
  for (const [i, row] of plain.entries()) {
    for (const name of ["mine", "theirs"]) {
      assertAlmostEquals(shown[i]![name] as number, (row[name] as number) * 1.609344, 1e-9);
    }
    assertEquals(shown[i]!["difference"], 0);
  }
  for (
    const call of [
      () => me.totals(metric, days, { units: "us" as never }),
      () => me.compareWith(mine, metric, days, { units: "us" as never }),
    ]
  ) await assertRejects(call, RangeError, 'expected "metric"');
});

Deno.test("amounts have three digits and everyday units", () => {
  const text = (value: number, unit: string, system: "metric" | "imperial" = "metric"): string =>
    amountText(inSystem({ value, unit }, system));
  assertEquals(text(419_602, "cal"), "420 kcal");
  assertEquals(text(6.5182, "mi"), "10.5 km");
  assertEquals(text(6.5182, "mi", "imperial"), "6.52 mi");
  assertEquals(text(165, "lb"), "74.8 kg");
  assertEquals(text(98.6, "degF"), "37 °C");
  assertEquals(text(98.6, "degF", "imperial"), "98.6 °F");
  assertEquals(text(0.5, "liter"), "0.5 l");
  assertEquals(text(12_345.6, "steps"), "12,346 steps");
  assertEquals(text(97, "percent"), "97 %");
  assertEquals(text(3, "a unit of my own"), "3 a unit of my own");
  assertEquals([durationText(46.73), durationText(59.7), durationText(653)], [
    "47 min",
    "1 h",
    "10 h 53 min",
  ]);
  assertEquals(
    ["HeartRateVariabilitySDNN", "StepCount", "VO2Max", "my_mood", "water"].map(metricLabel),
    ["Heart rate variability SDNN", "Step count", "VO2Max", "My mood", "Water"],
  );
});
