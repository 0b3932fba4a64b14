import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { places, read, series, sleep } from "../../mod.ts";
import { RIDE } from "./gpxFile.ts";
import { exportXml, recordXml } from "./healthFile.ts";

const ASKS = 'Pass tz, such as tz: "Europe/Berlin"';

Deno.test("a reader without a zone returns instants; local days need tz, in the reader or the verb", async () => {
  const text = "time,value\n2024-03-30T23:30:00Z,1\n";
  const csv = await read.csv({ text });
  assertThrows(() => series.resample(csv, { every: "1d" }), RangeError, ASKS);
  assertEquals(series.resample(csv, { every: "1h" }).height, 1);
  for (
    const days of [
      series.resample(csv, { every: "1d", tz: "Asia/Tokyo" }),
      series.resample(await read.csv({ text }, { tz: "Asia/Tokyo" }), { every: "1d" }),
    ]
  ) {
    const at = series.dateParts(days, { parts: ["date"] }).getColumn("date").toArray();
    assertEquals(at, ["2024-03-31"]);
  }
  const ride = await read.gpx(new TextEncoder().encode(RIDE));
  assert(ride.locations !== undefined);
  assertThrows(() => places.distance(ride.locations!, { every: "1d" }), RangeError, ASKS);
});

const recorded = (metadata: Record<string, string> = {}) =>
  new Blob([exportXml(recordXml({
    type: "HKCategoryTypeIdentifierSleepAnalysis",
    start: "2024-05-01 23:00:00 +0200",
    end: "2024-05-02 06:00:00 +0200",
    value: "HKCategoryValueSleepAnalysisAsleepDeep",
    metadata,
  }))]);

Deno.test("nights of an export have the zone of its records, or need tz", async () => {
  const zoned = await read.appleHealth(recorded({ HKTimeZone: "Asia/Tokyo" }));
  assertEquals(sleep.nightly(zoned.sleep).getColumn("onset").toArray(), [6]);
  const { sleep: stages } = await read.appleHealth(recorded());
  assertThrows(() => sleep.nightly(stages), RangeError, ASKS);
  assertEquals(
    sleep.nightly(stages, { tz: "Europe/Berlin" }).getColumn("onset").toArray(),
    [-1],
  );
});

Deno.test("appleHealth() skips local times without a zone, and explains how to read them", async () => {
  const { sleep: stages, report } = await read.appleHealth(recorded(), { stamps: "wall" });
  assertEquals(stages.height, 0);
  assertMatch(report.problems[0]!.reason, /the local times have no zone; pass tz/);
});
