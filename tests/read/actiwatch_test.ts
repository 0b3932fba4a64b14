import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { ACTIWARE } from "./laboratoryFiles.ts";

Deno.test("Actiware's table gives counts, light, markers, and sleep within rest intervals", async () => {
  const { others, sleep, events, report } = await any(new File([ACTIWARE], "P01.csv"), {
    tz: "America/New_York",
  });
  assertEquals(others["activity_counts"]!.getColumn("value").toArray(), [88, 10, 0, 2]);
  assertEquals(others["ambient_light"]!.getColumn("value").toArray()[0], 120.5);
  const stages = sleep.toRecords().map((row) => [
    Number(row["sleep_stage"]),
    (Number(row["end_time"]) - Number(row["start_time"])) / 60e3,
    row["stages_known"],
  ]);
  assertEquals(
    stages,
    [[2, 1, "awake"], [1, 2, "awake"]],
    "2 minutes asleep, as in its statistics",
  );
  assertEquals(Number(events.toRecords()[0]!["start_time"]), Date.parse("2024-03-30T23:00-04:00"));
  assertEquals(report.notes.some((note) => note.includes("60 s")), true);
});
