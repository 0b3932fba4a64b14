import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { sampleLocation } from "../../../src/sample/days/sampleLocation.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleRecords } from "../../../src/sample/records/sampleRecords.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";
import { sampleWorkouts } from "../../../src/sample/records/sampleWorkouts.ts";

const workouts = sampleWorkouts();
const records = Map.groupBy(sampleRecords(), ({ data_type }) => data_type);

/** Returns the values of the wrist's records that start within a workout. */
function within(type: string, { start_date, end_date }: typeof workouts[number]): number[] {
  return (records.get(type) ?? []).flatMap((batch) => batch.records)
    .filter(({ source, start_time }) =>
      source === "Wrist" && start_date <= start_time && start_time < end_date
    ).map(({ value }) => value);
}

Deno.test("sampleWorkouts() returns five kinds of workouts, all of them in the last two months", () => {
  const kinds = ["cycling", "running", "strength_training", "swimming", "walking"];
  const kindsOf = (some: typeof workouts) =>
    [...new Set(some.map(({ workout_activity_type }) => workout_activity_type))].sort();
  assertEquals(kindsOf(workouts), kinds);
  const from = sampleUntil.epochMilliseconds - 60 * 86_400_000;
  assertEquals(kindsOf(workouts.filter((each) => Date.parse(each.start_date) > from)), kinds);
  assert(workouts.length > 200 && workouts.length < 500, `${workouts.length} workouts`);
});

Deno.test("sampleWorkouts() is determined by its options, and days selects the workouts that reach into them", () => {
  assertEquals(sampleWorkouts({ seed: 3, days: 60 }), sampleWorkouts({ seed: 3, days: 60 }));
  assertNotEquals(sampleWorkouts({ seed: 3, days: 60 }), sampleWorkouts({ seed: 4, days: 60 }));
  const from = sampleUntil.epochMilliseconds - 60 * 86_400_000;
  assertEquals(
    sampleWorkouts({ days: 60 }),
    workouts.filter(({ end_date }) => Date.parse(end_date) > from),
  );
});

Deno.test("sampleWorkouts() are ordered, do not overlap, are never in bed, and are at least as long as their duration", () => {
  const nights = sampleNights();
  assertEquals(new Set(workouts.map((each) => each.apple_workout_id)).size, workouts.length);
  for (const [i, each] of workouts.entries()) {
    const start = Date.parse(each.start_date), end = Date.parse(each.end_date);
    assert(start >= Date.parse(workouts[i - 1]?.end_date ?? "1970-01-01T00:00:00Z"));
    assert(!nights.some((night) => night.start < end && start < night.end), each.start_date);
    const paused = each.workout_events.length > 0 ? 180 : 0;
    assertEquals(each.duration, (end - start) / 1000 - paused);
  }
});

Deno.test("sampleWorkouts() have statistics that agree with the records within", () => {
  for (const each of workouts.filter((_, i) => i % 6 === 0)) {
    const { HeartRate: heart, ...sums } = each.all_statistics;
    const rates = within("HeartRate", each);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    assertAlmostEquals(heart!.average!, mean, 0.006);
    assertEquals([heart!.minimum, heart!.maximum], [Math.min(...rates), Math.max(...rates)]);
    assert(Object.hasOwn(sums, "ActiveCaloriesBurned"));
    for (const [type, { sum, unit, quantityType }] of Object.entries(sums)) {
      const values = within(type, each);
      assertAlmostEquals(
        sum!,
        values.reduce((a, b) => a + b, 0),
        1e-4,
        `${type} ${each.start_date}`,
      );
      assertEquals([quantityType, unit], [type, records.get(type)![0]!.records[0]!.unit]);
    }
  }
});

Deno.test("sampleWorkouts() raise the heart rate, and have a typical pace", () => {
  const speeds = {
    walking: [1.1, 1.6],
    running: [2.3, 3.1],
    cycling: [4.5, 7.5],
    swimming: [0.7, 1],
  };
  for (const each of workouts) {
    const { average } = each.all_statistics["HeartRate"]!;
    assert(average! > 80 && average! < 175, `${average}`);
    const [low, high] = speeds[each.workout_activity_type as keyof typeof speeds] ?? [0, 0];
    const { DistanceTraveledSwimming: swim, ...others } = each.all_statistics;
    const miles = others["DistanceTraveledOnFoot"] ?? others["DistanceTraveledCycling"];
    const meters = swim?.sum ?? (miles?.sum ?? 0) * 1609.344;
    const pace = meters / each.duration;
    assert(low! <= pace && pace <= high!, `${each.workout_activity_type} at ${pace} m/s`);
  }
});

Deno.test("sampleLocation() has the path of each ride and run", () => {
  const { updates } = sampleLocation();
  const from = sampleUntil.epochMilliseconds - 60 * 86_400_000;
  const outdoors = workouts.filter((each) =>
    ["cycling", "running"].includes(each.workout_activity_type) &&
    Date.parse(each.start_date) > from
  );
  assert(outdoors.length > 5);
  for (const { start_date, end_date } of outdoors) {
    const during = updates.filter(({ timestamp }) =>
      start_date <= timestamp && timestamp < end_date
    );
    const minutes = (Date.parse(end_date) - Date.parse(start_date)) / 60_000;
    assert(during.length > minutes - 3 && during.every(({ speed }) => speed > 2), start_date);
  }
});

Deno.test("sampleWorkouts() name the recording device, and have a typical effort", () => {
  for (const { extras, device, source_revision, workout_activity_type } of workouts) {
    const [, mets, unit] = /^([\d.]+) (kcal\/hr·kg)$/.exec(extras["HKAverageMETs"] as string)!;
    assert(Number(mets) > 3 && Number(mets) < 12 && unit !== undefined);
    assertEquals(
      extras["indoor"],
      ["swimming", "strength_training"].includes(workout_activity_type),
    );
    assertEquals(Object.keys(device).length, 5);
    assert((source_revision["operatingSystemVersion"] as number[]).length === 3);
  }
});
