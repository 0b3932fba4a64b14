import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { report } from "../../../src/app/report.ts";
import { handMade } from "../handMade.ts";

const TZ = "Europe/Berlin";
const RANGE = { start_time: "2025-01-01T00:00+01:00", end_time: "2025-01-08T00:00+01:00" };

/** Returns a workout of a number of hours on a day in January. */
const workout = (day: number, activity: string, hours: number, from = "08:00") => {
  const start = Temporal.Instant.from(`2025-01-0${day}T${from}:00+01:00`);
  return {
    apple_workout_id: crypto.randomUUID(),
    start_date: start.toString(),
    end_date: start.add({ minutes: 60 * hours }).toString(),
    duration: 3600 * hours,
    workout_activity_type: activity,
  };
};

Deno.test("workouts({ by }) totals each kind, longest first and ties by name", async () => {
  const workouts = [
    workout(1, "Rowing", 1),
    workout(2, "Cycling", 0.75),
    workout(3, "Walking", 1),
    workout(4, "Cycling", 0.75),
    workout(5, "Climbing", 1),
  ];
  await using me = await handMade({
    records: { MobileWorkout: workouts },
    now: "2025-01-10T12:00:00+01:00",
    tz: TZ,
  });
  const rows = (await me.workouts(RANGE, { by: "activity" })).toRecords() as Record<
    string,
    unknown
  >[];
  assertEquals(rows.map((row) => [row["activity"], Number(row["workouts"])]), [
    ["Cycling", 2],
    ["Climbing", 1],
    ["Rowing", 1],
    ["Walking", 1],
  ]);
  assertAlmostEquals(rows[0]!["duration_h"] as number, 1.5);
  for (const { distance_km, energy_kcal } of rows) {
    assertEquals([distance_km, energy_kcal], [null, null]);
  }
});

Deno.test("a run that a watch and two apps recorded counts once in every answer, with its sources", async () => {
  const run = (name: string, from: string, minutes: number, more: object) => {
    const start = Temporal.Instant.from(`2025-01-02T${from}+01:00`);
    return {
      apple_workout_id: crypto.randomUUID(),
      start_date: start.toString(),
      end_date: start.add({ minutes }).toString(),
      duration: 60 * minutes,
      source_revision: { name },
      ...more,
    };
  };
  const workouts = [
    run("Watch", "08:00:00", 45, {
      workout_activity_type: "Running",
      extras: { distance_m: 8000 },
    }),
    run("Strava", "08:00:04", 44, {
      workout_activity_type: "Run",
      extras: { distance_m: 8020, energy_kcal: 400 },
    }),
    run("Phone", "08:00:00", 45, { workout_activity_type: "Running", duration: 60 * 46 }),
    run("Phone", "18:00:00", 30, { workout_activity_type: "Walking" }),
    // Starts before the range, so it counts in the previous one.
    {
      ...run("Watch", "08:00:00", 60, {}),
      start_date: "2024-12-31T22:30:00Z",
      end_date: "2024-12-31T23:30:00Z",
    },
  ];
  await using me = await handMade({
    records: { MobileWorkout: workouts },
    now: "2025-01-10T12:00:00+01:00",
    tz: TZ,
  });
  const kinds = (await me.workouts(RANGE, { by: "activity" })).toRecords() as Record<
    string,
    unknown
  >[];
  assertEquals(
    kinds.map(({ activity, workouts, sources }) => [activity, Number(workouts), sources]),
    [
      ["Running", 1, "Phone, Strava, Watch"],
      ["Walking", 1, "Phone"],
    ],
  );
  assertEquals([kinds[0]!["duration_h"], kinds[0]!["distance_km"], kinds[0]!["energy_kcal"]], [
    0.75, // the watch's value, which came first
    8,
    400, // which only one source recorded
  ]);
  const each = (await me.workouts(RANGE)).toRecords();
  assertEquals(each.map(({ activity, sources }) => [activity, sources]), [
    ["Running", "Watch, Strava, Phone"],
    ["Walking", "Phone"],
  ]);
  const days = (await me.daily(RANGE, { workouts: true })).toRecords();
  assertEquals(days.map(({ workouts }) => Number(workouts)), [0, 2, 0, 0, 0, 0, 0]);
  assertAlmostEquals(days[1]!["workout_min"] as number, 75);
  const recalled = String(await me.day("2025-01-02"));
  assert(recalled.includes("Watch, Strava, Phone"), recalled);
  for (const units of ["metric", "imperial"] as const) {
    const made = await report({ ...me, units }, RANGE, {}, "made by hand");
    const text = String(made), [far] = units === "metric" ? ["8 km"] : ["5 mi"];
    assert(text.includes(far!) && text.includes("Phone, Strava, Watch"), text);
  }
  const anonymous = String(await me.report(RANGE, { deidentify: true }));
  assert(anonymous.includes("8 km") && !anonymous.includes("Strava"), anonymous);
});

Deno.test("workouts({ pace }) gives minutes per kilometre or mile, or null without a distance", async () => {
  const ran = (day: number, hours: number, meters: number | null) => ({
    ...workout(day, "Running", hours),
    ...(meters === null ? {} : { extras: { distance_m: meters } }),
  });
  await using me = await handMade({
    // A marathon in three hours, a mile in six minutes, an hour on a treadmill, and a GPS that stood.
    records: {
      MobileWorkout: [ran(1, 3, 42_195), ran(2, 0.1, 1609.344), ran(3, 1, null), ran(4, 1, 0)],
    },
    now: "2025-01-10T12:00:00+01:00",
    tz: TZ,
  });
  const pacesIn = async (units: "metric" | "imperial") =>
    (await me.workouts(RANGE, { pace: true, units })).toRecords().map(({ pace }) => pace);
  // 4:16 min/km and 6:52 min/mi, as tables for runners list a marathon of 3:00 h.
  const [perKm, mileInKm, ...others] = await pacesIn("metric");
  assertAlmostEquals(perKm as number, 4 + 16 / 60, 0.01);
  assertAlmostEquals(mileInKm as number, 6 / 1.609344, 1e-9);
  assertEquals(others, [null, null]);
  const [perMile, mile] = await pacesIn("imperial");
  assertAlmostEquals(perMile as number, 6 + 52 / 60, 0.01);
  assertAlmostEquals(mile as number, 6, 1e-9);
  // In sums, only workouts with a distance count.
  const [sum] = (await me.workouts(RANGE, { by: "activity", pace: true })).toRecords() as Record<
    string,
    unknown
  >[];
  assertAlmostEquals(sum!["pace_min_per_km"] as number, 186 / (42.195 + 1.609344), 1e-9);
  assertEquals((await me.workouts(RANGE)).columns.includes("pace"), false);
  await assertRejects(
    () => me.totals("pace_min_per_km", RANGE, { own: [{ date: "2025-01-01", mood: 1 }] }),
    RangeError,
    'Use me.workouts(when, { by: "activity", pace: true })',
  );
});

Deno.test("workout_distance adds up a day in km or miles, and is null if no workout has one", async () => {
  const ran = (day: number, type: string, meters: number | null, from?: string) => ({
    ...workout(day, type, 1, from),
    ...(meters === null ? {} : { extras: { distance_m: meters } }),
  });
  await using me = await handMade({
    records: {
      MobileWorkout: [
        ran(1, "Running", 10_000),
        ran(1, "Cycling", 25_500, "17:00"),
        ran(2, "Yoga", null),
        ran(3, "Running", 5_000),
        ran(3, "Yoga", null, "17:00"),
      ],
    },
    now: "2025-01-06T12:00:00+01:00",
    tz: TZ,
  });
  const days = await me.daily(RANGE, { workouts: true });
  assertEquals(days.toRecords().map((day) => day["workout_distance"]), [
    35.5,
    null,
    5,
    0,
    0,
    0,
    null,
  ]);
  const totals = await me.totals("workout_distance", RANGE);
  assertEquals([totals.total, totals.measured, totals.unit.total], [40.5, 4, "km"]);
  const miles = await me.totals("workout_distance", RANGE, { units: "imperial" });
  assertAlmostEquals(miles.total!, 40.5 / 1.609344, 1e-9);
  assertEquals(miles.unit.total, "mi");
  const sum = (await me.workouts(RANGE, { by: "activity" })).toRecords()
    .reduce((sum, row) => sum + Number(Object(row)["distance_km"] ?? 0), 0);
  assertAlmostEquals(totals.total!, sum, 1e-9);
  for (
    const [name, right] of [["distance_km", "workout_distance"], [
      "workout_duration",
      "workout_min",
    ]]
  ) {
    await assertRejects(
      () => me.totals(name!, RANGE, { own: [{ date: "2025-01-01", mood: 1 }] }),
      RangeError,
      `"${right}"`,
    );
  }
});
