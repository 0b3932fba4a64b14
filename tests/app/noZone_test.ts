import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { connect, plot, series, show, sleep } from "@lifeframe/lifeframe";
import { type DisplayBundle, JUPYTER_DISPLAY } from "../../src/display/displayable.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

const USER = "00000000-0000-4000-8000-000000000001";
const service = createService({ store: openStore() });
/** A client of a service, without a zone. */
const me = connect({
  baseUrl: "http://localhost",
  token: await service.issueToken(USER),
  fetch: service.fetch,
  now: () => Temporal.Instant.from("2025-03-12T12:00Z"),
});
await me.api.ingest.records("HeartRate", [
  { start_time: "2025-03-10T20:00Z", value: 60, unit: "bpm", source: "Watch" },
  { start_time: "2025-03-11T20:00Z", value: 62, unit: "bpm", source: "Watch" },
]);
await me.api.ingest.records("SleepStage", [
  {
    start_time: "2025-03-10T21:00Z",
    end_time: "2025-03-11T05:00Z",
    value: 1,
    unit: "stage",
    source: "Watch",
  },
]);
const instants = { start_time: "2025-03-10T12:00Z", end_time: "2025-03-12T12:00Z" };
const REMEDY = 'Pass tz, such as tz: "Europe/Berlin"';

Deno.test("without a zone, frames have the instants and no zone, in every wire format", async () => {
  const hours = await me.series("HeartRate", instants);
  assertEquals(String(hours.getColumn("time").dtype), "DataType(Datetime(us,))");
  const types = new Set<string>();
  for (const output of ["arrow", "parquet", "csv", "ndjson", "jstable"] as const) {
    const frame = await me.api.metrics.timeSeries(
      { metric: "HeartRate", samprate: "1h", ...instants },
      { output },
    );
    types.add(String(frame.getColumn("time").dtype));
    assertEquals(frame.getColumn("heart_rate").toArray(), hours.getColumn("heart_rate").toArray());
  }
  for (const records of [await me.samples("HeartRate", instants), await me.workouts(instants)]) {
    types.add(String(records.getColumn("start_date").dtype));
  }
  assertEquals([...types], ["DataType(Datetime(us,))"]);
});

Deno.test("without a zone, calls that need local days are rejected, and work with tz", async () => {
  const hours = await me.series("HeartRate", instants), stages = await me.stages(instants);
  const tz = "Asia/Tokyo";
  const calls: readonly ((given: { tz?: string }) => unknown)[] = [
    (given) => series.resample(hours, { every: "1d", ...given }),
    (given) => series.dateParts(hours, { parts: ["weekday"], ...given }),
    (given) => plot.dailyBars(hours, { y: "heart_rate", aggregate: "mean", ...given }),
    (given) => sleep.nightly(stages, given),
    (given) => plot.sleepBars(stages, given),
    (given) => show.rangeOf(hours, given),
  ];
  for (const call of calls) {
    assertStringIncludes(assertThrows(() => call({}), RangeError).message, REMEDY);
    call({ tz });
  }
  assertEquals(
    show.rangeOf(hours, { tz })?.start_time.toString(),
    "2025-03-10T21:00:00+09:00[Asia/Tokyo]",
  );
  const questions: readonly ((given: { tz?: string }) => Promise<unknown>)[] = [
    (given) => me.series("HeartRate", instants, { every: "1d", ...given }),
    (given) => me.totals("HeartRate", instants, given),
    (given) => me.nightly(instants, given),
  ];
  for (const call of questions) {
    const { message } = await assertRejects(() => call({}), RangeError);
    assertStringIncludes(message, 'pass tz: "Europe/Berlin", or connect with one');
    await call({ tz });
  }
});

Deno.test("without a zone, exportTo() requires tz before it writes anything", async () => {
  const folder = await Deno.makeTempDir(), quiet = { onProgress: () => {} };
  await assertRejects(() => me.exportTo(`${folder}/mine`, quiet), RangeError, "pass tz");
  assertEquals([...Deno.readDirSync(folder)], []);
  const { zone, records } = await me.exportTo(`${folder}/mine`, { tz: "Asia/Tokyo", ...quiet });
  assertEquals([zone, records["HeartRate"]], ["Asia/Tokyo", 2]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("without a zone, a client describes its data by instants", async () => {
  const shown = me as unknown as { [JUPYTER_DISPLAY](): Promise<DisplayBundle> };
  const text = (await shown[JUPYTER_DISPLAY]())["text/plain"];
  assertStringIncludes(text, "2025-03-10T20:00Z to 2025-03-11T20:00Z, 2 kinds of data");
});
