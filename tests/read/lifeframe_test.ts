import { assertEquals, assertRejects } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { zipped } from "./export/exportFixture.ts";
import { LIFEFRAME_FILES } from "./lifeframeFiles.ts";
import { RIDE } from "./gpxFile.ts";

const zip = (files: Parameters<typeof zipped>[0]): File => new File([zipped(files)], "mine.zip");

Deno.test("read.any() reads an export of me.exportTo() in the export's zone, with the names of user-defined types", async () => {
  const { metrics, others, sleep, events, report } = await any(zip(LIFEFRAME_FILES));
  assertEquals(report.read, { HeartRate: 2, Pain: 1, sleep: 1, events: 1 });
  assertEquals(report.problems, []);
  const heart = metrics["HeartRate"]!;
  assertEquals(String(heart.schema["start_time"]).includes("Europe/Berlin"), true);
  assertEquals(heart.toRecords().map(({ value, source }) => [value, source]), [
    [61, "Band"],
    [62, "Band"],
  ]);
  assertEquals(others["Pain"]!.getColumn("value").toArray(), [3]);
  assertEquals(Number(sleep.getColumn("sleep_stage").get(0)), 4);
  assertEquals(events.toRecords().map(({ title, notes }) => [title, notes]), [
    ["Coffee", "Espresso"],
  ]);
});

Deno.test("read.any() reads an export of me.exportTo() with only, with a range, and within a mixed folder", async () => {
  const only = await any(zip(LIFEFRAME_FILES), { only: ["sleep"] });
  assertEquals(only.report.read, { sleep: 1 });
  const range = { start_time: "2025-03-02T07:01Z", end_time: "2025-03-02T08:30Z" };
  const within = await any(zip(LIFEFRAME_FILES), { range });
  assertEquals(within.report.read, { HeartRate: 1, Pain: 1 });
  const mixed = await any(zip({ ...LIFEFRAME_FILES, "walks/ride.gpx": RIDE }));
  assertEquals(mixed.report.reader, "lifeframe, gpx");
  assertEquals([mixed.metrics["HeartRate"]!.height > 2, mixed.locations.height > 0], [true, true]);
});

Deno.test("read.any() reports a damaged table of an export and reads the others", async () => {
  const path = "records/HeartRate/2025-03.parquet", bytes = LIFEFRAME_FILES[path] as Uint8Array;
  const files = { ...LIFEFRAME_FILES, [path]: bytes.slice(0, bytes.length - 20) };
  const { report } = await any(zip(files));
  assertEquals(report.problems.map(({ file }) => file), [path]);
  assertEquals(report.read, { Pain: 1, sleep: 1, events: 1 });
  await assertRejects(() => any(zip(files), { strict: true }), TypeError, path);
});
