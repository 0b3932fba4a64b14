import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { HUAWEI_FILES } from "./huaweiFiles.ts";

Deno.test("Huawei Health gives samples, stages, steps and workouts, and reports what it leaves out", async () => {
  const { metrics, sleep, workouts, report } = await any(zipped(HUAWEI_FILES));
  const valuesOf = (name: string) => metrics[name]!.getColumn("value").toArray();
  assertEquals(valuesOf("HeartRate"), [58]);
  assertEquals(valuesOf("RestingHeartRate"), [55]);
  assertEquals(valuesOf("BloodOxygenSaturation"), [97]);
  assertEquals([valuesOf("Weight"), valuesOf("BodyFatPercentage")], [[70.5], [15]]);
  assertEquals([valuesOf("StepCount"), valuesOf("DistanceTraveledOnFoot")], [[114], [79]]);
  const [run] = workouts.toRecords();
  assertEquals(
    [run!["activity"], run!["duration_s"], run!["distance_m"], run!["energy_kcal"]],
    ["running", 1800, 5200, 350],
  );
  assertEquals(Number(run!["end_time"]) - Number(run!["start_time"]), 32 * 60e3);
  assertEquals(
    sleep.toRecords().map((row) => [
      Number(row["sleep_stage"]),
      (Number(row["start_time"]) - Date.UTC(2024, 2, 31)) / 60e3,
      (Number(row["end_time"]) - Number(row["start_time"])) / 60e3,
    ]),
    [[3, 0, 2], [4, 2, 1], [5, 3, 1], [2, 4, 1], [1, 780, 1]],
    "cells of a minute are joined, and a nap has no stages",
  );
  assertEquals(report.skipped, {
    "values of another person": 1,
    "values of the kind NEW_KIND are not read": 1,
  });
});
