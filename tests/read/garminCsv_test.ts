import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { GARMIN_ACTIVITIES } from "./exampleTables.ts";

Deno.test("Garmin's table of activities gives workouts, and reports the units that it assumes", async () => {
  const { workouts, others, report } = await any(new File([GARMIN_ACTIVITIES], "Activities.csv"), {
    tz: "Europe/Berlin",
  });
  const [run, swim] = workouts.toRecords();
  assertEquals(Number(run!["start_time"]), Date.UTC(2024, 2, 31, 8));
  assertEquals(Number(run!["end_time"]) - Number(run!["start_time"]), 32 * 60e3);
  assertEquals([run!["duration_s"], run!["distance_m"], run!["energy_kcal"]], [1859, 5200, 1024]);
  assertEquals([swim!["duration_s"], swim!["distance_m"]], [1690.5, 1500]);
  assertEquals(others["workout_max_heart_rate"]!.getColumn("value").toArray(), [171]);
  assertEquals(report.notes.some((note) => note.includes("does not name its units")), true);
});
