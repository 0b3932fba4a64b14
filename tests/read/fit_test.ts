import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { local, read } from "@lifeframe/lifeframe";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { rows, zipped } from "./export/exportFixture.ts";
import { fileId, fitFile, fitTime } from "./fitWriter.ts";

const sum = (frame: Frame | undefined) =>
  rows(frame).reduce((total, { value }) => total + Number(value), 0);
const fixture = (name: string) => new URL(`../fixtures/fit/${name}.fit`, import.meta.url);
const night = (time: string) => fitTime(`2024-03-${time}Z`);

Deno.test("read.fit() reads an activity like another library: workout, places, heart rates", async () => {
  const { workouts, locations, metrics, report } = await read.fit(fixture("garmin-fenix-5-run"), {
    tz: "America/Los_Angeles",
  });
  assertEquals(rows(workouts), [{
    start_time: "2017-06-11T07:34:09-07:00",
    end_time: "2017-06-11T07:35:05.887-07:00",
    duration_s: 56.887,
    distance_m: 157.56,
    energy_kcal: 5,
    activity: "running",
    source: "Garmin Fenix 5",
  }]);
  // Numbers of rows that fitparse 1.2.0 (Python) reads from this file.
  assertEquals([rows(locations).length, rows(metrics["HeartRate"]).length], [21, 21]);
  assertEquals(sum(metrics["HeartRate"]), 1784);
  const fourth = rows(locations)[3]!;
  assertAlmostEquals(Number(fourth["latitude_degrees"]), 38.22972742840648, 1e-12);
  assertAlmostEquals(Number(fourth["altitude_meters"]), 3.4, 1e-9);
  assertEquals(fourth["speed"], 1.166);
  assertEquals([report.reader, report.skipped], ["fit", {}]);
});

Deno.test("read.fit() adds up a day of monitoring like another library at midnight", async () => {
  const { metrics } = await read.fit(fixture("MonitoringFile"), { tz: "America/Chicago" });
  const steps = rows(metrics["StepCount"]);
  // fitparse 1.2.0: the counters end at 3142 (walking) and 31 (running), the energy at 68 and 1 kcal.
  assertEquals(sum(metrics["StepCount"]), 3173);
  assertEquals(sum(metrics["ActiveCaloriesBurned"]), 69);
  assertEquals(steps[0]!["start_time"], "2014-12-27T00:00:00-06:00");
  assert(steps.every(({ end_time }) => String(end_time) <= "2014-12-28T00:00:00-06:00"));
});

Deno.test("read.fit() continues counting in the next file of a day, and starts again at midnight", async () => {
  const monitoring = (from: string, values: readonly (readonly [time: string, steps: number])[]) =>
    fitFile([
      fileId(32),
      [103, [253, "Uint32", night(from)], [0, "Uint32", night(from) + 7200]], // two hours ahead of UTC
      ...values.map(([time, steps]) =>
        [55, [253, "Uint32", night(time)], [3, "Uint32", steps], [5, "Enum", 6]] as const
      ),
    ]);
  const first = monitoring("30T22:00", [["31T08:00", 100], ["31T09:00", 250]]);
  const second = monitoring("31T09:00", [["31T09:00", 250], ["31T12:00", 400], ["31T22:00", 450]]);
  const third = monitoring("31T22:00", [["31T22:00", 450], ["31T23:00", 30], ["31T23:30", 10]]);
  const files = { "a.fit": third, "b.fit": first, "c.fit": second };
  const { metrics } = await read.fit(await zipped(files), { tz: "UTC" });
  assertEquals(
    rows(metrics["StepCount"]).map(({ start_time, end_time, value }) =>
      [String(start_time).slice(8, 16), String(end_time).slice(8, 16), value] as const
    ),
    [
      ["30T22:00", "31T08:00", 100],
      ["31T08:00", "31T09:00", 150],
      ["31T09:00", "31T12:00", 150],
      ["31T12:00", "31T22:00", 50], // midnight of the watch: the day before
      ["31T22:00", "31T23:00", 30],
      ["31T23:00", "31T23:30", 10], // lower than before, so the counter started again
    ],
  );
});

Deno.test("read.fit() reads 16-bit times, including their overflow", async () => {
  const start = night("31T00:00"), low = start & 0xffff;
  const at = (seconds: number) => (low + seconds) & 0xffff;
  const fit = fitFile([
    fileId(32),
    [103, [253, "Uint32", start], [0, "Uint32", start]],
    ...[60, 40_000, 70_000].map((seconds) =>
      [55, [26, "Uint16", at(seconds)], [27, "Uint8", 60]] as const
    ),
  ]);
  const { metrics } = await read.fit(new File([fit], "day.fit"));
  assertEquals(rows(metrics["HeartRate"]).map(({ start_time }) => start_time), [
    "2024-03-31T00:01:00Z",
    "2024-03-31T11:06:40Z",
    "2024-03-31T19:26:40Z",
  ]);
});

Deno.test("read.fit() reads a sleep level as ending at its time, from the start of the night", async () => {
  const level = (time: string, value: number) =>
    [275, [253, "Uint32", night(time)], [0, "Enum", value]] as const;
  const event = (time: string, type: number) =>
    [21, [253, "Uint32", night(time)], [0, "Enum", 74], [1, "Enum", type]] as const;
  const levels = [
    level("31T00:50", 2),
    level("31T01:20", 3),
    level("31T01:40", 4),
    level("31T01:45", 1),
  ];
  const told = fitFile([fileId(49), event("31T00:20", 0), ...levels, event("31T01:45", 1)]);
  const { sleep } = await read.fit(new File([told], "night.fit"), { tz: "Europe/Berlin" });
  assertEquals(
    rows(sleep).map(({ start_time, end_time, sleep_stage }) => [
      String(start_time).slice(11),
      String(end_time).slice(11),
      sleep_stage,
    ]),
    [
      ["01:20:00+01:00", "01:50:00+01:00", 3],
      ["01:50:00+01:00", "03:20:00+02:00", 4], // half an hour: daylight saving time starts
      ["03:20:00+02:00", "03:40:00+02:00", 5],
      ["03:40:00+02:00", "03:45:00+02:00", 2],
    ],
  );
  const untold = await read.fit(new File([fitFile([fileId(49), ...levels])], "night.fit"));
  assertEquals(rows(untold.sleep).length, 3);
  assertEquals(untold.report.skipped, { "nothing tells when its level of sleep began": 1 });
});

Deno.test("read.fit() reads stress, breaths, oxygen and HRV, and leaves out invalid values", async () => {
  const fit = fitFile([
    fileId(32),
    [227, [1, "Uint32", night("31T08:00")], [0, "Sint16", 40]],
    [297, [253, "Uint32", night("31T08:00")], [0, "Sint16", 1450]],
    [269, [253, "Uint32", night("31T08:00")], [0, "Uint8", 97]],
    [371, [253, "Uint32", night("31T08:00")], [0, "Uint16", 128 * 42]],
    [297, [253, "Uint32", night("31T08:01")], [0, "Sint16", 0]],
  ]);
  const { metrics, others, report } = await read.fit(new File([fit], "day.fit"));
  const value = (frame: Frame | undefined) => rows(frame).map(({ value, unit }) => [value, unit]);
  assertEquals(value(metrics["RespiratoryRate"]), [[14.5, "breaths/min"]]);
  assertEquals(value(metrics["BloodOxygenSaturation"]), [[97, "percent"]]);
  assertEquals(value(others["stress_level"]), [[40, "score"]]);
  assertEquals(value(others["hrv_rmssd"]), [[42, "ms"]]);
  assertEquals(report.skipped, { "its value marks a missing measurement": 1 });
});

Deno.test("read.fit() reads the complete records of a truncated file, and reports the position", async () => {
  const bytes = await Deno.readFile(fixture("garmin-fenix-5-run"));
  const whole = rows((await read.fit(fixture("garmin-fenix-5-run"))).locations);
  let most = 0;
  for (let at = 20; at < bytes.length; at += 97) {
    const cut = new File([bytes.slice(0, at)], "cut.fit");
    await assertRejects(() => read.fit(cut, { strict: true }), TypeError, "cut.fit");
    let found;
    try {
      found = await read.fit(cut);
    } catch (error) {
      assert(error instanceof TypeError && error.message.includes("cut.fit"), String(error));
      continue; // no complete value
    }
    const { locations, report } = found, count = rows(locations).length;
    assertEquals(rows(locations), whole.slice(0, count));
    assertEquals(Object.values(report.skipped).reduce((sum, one) => sum + one, 0) > 0, true);
    assert(report.problems[0]!.where!.endsWith(`of ${at}`), report.problems[0]!.where!);
    assert(count >= most, "a longer piece has no fewer points");
    most = count;
  }
  assertEquals(most, 21);
});

Deno.test("read.fit() reads a file with a wrong checksum, and warns about its values", async () => {
  const { report, locations } = await read.fit(fixture("activity-filecrc"));
  assert(rows(locations).length > 0);
  assertEquals(report.skipped["the FIT file is damaged; its values may be wrong"], 1);
  const eof = await read.fit(fixture("activity-unexpected-eof"));
  assertEquals(eof.report.skipped["the FIT file is cut short; the rest is missing"], 1);
});

Deno.test("read.fit() rejects files other than FIT, and damaged files if strict, and reports which and why", async () => {
  for (const name of ["activity-unexpected-eof", "activity-filecrc"]) {
    await assertRejects(() => read.fit(fixture(name), { strict: true }), TypeError, name);
  }
  await assertRejects(
    () => read.fit(new File(["not FIT at all"], "a.fit")),
    TypeError,
    "none of its files was found",
  );
  await assertRejects(() => read.fit("nowhere/run.fit"), TypeError, "nowhere/run.fit");
  const settings = await read.fit(fixture("Settings"));
  assertEquals(settings.report.skipped, {
    "a FIT file with nothing that is read, such as settings": 1,
  });
  const both = await read.fit([fixture("garmin-fenix-5-run"), fixture("activity-filecrc")]);
  assertEquals(both.report.skipped["the FIT file is damaged; its values may be wrong"], 1);
  assertEquals(rows(both.workouts).length >= 1, true);
});

Deno.test("read.any() detects FIT files, and ingesting them twice stores nothing twice", async () => {
  const content = await read.any([fixture("garmin-fenix-5-run"), fixture("MonitoringFile")]);
  assertEquals(content.report.reader, "fit");
  await using me = await local({ tz: "America/Chicago" });
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(await read.fit([fixture("MonitoringFile"), fixture("garmin-fenix-5-run")]));
  assertEquals((await me.api.user.totals()).total_records, total_records);
});
