import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import pl from "nodejs-polars";
import { series } from "../../../mod.ts";
import { DAYS, daysOf, FIRST, TZ } from "./madePerson.ts";
import { PLANTED_TOO, secondPerson } from "./secondPerson.ts";

/** More of the questions 108 to 147 of questions.txt, put to a second person. */

const { me, diary, runs, glucose } = await secondPerson();
const ALL = daysOf(0, DAYS), own = [...diary];

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const first = (frame: { toRecords(): unknown[] }): Record<string, number> =>
  Object(frame.toRecords()[0]);

/** Checks that the truth is in an interval that excludes 0. */
function assertFound(truth: number, low: unknown, high: unknown): void {
  const text = `${truth} is not in ${low} to ${high}`;
  assert(Number(low) <= truth && truth <= Number(high), text);
  assert(Number(low) * Number(high) > 0, `${low} to ${high} includes 0`);
}

Deno.test("How far did I run in the first quarter, and since June? The sum of the planted runs", async () => {
  for (
    const [when, from, to] of [["2024-Q1", "2024-01", "2024-04"], [
      "2024-06/..",
      "2024-06",
      "9",
    ]] as const
  ) {
    const totals = await me.totals("workout_distance", when);
    const planted = runs.filter(({ date }) => date >= from && date < to);
    assertAlmostEquals(totals.total!, sum(planted.map(({ km }) => km)), 1e-6);
    assertEquals(totals.unit.total, "km");
  }
});

Deno.test("On how many days did I run in May, and do I sleep deeper after one? As planted", async () => {
  const days = await me.totals("worked_out", "2024-05");
  const planted = runs.filter(({ date }) => date.startsWith("2024-05"));
  assertEquals(days.total, planted.length);
  const found = await me.influences(ALL, { y: "deep", x: ["worked_out"] });
  const { effect_low, effect_high } = first(found.frame);
  const mean = sum(runs.map(({ km }) => km)) / runs.length;
  assertFound(PLANTED_TOO.deepPerKm * mean, effect_low, effect_high);
});

Deno.test("What was my fastest run this year? The planted one with the best pace", async () => {
  const fastest = first((await me.workouts("2024", { pace: true })).sort("pace").head(1));
  assertAlmostEquals(fastest["pace"]!, Math.min(...runs.map(({ km, min }) => min / km)), 1e-3);
});

Deno.test("Do I sleep deeper after a long run? By the planted minutes per kilometre", async () => {
  const days = await me.workoutDays(ALL);
  for (const asked of [{}, { own: days }]) {
    const found = await me.influences(ALL, { y: "deep", x: ["workout_distance"], ...asked });
    const { effect_low, effect_high, per } = first(found.frame.filter(pl.col("lag").eq(1)));
    assertFound(PLANTED_TOO.deepPerKm, effect_low! / per!, effect_high! / per!);
  }
});

Deno.test("Do I sleep less after a night shift? By the planted 40 minutes", async () => {
  const found = await me.influences(ALL, { y: "asleep", x: ["night_shift"], own });
  const { effect_low, effect_high } = first(found.frame);
  assertFound(PLANTED_TOO.asleepAfterShift, effect_low, effect_high);
});

Deno.test("How often do I wake up since the baby came? Three times more", async () => {
  const at = FIRST.add({ days: PLANTED_TOO.baby.from }).toString();
  const found = await me.interrupted("awakenings", ALL, { at });
  assertFound(PLANTED_TOO.baby.awakenings, found.level_change_low, found.level_change_high);
});

Deno.test("Did my resting heart rate change with the tablets? By the planted 4 bpm", async () => {
  const at = FIRST.add({ days: PLANTED_TOO.tablets.from }).toString();
  const found = await me.interrupted("RestingHeartRate", ALL, { at });
  assertFound(PLANTED_TOO.tablets.pulse, found.level_change_low, found.level_change_high);
});

Deno.test("When did my weight change most? On the planted day, by two pounds", async () => {
  const found = (await me.changePoint("Weight", ALL)).frame;
  const days = (name: string): number =>
    Temporal.Instant.fromEpochMilliseconds(Number(Object(found.toRecords()[0])[name]))
      .toZonedDateTimeISO(TZ).toPlainDate().since(FIRST).days;
  const truth = PLANTED_TOO.diet.from;
  assert(days("time_low") <= truth && truth <= days("time_high"), `${days("time")}`);
  assertAlmostEquals(
    Number(first(found)["difference"]),
    PLANTED_TOO.diet.weight * 0.45359237, // kg
    0.1,
  );
});

Deno.test("How many nights begin after midnight? The count of the planted bedtimes", async () => {
  const nights = await me.daily(ALL, { sleep: ["bedtime"] });
  const late = nights.filter(pl.col("bedtime").gtEq(0)).height;
  const starts = (await me.nightly(ALL)).toRecords().map((night) => Object(night)["start_time"]);
  const hours = starts.map((start) =>
    Temporal.Instant.fromEpochMilliseconds(Number(start)).toZonedDateTimeISO(TZ).hour
  );
  assertEquals(late, hours.filter((hour) => hour < 12).length);
  assert(late > 0 && late < DAYS / 2, `${late}`);
});

Deno.test("How many days did I have a headache, by month? The rows of the diary with true", async () => {
  const months = series.resample(own, {
    time: "date",
    every: "1mo",
    aggregate: { headache: "sum" },
    tz: TZ,
  });
  const may = diary.filter(({ date, headache }) => date.startsWith("2024-05") && headache).length;
  assertEquals(Object(months.toRecords()[4])["headache"], may);
  assertEquals((await me.totals("headache", "2024-05", { own })).total, may);
});

Deno.test("On which weekday is my mood best? On Saturday, as planted", () => {
  const parts = series.dateParts(own, { tz: TZ, parts: ["weekday", "weekday_name"] });
  const moods = parts.groupBy("weekday_name").agg(pl.col("mood").mean()).sort("mood");
  assertEquals(Object(moods.toRecords().at(-1))["weekday_name"], "Saturday");
});

Deno.test("How many days with coffee had a headache? The days in the diary", async () => {
  const days = await me.daily(ALL, { own });
  const both = days.filter(pl.col("coffee").and(pl.col("headache"))).height;
  assertEquals(both, diary.filter(({ coffee, headache }) => coffee && headache).length);
});

Deno.test("How much of the day is my glucose from 70 to 180? All but lunch, gaps left out", async () => {
  const readings = await me.series("BloodGlucose", "2024-10", { every: "15m" });
  const known = readings.getColumn("blood_glucose").dropNulls().toArray().map(Number);
  const inside = known.filter((value) => value >= 70 && value <= 180);
  assertEquals([known.length, readings.height], [glucose.length, 31 * 96 + 4]);
  const truth = glucose.filter((value) => value >= 70 && value <= 180).length / glucose.length;
  assertAlmostEquals(inside.length / known.length, truth, 1e-9);
  assertAlmostEquals(truth, 1 - 8 / (96 - PLANTED_TOO.lunch.missing), 0.01);
});

Deno.test("What is my mean glucose by hour of the day? Highest from noon to two", async () => {
  const hours = series.dateParts(await me.series("BloodGlucose", "2024-10", { every: "1h" }), {
    parts: ["hour"],
  });
  const means = hours.groupBy("hour").agg(pl.col("blood_glucose").mean()).sort("blood_glucose");
  const highest = means.toRecords().slice(-2).map((row) => Number(Object(row)["hour"]));
  assertEquals(highest.sort(), [12, 13]);
});

Deno.test("Which watch counts more steps on the same days? The ring, by 600", async () => {
  const samples = await me.samples("StepCount", "2024-05");
  const mean = (name: string) =>
    Number(samples.filter(pl.col("source").eq(pl.lit(name))).getColumn("value").mean());
  assertAlmostEquals(mean("Ring") - mean("Watch"), PLANTED_TOO.ringSteps, 1e-6);
});

const NOTHING: Readonly<Record<string, () => Promise<string>>> = {
  "Do I sleep less after the coin showed heads?": async () =>
    (await me.influences(ALL, { y: "asleep", x: ["coin"], own })).finding,
  "Is my mood better after the sauna?": async () =>
    (await me.influences(ALL, { y: "mood", x: ["sauna"], own })).finding,
  "Do I walk more after a night shift?": async () =>
    (await me.influences(ALL, { y: "StepCount", x: ["night_shift"], own })).finding,
};

for (const [question, ask] of Object.entries(NOTHING)) {
  Deno.test(`${question} Nothing is planted, and the answer says so`, async () => {
    const finding = await ask();
    assert(/\bno clear\b/.test(finding), finding);
  });
}

Deno.test("Do I run faster in the morning? Nothing is planted, and the p value says so", async () => {
  const parts = series.dateParts(await me.workouts(ALL, { pace: true }), { parts: ["hour"] });
  const morning = parts.withColumn(pl.col("hour").lt(12).alias("morning"));
  const found = series.compare(morning, { condition: "morning", y: "pace" });
  assert(found.p! > 0.05, `${found.p}`);
});
