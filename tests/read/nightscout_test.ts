import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { NIGHTSCOUT_FILES } from "./exampleTexts.ts";

Deno.test("Nightscout gives glucose of sensor and meter, insulin and carbohydrates", async () => {
  const { metrics, events, report } = await any(zipped(NIGHTSCOUT_FILES));
  const glucose = metrics["BloodGlucose"]!.toRecords();
  assertEquals(glucose.map(({ value, source }) => [value, source]), [
    [120, "xDrip"],
    [118, "meter meter"],
  ]);
  assertEquals(Number(glucose[0]!["start_time"]), Date.parse("2024-03-31T07:00:00.000Z"));
  assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [4.2]);
  assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [45]);
  assertEquals(events.toRecords().map(({ title, notes }) => [title, notes]), [[
    "Meal Bolus",
    "toast",
  ]]);
  assertEquals(report.skipped, { "its glucose is an error code of the sensor": 1 });
});
