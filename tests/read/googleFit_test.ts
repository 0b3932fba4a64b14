import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { GOOGLE_FIT_FILES } from "./exampleTexts.ts";

Deno.test("a point of Google Fit that its merged stream repeats counts once", async () => {
  const content = await any(zipped(GOOGLE_FIT_FILES), { tz: "Europe/Berlin" });
  assertEquals(content.metrics["Weight"]!.toRecords().map(({ value, source }) => [value, source]), [
    [71.5, "com.app:Scale"],
  ]);
  assertEquals(content.report.repeated, 1);
  assertEquals(content.sleep.getColumn("sleep_stage").toArray(), [3, 4, 5, 2]);
  assertEquals(content.report.skipped, { "its sleep stage is unknown": 1 });
  const [run] = content.workouts.toRecords();
  assertEquals([run!["duration_s"], run!["distance_m"], run!["energy_kcal"]], [
    1750.5,
    5012.5,
    340.2,
  ]);
  assertEquals(content.report.ignored, {});
});

Deno.test("a truncated Google Fit file keeps its intact points", async () => {
  const [name, text] = Object.entries(GOOGLE_FIT_FILES)[2]!;
  const { sleep, report } = await any(new File([text.slice(0, -300)], name.replace(/^.*\//, "")));
  assertEquals(sleep.height > 0 && sleep.height < 4, true);
  assertEquals(Object.keys(report.skipped).length > 0, true);
});

Deno.test("Google Fit's table of days counts where the export has no finer data", async () => {
  const table = `Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg)
2024-03-30,51,409.3,2652.5,3952,49.2
2024-03-31,,,,,
`;
  const { metrics } = await any(new File([table], "Daily activity metrics.csv"), {
    tz: "Europe/Berlin",
  });
  const [steps, ...others] = metrics["StepCount"]!.toRecords();
  assertEquals([steps!["value"], others], [3952, []]);
  assertEquals(Number(steps!["start_time"]), Date.parse("2024-03-30T00:00+01:00"));
  assertEquals(metrics["DistanceTraveledOnFoot"]!.getColumn("value").toArray(), [2652.5]);
  assertEquals(metrics["Weight"]!.getColumn("value").toArray(), [49.2]);
});
