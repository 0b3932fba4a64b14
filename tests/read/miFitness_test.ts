import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { MI_FITNESS_FILES } from "./miFitnessFiles.ts";

Deno.test("a night of Mi Fitness has minutes per stage if they match its totals, otherwise no stages", async () => {
  const { sleep, others, report } = await any(zipped(MI_FITNESS_FILES), { tz: "Europe/Berlin" });
  const minutes = (stage: number): number =>
    sleep.toRecords().filter((row) => Number(row["sleep_stage"]) === stage)
      .reduce((sum, row) => sum + (Number(row["end_time"]) - Number(row["start_time"])) / 60e3, 0);
  assertEquals([4, 3, 5, 2].map(minutes), [60, 120, 30, 10]);
  assertEquals(minutes(1), 300, "the other night is asleep as a whole");
  assertEquals(others["deep_sleep_duration"]!.getColumn("value").toArray(), [60, 200]);
  assertEquals(report.skipped, {
    "values of the kind noise are not read": 1,
    "its value is not JSON": 1,
    "its stages do not fit the totals of the night, which count": 1,
    "a total whose detailed rows are in the export as well": 1,
  });
});

Deno.test("Mi Fitness gives heart rate, steps and workouts at their UTC times", async () => {
  const { metrics, workouts } = await any(zipped(MI_FITNESS_FILES));
  const [rate] = metrics["HeartRate"]!.toRecords();
  assertEquals([rate!["value"], Number(rate!["start_time"])], [85, Date.UTC(2024, 2, 31, 8)]);
  assertEquals(metrics["StepCount"]!.getColumn("value").toArray(), [69]);
  const [walk] = workouts.toRecords();
  assertEquals([walk!["activity"], walk!["duration_s"], walk!["distance_m"]], [
    "outdoor walking",
    1750,
    2100,
  ]);
});
