import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { POLAR_FILES } from "./exampleTexts.ts";

Deno.test("a night of Polar has the same minutes per stage as Polar's evaluation", async () => {
  const { sleep } = await any(zipped(POLAR_FILES), { tz: "Europe/Helsinki" });
  const minutes = (stage: number): number =>
    sleep.toRecords().filter((row) => Number(row["sleep_stage"]) === stage)
      .reduce((sum, row) => sum + (Number(row["end_time"]) - Number(row["start_time"])) / 60e3, 0);
  assertEquals([2, 5, 3, 4].map(minutes), [10, 30, 120, 50]);
});

Deno.test("Polar's workouts use their own offset, and days use the zone of the call", async () => {
  const { workouts, metrics, others, locations } = await any(zipped(POLAR_FILES), {
    tz: "Europe/Berlin",
  });
  const [run] = workouts.toRecords();
  assertEquals(Number(run!["start_time"]), Date.UTC(2024, 2, 31, 8));
  assertEquals([run!["duration_s"], run!["distance_m"], run!["energy_kcal"]], [1790, 5000.5, 380]);
  assertEquals(Number(locations.toRecords()[0]!["time"]), Date.UTC(2024, 2, 31, 8, 0, 0, 500));
  // 31 March has 23 hours in Berlin: 4 hours after midnight it is 5 o'clock.
  const rates = metrics["HeartRate"]!.toRecords().map(({ start_time, value }) => [
    new Date(Number(start_time)).toISOString(),
    value,
  ]);
  assertEquals(rates, [
    ["2024-03-31T03:00:00.000Z", 52],
    ["2024-03-31T08:00:00.000Z", 98],
    ["2024-03-31T08:00:02.000Z", 101],
  ]);
  assertEquals(metrics["StepCount"]!.getColumn("value").toArray(), [9000]); // 40 are in detail
  assertEquals(others["hrv_rmssd"]!.getColumn("value").toArray(), [45, 51]);
  assertEquals(metrics["RespiratoryRate"]!.getColumn("value").toArray(), [13.5]);
});
