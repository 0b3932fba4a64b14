import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { DAYLIO } from "./exampleTables.ts";

Deno.test("a Daylio diary gives events, and scores of known moods", async () => {
  const { events, others, report } = await any(new File([DAYLIO], "daylio.csv"), {
    tz: "Europe/Berlin",
  });
  assertEquals(events.toRecords().map(({ title, notes }) => [title, notes ?? null]), [
    ["super", null],
    ["good", "work, walk\nA day\nLong\nwalk"],
  ]);
  assertEquals(Number(events.toRecords()[1]!["start_time"]), Date.UTC(2024, 2, 31, 19, 30));
  assertEquals(others["mood_score"]!.getColumn("value").toArray(), [4]);
  assertEquals(report.notes.some((note) => note.includes('"super"')), true);
});
