import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { openFrame } from "../../../src/frame/open.ts";
import * as plot from "../../../src/plot/mod.ts";
import { handMade } from "../handMade.ts";
import { rowsOf } from "../../sleep/hypnograms.ts";

const RECORDS = {
  HeartRate: [
    { start_time: "2025-01-01T23:59:59+01:00", value: 60, unit: "bpm" },
    { start_time: "2025-01-02T00:00:00+01:00", value: 61, unit: "bpm" },
    { start_time: "2025-01-02T23:59:59+01:00", value: 62, unit: "bpm" },
    { start_time: "2025-01-03T00:00:00+01:00", value: 63, unit: "bpm" },
  ],
};
const held = () =>
  handMade({ records: RECORDS, now: "2025-01-04T12:00:00+01:00", tz: "Europe/Berlin" });

Deno.test("samples() accepts a metric by name or value column, and a day in the client's zone", async () => {
  await using me = await held();
  for (const metric of ["HeartRate", "heart_rate"] as const) {
    const rows = rowsOf(await me.samples(metric, "2025-01-02"));
    assertEquals(rows.map(({ value }) => value), [61, 62], metric);
  }
});

Deno.test("samples() splits days in the given zone", async () => {
  await using me = await held();
  const rows = rowsOf(await me.samples("HeartRate", "2025-01-01", { tz: "UTC" }));
  assertEquals(rows.map(({ value }) => value), [60, 61]);
});

Deno.test("samples() has the unit of its values, so that charts do not add up readings", async () => {
  await using me = await held();
  const heart = await me.samples("HeartRate", "2025-01-02");
  assertEquals(openFrame(heart).units, { value: "bpm" });
  assertMatch(`${plot.dailyBars(heart, { y: "value" })}`, /^Value, mean per day/);
});

Deno.test("samples() suggests the nearest metric, and rejects unknown options", async () => {
  await using me = await held();
  await assertRejects(
    () => me.samples("HeartRat" as never, "2025-01-02"),
    RangeError,
    'there is no metric "HeartRat"; did you mean "HeartRate"?',
  );
  await assertRejects(
    () => me.samples("HeartRate", "2025-01-02", { timezone: "UTC" } as never),
    TypeError,
    'unknown option "timezone"',
  );
});

Deno.test("questions about a metric report that the metric comes before the range", async () => {
  await using me = await held();
  const ask = me as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ["samples", "series", "totals"]) {
    for (const args of [[], [{ days: 3 }, "HeartRate"], [{ metric: "HeartRate", days: 3 }]]) {
      await assertRejects(
        () => ask[name]!(...args),
        TypeError,
        `me.${name}("StepCount", { days: 30 })`,
      );
    }
  }
});

Deno.test("the reason and the correct call are two sentences", async () => {
  await using me = await held();
  await assertRejects(
    () => me.samples("HeartRate", { days: 0 }),
    RangeError,
    'expected a whole number of at least 1. Call me.samples("HeartRate", when).',
  );
});
