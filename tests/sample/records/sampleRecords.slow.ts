import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import type { SampleRecord } from "../../../src/sample/records/toRecord.ts";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleRecords } from "../../../src/sample/records/sampleRecords.ts";
import { sampleWorkouts } from "../../../src/sample/records/sampleWorkouts.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";

const ALL = Map.groupBy([...sampleRecords()], ({ data_type }) => data_type);
const CUMULATIVE = [
  "StepCount",
  "DistanceTraveledOnFoot",
  "DistanceTraveledCycling",
  "DistanceTraveledSwimming",
  "SwimmingStrokeCount",
  "ActiveCaloriesBurned",
];
const WORKOUTS = sampleWorkouts();

function records(data_type: string, source?: string): SampleRecord[] {
  const found = (ALL.get(data_type) ?? []).flatMap(({ records }) => records)
    .filter((record) => source === undefined || record.source === source);
  assert(found.length > 0, `no records of ${data_type} ${source}`);
  return found;
}

function span({ start_time, end_time = start_time }: SampleRecord): [number, number] {
  return [Date.parse(start_time), Date.parse(end_time)];
}

/** Joins intervals that touch or overlap, in order of time. */
function union(spans: [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Counts the intervals of `a` that overlap one of `b`, whose intervals do not overlap. */
function overlaps(a: [number, number][], b: [number, number][]): number {
  const ordered = b.toSorted((one, other) => one[0] - other[0]);
  return a.filter(([start, end]) => {
    let low = 0, high = ordered.length; // the first that ends after the start
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ordered[middle]![1] > start) high = middle;
      else low = middle + 1;
    }
    return low < ordered.length && ordered[low]![0] < end;
  }).length;
}

Deno.test("sampleRecords() returns every metric, in batches of at most 20 000", () => {
  assertEquals([...ALL.keys()].sort(), [
    "ActiveCaloriesBurned",
    "CaloriesConsumed",
    "DistanceTraveledCycling",
    "DistanceTraveledOnFoot",
    "DistanceTraveledSwimming",
    "HeartRate",
    "HeartRateVariabilitySDNN",
    "RestingHeartRate",
    "SleepStage",
    "StepCount",
    "SwimmingStrokeCount",
    "Weight",
  ]);
  const batches = [...ALL.values()].flat();
  assert(batches.every(({ records }) => records.length > 0 && records.length <= 20_000));
  const total = batches.reduce((sum, { records }) => sum + records.length, 0);
  assert(total >= 100_000 && total <= 150_000, `${total} records`);
});

Deno.test("sampleRecords() returns the same bytes for the same seed and others for another seed", () => {
  const text = (seed: number) => JSON.stringify([...sampleRecords({ seed, days: 40 })]);
  assertEquals(text(7), text(7));
  assertNotEquals(text(7), text(8));
});

Deno.test("sampleRecords() returns the same real nights for every seed", () => {
  const nights = (seed: number) =>
    [...sampleRecords({ seed, days: 40 })].filter(({ data_type }) => data_type === "SleepStage")
      .flatMap(({ records }) => records)
      .filter(({ source }) => source === "Wrist")
      .map(({ start_time, end_time, value }) => ({ start_time, end_time, value }));
  assert(nights(7).length > 1000);
  assertEquals(nights(7), nights(8));
});

Deno.test("sampleRecords() with days returns the records of the whole sample that reach into them", () => {
  for (const days of [1, 7.5, 61]) {
    const from = sampleUntil.epochMilliseconds - days * 86_400_000;
    const part = Map.groupBy([...sampleRecords({ days })], ({ data_type }) => data_type);
    for (const data_type of ALL.keys()) {
      const expected = records(data_type).filter((record) => {
        const [start, end] = span(record);
        return start >= from || end > from;
      });
      const actual = (part.get(data_type) ?? []).flatMap(({ records }) => records);
      assertEquals(actual, expected, `${data_type} of ${days} days`);
    }
  }
});

Deno.test("sampleRecords() returns unique ids that contain the start", () => {
  const all = [...ALL.keys()].flatMap((data_type) => records(data_type));
  assertEquals(new Set(all.map(({ id }) => id)).size, all.length);
  for (const { id, start_time } of all) {
    assertEquals(parseInt(id.slice(0, 13).replace("-", ""), 16), Date.parse(start_time));
  }
});

// The mattress detects an empty bed a few minutes late.
const LAST_END = sampleNights().at(-1)!.end + 10 * 60_000;

Deno.test("sampleRecords() returns intervals that end after they start, and nothing after the last night in bed", () => {
  for (const data_type of ALL.keys()) {
    for (const record of records(data_type)) {
      const [start, end] = span(record);
      assert(record.end_time === undefined || end > start, JSON.stringify(record));
      assert(end <= LAST_END, JSON.stringify(record));
      assert(Number.isFinite(record.value) && record.value >= 0);
    }
  }
});

Deno.test("sampleRecords() returns the real nights from the source Wrist", () => {
  const expected = sampleNights()
    .flatMap(({ stages }) => stages.map(({ start, end, stage }) => [start, end, stage]));
  assertEquals(records("SleepStage", "Wrist").map((r) => [...span(r), r.value]), expected);
});

Deno.test("sampleRecords() has a mattress that detects most nights, in bed around its stages", () => {
  const mattress = records("SleepStage", "Mattress");
  const inBed = mattress.filter(({ value }) => value === 0).map(span);
  const nights = sampleNights().filter(({ nap }) => !nap);
  const seen = overlaps(nights.map(({ start, end }) => [start, end]), inBed);
  assert(seen / nights.length > 0.85 && seen < nights.length, `${seen} of ${nights.length}`);
  assertEquals(union(inBed).length, inBed.length);
  const stages = mattress.filter(({ value }) => value !== 0).map(span);
  assertEquals(overlaps(stages, inBed), stages.length);
  assertEquals(union([...stages, ...inBed]), union(inBed));
  assertEquals(
    [...new Set(mattress.map(({ value }) => value))].sort(),
    [0, 1, 2, 3, 4, 5],
  );
});

Deno.test("sampleRecords() has no steps in bed", () => {
  const inBed = union(records("SleepStage").map(span));
  for (const data_type of CUMULATIVE) {
    assertEquals(overlaps(records(data_type).map(span), inBed), 0, data_type);
  }
});

Deno.test("sampleRecords() has bouts of 1 to 15 minutes that do not overlap within a source", () => {
  for (const source of ["Wrist", "Phone"]) {
    const bouts = records("StepCount", source).map(span);
    for (const [i, [start, end]] of bouts.entries()) {
      assert(end - start <= 15 * 60_000 && end - start >= 20_000);
      assert(start >= (bouts[i - 1]?.[1] ?? 0));
    }
  }
});

Deno.test("sampleRecords() has steps from two sources, and steps from only one", () => {
  const wrist = records("StepCount", "Wrist").map(span);
  const phone = records("StepCount", "Phone").map(span);
  const both = overlaps(phone, wrist);
  assert(both > 1000 && both < phone.length, `${both} of ${phone.length}`);
  assert(overlaps(wrist, phone) < wrist.length);
});

Deno.test("sampleRecords() has distances and calories that agree with the steps", () => {
  const steps = records("StepCount");
  const miles = records("DistanceTraveledOnFoot");
  assertEquals(miles.length, steps.length);
  for (const [i, { value, start_time, end_time, source }] of steps.entries()) {
    const mile = miles[i];
    assertEquals([mile?.start_time, mile?.end_time, mile?.source], [start_time, end_time, source]);
    const stride = (mile?.value ?? 0) * 1609.344 / value;
    assert(stride > 0.55 && stride < 1.1, `a stride of ${stride} m`);
  }
  const calories = records("ActiveCaloriesBurned").map(span);
  const elsewhere = WORKOUTS
    .filter((each) => !["running", "walking"].includes(each.workout_activity_type))
    .map((each): [number, number] => [Date.parse(each.start_date), Date.parse(each.end_date)]);
  const onFoot = calories.filter((one) => overlaps([one], elsewhere) === 0);
  assertEquals(onFoot, records("StepCount", "Wrist").map(span));
  assert(calories.length > onFoot.length);
  assertEquals(calories, calories.toSorted((a, b) => a[0] - b[0]));
});

Deno.test("sampleRecords() has a heart rate that is lower asleep than awake", () => {
  const nights = sampleNights();
  const days = new Map<string, { asleep: number[]; awake: number[] }>();
  let night = 0;
  for (const { start_time, value } of records("HeartRate")) {
    assert(Number.isInteger(value) && value > 35 && value < 190);
    const moment = Date.parse(start_time);
    while ((nights[night]?.end ?? Infinity) <= moment) night++;
    const stage = nights[night]?.stages.find(({ start, end }) => start <= moment && moment < end);
    const day = days.get(start_time.slice(0, 10)) ?? { asleep: [], awake: [] };
    days.set(start_time.slice(0, 10), day);
    if (stage === undefined) day.awake.push(value);
    else if (stage.stage !== 2) day.asleep.push(value);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const both = [...days.values()].filter(({ asleep, awake }) => asleep.length && awake.length);
  assert(both.length > 480);
  const slower = both.filter(({ asleep, awake }) => mean(asleep) < mean(awake));
  assert(slower.length / both.length >= 0.95, `${slower.length} of ${both.length} days`);
});

Deno.test("sampleRecords() measures the heart rate every 5 minutes at the end, more often in workouts, with some gaps", () => {
  const from = sampleUntil.epochMilliseconds - 30 * 86_400_000;
  const workouts = WORKOUTS.map(({ start_date, end_date }) => [
    Date.parse(start_date),
    Date.parse(end_date),
  ]);
  const inWorkout = ([at]: [number, number]) =>
    workouts.some(([start, end]) => start! <= at && at < end!);
  const all = records("HeartRate").map(span).filter(([at]) => at >= from);
  const effort = all.filter(inWorkout).map(([at]) => at);
  const close = effort.filter((at, i) => at - (effort[i - 1] ?? 0) <= 90_000);
  assert(close.length > 0.9 * effort.length && effort.length > 200);
  const moments = all.filter((one) => !inWorkout(one)).map(([at]) => at);
  const gaps = moments.slice(1).map((at, i) => (at - (moments[i] ?? at)) / 60_000);
  assert(gaps.filter((gap) => gap < 7).length > 0.99 * gaps.length);
  assert(gaps.some((gap) => gap > 25));
  assert(gaps.every((gap) => gap > 3));
});

Deno.test("sampleRecords() has at most one resting rate per day and a weight about every week", () => {
  const days = records("RestingHeartRate").map(({ start_time }) => start_time.slice(0, 10));
  assertEquals(new Set(days).size, days.length);
  assert(days.length > 480);
  const weights = records("Weight");
  assert(weights.length > 50 && weights.length < 160, `${weights.length} weights`);
  assert(weights.every(({ value, unit }) => unit === "lb" && value > 155 && value < 180));
});

Deno.test("sampleRecords() uses the units of the catalog", () => {
  const units = [...ALL.keys()].map((data_type) => [
    data_type,
    [...new Set(records(data_type).map(({ unit }) => unit))].join(),
  ]);
  assertEquals(Object.fromEntries(units), {
    SleepStage: "stage",
    HeartRate: "bpm",
    RestingHeartRate: "bpm",
    HeartRateVariabilitySDNN: "ms",
    StepCount: "steps",
    DistanceTraveledOnFoot: "mi",
    DistanceTraveledCycling: "mi",
    DistanceTraveledSwimming: "m",
    SwimmingStrokeCount: "strokes",
    ActiveCaloriesBurned: "cal",
    CaloriesConsumed: "cal",
    Weight: "lb",
  });
});

Deno.test("sampleRecords() rejects invalid options", () => {
  for (const days of [0, -1, NaN]) {
    assertThrows(() => [...sampleRecords({ days })], RangeError, "days must be above 0");
  }
  for (const seed of [0.5, NaN, Infinity]) {
    assertThrows(() => [...sampleRecords({ seed })], RangeError, "seed must be an integer");
  }
});

Deno.test("sampleRecords() has meals on most days, with the energy of a person's day", () => {
  const meals = records("CaloriesConsumed");
  const days = Map.groupBy(meals, ({ start_time }) => start_time.slice(0, 10));
  const sums = [...days.values()].filter((day) => day.length >= 3)
    .map((day) => day.reduce((sum, { value }) => sum + value / 1000, 0));
  assert(sums.length > 300, `${sums.length} days`);
  const mean = sums.reduce((sum, each) => sum + each, 0) / sums.length;
  assert(mean > 1700 && mean < 2500, `${mean} kcal`);
  // A UTC date can contain meals of two intervals awake: at most twice the meals of one.
  for (const sum of sums) assert(sum > 900 && sum < 2 * 2780, `${sum} kcal`);
  for (const { value } of meals) assert(value >= 90_000 && value <= 1_000_000, `${value} cal`);
  for (const { source, device, extras } of meals) {
    assertEquals(Object.keys(source), [
      "name",
      "version",
      "productType",
      "operatingSystemVersion",
      "sourceBundleIdentifier",
    ]);
    assertEquals(Object.keys(device!).length, 5);
    assert(typeof extras?.["HKFoodType"] === "string");
  }
  const nights = sampleNights();
  for (const [start, end] of meals.map(span)) {
    assert(
      !nights.some((night) => night.start < end && start < night.end),
      new Date(start).toISOString(),
    );
  }
});
