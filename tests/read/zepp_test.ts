import { assertEquals, assertRejects } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { ZEPP_FILES } from "./laboratoryFiles.ts";

Deno.test("Zepp gives stages per minute, nights as totals, steps, weight and workouts", async () => {
  const content = await any(zipped(ZEPP_FILES), { tz: "Europe/Berlin" });
  const stages = content.sleep.toRecords().map((row) => [
    Number(row["sleep_stage"]),
    (Number(row["end_time"]) - Number(row["start_time"])) / 60e3,
  ]);
  assertEquals(
    stages,
    [[1, 349], [3, 2], [4, 1]],
    "the night with minutes is not asleep as a whole",
  );
  const minutes = ["deep_sleep_duration", "light_sleep_duration", "rem_sleep_duration"]
    .map((name) => content.others[name]!.getColumn("value").toArray()[0] as number);
  assertEquals(minutes.reduce((sum, value) => sum + value), 349, "as long as the night");
  assertEquals(content.metrics["StepCount"]!.getColumn("value").toArray(), [5351]);
  assertEquals(
    Number(content.metrics["HeartRate"]!.toRecords()[0]!["start_time"]),
    Date.UTC(2024, 2, 31, 6, 5),
  );
  assertEquals(content.metrics["BodyFatPercentage"]!.getColumn("value").toArray(), [17.5]);
  assertEquals(
    content.workouts.toRecords().map(({ activity, distance_m }) => [activity, distance_m ?? null]),
    [
      ["running", 5000],
      ["workout 99", null],
    ],
  );
  assertEquals(content.report.skipped["its sleep stage is unknown"], 1);
});

Deno.test("a table with date, time and steps among other columns is not Zepp's", async () => {
  const table = "mood,date,time,steps\n3,2024-03-31,08:05,4000\n";
  const read = () => any(new File([table], "days.csv"), { tz: "UTC" });
  await assertRejects(read, TypeError, "no reader recognizes it");
});
