import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { SAMSUNG_FILES } from "./exampleTexts.ts";

Deno.test("Samsung Health gives stages, heart rate, steps and workouts, and reports unknown codes", async () => {
  const content = await any(zipped(SAMSUNG_FILES), { tz: "Europe/Berlin" });
  assertEquals(content.sleep.getColumn("sleep_stage").toArray(), [2, 3, 4, 5]);
  assertEquals(Number(content.sleep.toRecords()[0]!["start_time"]), Date.UTC(2024, 2, 30, 22));
  assertEquals(content.metrics["HeartRate"]!.getColumn("value").toArray(), [58]);
  const [steps] = content.metrics["StepCount"]!.toRecords();
  // The day of the daylight saving change has 23 hours in Berlin: 30 March has 24.
  assertEquals(steps!["value"], 6861);
  assertEquals(Number(steps!["start_time"]), Date.parse("2024-03-30T00:00+01:00"));
  const [run] = content.workouts.toRecords();
  assertEquals([run!["duration_s"], run!["activity"], run!["energy_kcal"]], [1800, "running", 350]);
  assertEquals(content.report.skipped, {
    "its sleep stage is unknown": 1,
    "its value is not a number": 1,
  });
});

Deno.test("a file of Samsung Health is recognized by its first line if it was renamed", async () => {
  const [text] = Object.entries(SAMSUNG_FILES).flatMap(([name, text]) =>
    name.includes("tracker.heart_rate") ? [text] : []
  );
  const { metrics, report } = await any(new File([text!], "Heart Rate.csv"), { tz: "UTC" });
  assertEquals(report.reader, "samsungHealth");
  assertEquals(metrics["HeartRate"]!.getColumn("value").toArray(), [58]);
});
