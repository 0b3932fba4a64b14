import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { assertRejects } from "@std/assert";
import { zipped } from "./export/exportFixture.ts";
import { TCX_RIDE } from "./exampleTexts.ts";

const file = (text: string): File => new File([text], "ride.tcx");

Deno.test("a TCX workout has the totals of its laps, without the pause between them", async () => {
  const { workouts, metrics, others, locations } = await any(file(TCX_RIDE), {
    tz: "Europe/Berlin",
  });
  const [workout] = workouts.toRecords();
  assertEquals(workout!["duration_s"], 120 + 60.5);
  assertEquals(workout!["distance_m"], 900.5 + 400);
  assertEquals(workout!["energy_kcal"], 12 + 8);
  assertEquals([workout!["activity"], workout!["source"]], ["Biking", "Edge 530"]);
  assertEquals(Number(workout!["end_time"]), Date.parse("2024-03-31T01:06:00.500Z"));
  const rates = metrics["HeartRate"]!.getColumn("value").toArray() as number[];
  assertEquals((rates[0]! + rates[1]!) / 2, 119, "the average that the lap has");
  assertEquals(others["power"]!.getColumn("value").toArray(), [180]);
  assertEquals(locations.getColumn("altitude_meters").toArray(), [34.5]);
});

Deno.test("a truncated TCX file keeps its points, and the rest is reported", async () => {
  const cut = TCX_RIDE.slice(0, TCX_RIDE.indexOf("</Track>") + 4);
  const { metrics, workouts, report } = await any(file(cut));
  assertEquals(metrics["HeartRate"]!.height, 2);
  assertEquals(workouts.getColumn("distance_m").toArray(), [900.5]);
  assertEquals(report.skipped, { "the file is cut short or damaged; the rest is missing": 1 });
  await assertRejects(() => any(file(TCX_RIDE.slice(0, 120))), TypeError, "cut short");
  await assertRejects(() => any(file(cut), { strict: true }), TypeError, "cut short");
});

Deno.test("a TCX file and the same workout in another file count once", async () => {
  const both = await any(
    zipped({ "a.tcx": TCX_RIDE, "b.tcx": TCX_RIDE.replace("Edge 530", "Copy") }),
  );
  assertEquals(both.workouts.height, 1);
});

Deno.test("a TCX file that ends in .xml is recognized by its content", async () => {
  const { workouts, report } = await any(new File([TCX_RIDE], "ride.tcx.xml"));
  assertEquals([report.reader, workouts.height], ["tcx", 1]);
});
