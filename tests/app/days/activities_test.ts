import { assertAlmostEquals, assertEquals } from "@std/assert";
import { handMade } from "../handMade.ts";

const TZ = "Europe/Berlin";
const RANGE = { start_time: "2025-01-01T00:00+01:00", end_time: "2025-01-08T00:00+01:00" };

/** A workout of so many hours on a day of January. */
const workout = (day: number, activity: string, hours: number) => {
  const start = Temporal.Instant.from(`2025-01-0${day}T08:00:00+01:00`);
  return {
    apple_workout_id: crypto.randomUUID(),
    start_date: start.toString(),
    end_date: start.add({ minutes: 60 * hours }).toString(),
    duration: 3600 * hours,
    workout_activity_type: activity,
  };
};

Deno.test("activities() sums up each kind, the longest in all first, equal ones by name", async () => {
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
  const rows = (await me.activities(RANGE)).toRecords() as Record<string, unknown>[];
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
