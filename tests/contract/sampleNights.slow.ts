import { assertEquals } from "@std/assert";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { sampleNights } from "../../src/sample/nights/sampleNights.ts";
import { sampleZone } from "../../src/sample/life/sampleUntil.ts";
import { merge } from "../../src/sleep/merge.ts";
import { fitbitLogs } from "../sleep/fitbitLogs.ts";

Deno.test("merge() of the logs' two layers, short over base, equals the sample's nights", async () => {
  const layers = await fitbitSleep(fitbitLogs(), { tz: sampleZone });
  const merged = columnsOf(
    merge(layers, { sourcePriority: ["fitbit-short"] }),
  ) as unknown as Record<string, { values: BigInt64Array }>;
  const actual = Array.from(
    merged["start_time"]!.values,
    (start, i) => ({
      start: Number(start / 1000n),
      end: Number(merged["end_time"]!.values[i]! / 1000n),
      stage: Number(merged["sleep_stage"]!.values[i]!),
    }),
  );
  const expected = sampleNights().flatMap(({ stages }) => stages);
  assertEquals(actual.length, expected.length);
  assertEquals(actual, expected);
});
