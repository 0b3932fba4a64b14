import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { CONDOR_LOG } from "./laboratoryFiles.ts";

Deno.test("a log of ActLumus gives activity, light and markers per epoch, with the day first", async () => {
  const { others, events, report } = await any(
    new File([CONDOR_LOG], "205_actlumus_Log_1020.txt"),
    {
      tz: "Europe/Berlin",
    },
  );
  const light = others["ambient_light"]!.toRecords();
  assertEquals(light.map(({ value, unit }) => [value, unit]), [
    [1.57, "lx"],
    [3.72, "lx"],
    [210.5, "lx"],
  ]);
  assertEquals(Number(light[0]!["start_time"]), Date.parse("2023-09-04T08:47:54+02:00"));
  assertEquals(
    light.map((row) => Number(row["end_time"]) - Number(row["start_time"])),
    [10e3, 10e3, 10e3],
    "a gap is not part of an epoch",
  );
  const valuesOf = (name: string) => others[name]!.getColumn("value").toArray();
  assertEquals(valuesOf("melanopic_edi"), [0.77, 2.33, 180.2]);
  assertEquals(valuesOf("activity_counts"), [647, 3, 0]);
  assertEquals(valuesOf("device_temperature"), [26.5, 26.56, 26.6]);
  assertEquals(events.getColumn("title").toArray(), ["marker"]);
  assertEquals(report.skipped, {});
});
