import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { OPEN_MHEALTH } from "./exampleTexts.ts";

Deno.test("data points of Open mHealth have their moments, intervals and units", async () => {
  const { metrics, workouts } = await any(new File([OPEN_MHEALTH], "points.json"));
  assertEquals(metrics["HeartRate"]!.toRecords().map(({ value, unit }) => [value, unit]), [[
    62,
    "bpm",
  ]]);
  const [steps] = metrics["StepCount"]!.toRecords();
  assertEquals((Number(steps!["end_time"]) - Number(steps!["start_time"])) / 3600e3, 2);
  assertEquals(workouts.getColumn("distance_m").toArray(), [1.5 * 1609.344]);
});
