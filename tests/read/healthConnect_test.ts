import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { healthConnectFile } from "./healthConnectFile.ts";
import { zipped } from "./export/exportFixture.ts";

const BYTES = healthConnectFile();

Deno.test("Health Connect gives samples, stages, workouts and routes with the names of the apps", async () => {
  const zip = new File([zipped({ "health_connect_export.db": BYTES })], "Health Connect.zip");
  const content = await any(zip, { tz: "Europe/Berlin" });
  assertEquals(content.metrics["StepCount"]!.getColumn("value").toArray(), [640]);
  assertEquals(content.metrics["HeartRate"]!.getColumn("value").toArray(), [55, 57]);
  assertEquals(content.metrics["Weight"]!.getColumn("value").toArray(), [71.5]);
  // Unknown, light and heavy in the codes of HealthKit; the code 9 does not exist.
  assertEquals(content.metrics["MenstrualFlow"]!.getColumn("value").toArray(), [1, 2, 4]);
  assertEquals(content.report.skipped["its value is not a number"], 1);
  assertEquals(
    content.sleep.getColumn("source").toArray().every((name) => name === "Watch App"),
    true,
  );
  // The first night has stages; the second one only a session, which counts as asleep.
  assertEquals(content.sleep.getColumn("sleep_stage").toArray(), [3, 4, 2, 5, 1]);
  assertEquals(content.workouts.getColumn("activity").toArray(), ["running"]);
  assertEquals(content.locations.height, 1);
  assertEquals(content.report.ignored, { "health_connect_export.db/hydration_record_table": 1 });
});

Deno.test("a truncated database of Health Connect keeps the data before the cut", async () => {
  const cut = new File([BYTES.slice(0, BYTES.length - 4096)], "health_connect_export.db");
  const { report } = await any(cut);
  assertEquals(report.skipped["the file is cut short"], 1);
  assertEquals(report.read["StepCount"], 1);
});
