import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { DEXCOM } from "./exampleTables.ts";

Deno.test("Clarity's table gives glucose, insulin and carbohydrates, and reports values beyond its range", async () => {
  const { metrics, report } = await any(new File([DEXCOM], "clarity.csv"), { tz: "Europe/Berlin" });
  const [first, ...others] = metrics["BloodGlucose"]!.toRecords();
  assertEquals([first!["value"], others], [150, []]);
  assertEquals(Number(first!["start_time"]), Date.UTC(2024, 2, 31, 6));
  assertEquals(metrics["InsulinUnitsDelivered"]!.getColumn("value").toArray(), [3.5]);
  assertEquals(metrics["DietaryCarbohydratesConsumed"]!.getColumn("value").toArray(), [30]);
  assertEquals(report.skipped, {
    "FirstName without a time": 1,
    "Device without a time": 1,
    "glucose is out of range for the sensor": 1,
    "events of type Exercise are not read": 1,
  });
  assertEquals(report.problems.map(({ where }) => where), ["line 5"]);
});
