import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { SLEEP_CYCLE } from "./exampleTables.ts";

Deno.test("a night of Sleep Cycle covers the time in bed, with its quality and notes", async () => {
  const { sleep, others, events } = await any(new File([SLEEP_CYCLE], "sleepdata.csv"), {
    tz: "Europe/Berlin",
  });
  assertEquals(sleep.getColumn("sleep_stage").toArray().map(Number), [0, 0]);
  const [first] = sleep.toRecords();
  // The clock shows 8 h 2 min later; the hour that it skips was not slept.
  assertEquals((Number(first!["end_time"]) - Number(first!["start_time"])) / 60e3, 7 * 60 + 2);
  assertEquals(others["in_bed_duration"]!.getColumn("value").toArray(), [422, 420]);
  assertEquals(others["sleep_quality"]!.getColumn("value").toArray(), [83, 75]);
  assertEquals(events.toRecords().map(({ title, notes }) => [title, notes]), [
    ["woke up :)", "Coffee:Worked out"],
  ]);
});

Deno.test("the newer table of Sleep Cycle has the time asleep in seconds", async () => {
  const text = "Start;End;Sleep Quality;Time in bed (seconds);Time asleep (seconds)\n" +
    "2024-04-01 23:00:00;2024-04-02 07:00:00;90%;28800.0;27000.0\n";
  const { others } = await any(new File([text], "sleepdata.csv"), { tz: "Europe/Berlin" });
  assertEquals(others["asleep_duration"]!.getColumn("value").toArray(), [450]);
});
