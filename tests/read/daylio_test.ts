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

Deno.test("a Daylio diary from before 2020 has a year, and dates in the language of the app", async () => {
  for (const date of ["June 22", "22 juin", "22 czerwca", "22. Juni", "22 de junio"]) {
    const table = `year,date,weekday,time,mood,activities,note\n2018,${date},?,20:39,bad,"",""\n`;
    const { events, others } = await any(new File([table], "daylio_export.csv"), { tz: "UTC" });
    assertEquals(Number(events.toRecords()[0]!["start_time"]), Date.UTC(2018, 5, 22, 20, 39), date);
    assertEquals(others["mood_score"]!.getColumn("value").toArray(), [2]);
  }
});

Deno.test("a Daylio diary without activities is read", async () => {
  const table = "full_date,weekday,time,mood\n2022-02-01,Tuesday,18:07,meh\n";
  const { events, others } = await any(new File([table], "daylio.csv"), { tz: "UTC" });
  assertEquals(Number(events.toRecords()[0]!["start_time"]), Date.UTC(2022, 1, 1, 18, 7));
  assertEquals(others["mood_score"]!.getColumn("value").toArray(), [3]);
});
