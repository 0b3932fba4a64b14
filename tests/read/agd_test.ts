import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { agdFile } from "./laboratoryFiles.ts";

Deno.test("an .agd file gives counts, steps and light in local time, across the daylight saving change", async () => {
  const { metrics, others } = await any(new File([agdFile()], "P01.agd"), { tz: "Europe/Berlin" });
  const counts = others["activity_counts"]!.toRecords();
  assertEquals(counts.map(({ value }) => value), [120, 0, 15]);
  assertEquals(counts.map((row) => new Date(Number(row["start_time"])).toISOString()), [
    "2024-03-30T22:00:00.000Z",
    "2024-03-30T22:01:00.000Z",
    "2024-03-31T01:00:00.000Z",
  ]);
  assertEquals(metrics["StepCount"]!.getColumn("value").toArray(), [4, 0, 0]);
  assertEquals(others["ambient_light"]!.getColumn("value").toArray(), [250, 240, 0]);
  assertEquals(counts[0]!["source"], "ActiGraph MOS2A1");
});

Deno.test("an .agd file that is cut is reported", async () => {
  const bytes = agdFile(), cut = bytes.slice(0, bytes.length - 4096);
  const { report } = await any([new File([cut], "a.agd"), new File([bytes], "b.agd")], {
    tz: "UTC",
  });
  assertEquals(report.skipped["the file is cut short"], 1);
  assertEquals(report.read["activity_counts"], 3);
});
