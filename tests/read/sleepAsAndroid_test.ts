import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { SLEEP_AS_ANDROID } from "./exampleTables.ts";

const FILE = new File([SLEEP_AS_ANDROID], "sleep-export.csv");

Deno.test("a night of Sleep as Android lasts as long as its column Hours, across the daylight saving change", async () => {
  const { events, sleep, metrics, others } = await any(FILE);
  const [first] = events.toRecords();
  assertEquals(Number(first!["end_time"]) - Number(first!["start_time"]), 7 * 3600e3);
  assertEquals(first!["title"], "#home");
  const stages = sleep.toRecords().map((row) => [
    Number(row["sleep_stage"]),
    (Number(row["end_time"]) - Number(row["start_time"])) / 3600e3,
  ]);
  assertEquals(stages, [[3, 1], [4, 2], [5, 1], [1, 5.5]]);
  assertEquals(metrics["HeartRate"]!.getColumn("value").toArray(), [54.5]);
  assertEquals(others["sleep_rating"]!.getColumn("value").toArray(), [4]);
});

Deno.test("a night of Sleep as Android with an unknown zone is skipped, and the others are read", async () => {
  const odd = new File(
    [SLEEP_AS_ANDROID.replace("Europe/Berlin", "Europe/Nowhere")],
    "sleep-export.csv",
  );
  const { sleep, report } = await any(odd);
  assertEquals(sleep.height, 1);
  assertEquals(report.skipped, { "its zone does not exist; pass tz": 1 });
  const given = await any(odd, { tz: "Europe/Berlin" });
  const right = await any(new File([SLEEP_AS_ANDROID], "sleep-export.csv"));
  const starts = (frame: typeof sleep) => frame.getColumn("start_time").toArray().map(Number);
  assertEquals(starts(given.sleep), starts(right.sleep));
  assertEquals(given.report.notes.some((note) => note.includes("Europe/Nowhere")), true);
});
