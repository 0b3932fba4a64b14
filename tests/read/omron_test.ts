import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { OMRON } from "./laboratoryFiles.ts";

Deno.test("Omron's report gives blood pressure, pulse and notes in local time", async () => {
  const { metrics, events } = await any(new File([OMRON], "report.csv"), { tz: "Europe/Berlin" });
  assertEquals(metrics["BloodPressureSystolic"]!.getColumn("value").toArray(), [117, 114]);
  assertEquals(metrics["BloodPressureDiastolic"]!.getColumn("value").toArray(), [76, 74]);
  const [pulse, ...others] = metrics["HeartRate"]!.toRecords();
  assertEquals([pulse!["value"], others.length], [47, 0]);
  assertEquals(Number(pulse!["start_time"]), Date.parse("2025-01-12T08:12+01:00"));
  assertEquals(events.getColumn("title").toArray(), ["after coffee"]);
});
