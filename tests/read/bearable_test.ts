import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { BEARABLE } from "./exampleTables.ts";

Deno.test("each entry of a Bearable diary becomes an event that lasts all day", async () => {
  const { events, others } = await any(new File([BEARABLE], "bearable.csv"), {
    tz: "Europe/Berlin",
  });
  assertEquals(events.toRecords().map(({ title, notes, all_day }) => [title, notes, all_day]), [
    ["Symptom: Neck pain (Moderate)", "2; mid", true],
    ["Mood", "7; am; calm", true],
  ]);
  const [, last] = events.toRecords();
  assertEquals((Number(last!["end_time"]) - Number(last!["start_time"])) / 3600e3, 23);
  assertEquals(others["mood_score"]!.getColumn("value").toArray(), [7]);
});
