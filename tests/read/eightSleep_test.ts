import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { EIGHT_SLEEP } from "./laboratoryFiles.ts";

Deno.test("Eight Sleep gives consecutive stages from the start of the night, and its series", async () => {
  const { sleep, metrics, others, report } = await any(zipped({
    "sleep_nights.json": EIGHT_SLEEP,
    "user_profile.json": "{}",
    "README.md": "",
  }));
  assertEquals(
    sleep.toRecords().map((row) => [
      Number(row["sleep_stage"]),
      (Number(row["start_time"]) - Date.UTC(2024, 2, 31)) / 60e3,
      (Number(row["end_time"]) - Date.UTC(2024, 2, 31)) / 60e3,
    ]),
    [[2, 0, 1], [3, 1, 6], [4, 11, 15], [5, 15, 20]],
  );
  const valuesOf = (frame = others["hrv"]!) => frame.getColumn("value").toArray();
  assertEquals(valuesOf(metrics["HeartRate"]), [58]);
  assertEquals(valuesOf(metrics["RespiratoryRate"]), [14.2]);
  assertEquals(valuesOf(), [51.5]);
  assertEquals(valuesOf(others["bed_temperature"]), [26.2]);
  assertEquals(valuesOf(others["room_temperature"]), [19.5]);
  assertEquals([report.skipped, report.ignored], [{}, {}]);
});
