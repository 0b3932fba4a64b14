import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { local, read } from "@lifeframe/lifeframe";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { inFolder, rows, zipped } from "./export/exportFixture.ts";
import { ACTIVITY, DAYS, exported, HEALTH, NIGHTS, RUN } from "./garminFiles.ts";

const values = (frame: Frame | undefined) => rows(frame).map(({ value, unit }) => [value, unit]);
const file = (name: string, content: unknown) => new File([JSON.stringify(content)], name);
const TZ = "Europe/Berlin";

// The format matches real exports; the values are made up. Summer time starts in the first night.

Deno.test("read.garmin() gives nights and days their instants in GMT, across a daylight saving change", async () => {
  const { sleep, metrics, others } = await read.garmin([
    file("1234_sleepData.json", NIGHTS),
    file("UDSFile_2024-01-01_2024-04-10.json", DAYS),
  ], { tz: TZ });
  assertEquals(rows(sleep)[0], {
    start_time: "2024-03-30T23:21:00+01:00",
    end_time: "2024-03-31T07:44:00+02:00",
    sleep_stage: 1,
    source: "Garmin",
    light_sleep_duration: 250,
    deep_sleep_duration: 62,
    rem_sleep_duration: 100,
    awake_duration: 31,
    wake_ups: 1,
  });
  assertEquals(
    rows(metrics["StepCount"]).map((
      { start_time, end_time, value },
    ) => [start_time, end_time, value]),
    [
      ["2024-03-31T00:00:00+01:00", "2024-04-01T00:00:00+02:00", 7142],
      ["2024-04-01T00:00:00+02:00", "2024-04-02T00:00:00+02:00", 8000],
    ],
  );
  assertEquals(values(others["deep_sleep_duration"]), [[62, "min"], [60, "min"]]);
});

Deno.test("read.garmin() reads an export into metrics, and prefers the values of its FIT files", async () => {
  const { metrics, others, sleep, workouts, report } = await read.garmin(
    await zipped(await exported()),
    { tz: TZ },
  );
  assertEquals(
    Object.fromEntries(Object.entries(metrics).map(([name, frame]) => [name, values(frame)])),
    {
      ActiveCaloriesBurned: [[211, "kcal"], [211, "kcal"]],
      BasalCaloriesBurned: [[1435, "kcal"], [1435, "kcal"]],
      BloodOxygenSaturation: [[95, "percent"]],
      DistanceTraveledOnFoot: [[4799, "m"], [4799, "m"]],
      RespiratoryRate: [[14, "breaths/min"]],
      RestingHeartRate: [[47, "bpm"], [47, "bpm"]],
      // the minutes of 1 April in the watch only add up to 100
      StepCount: [[7142, "steps"], [8000, "steps"]],
      VO2Max: [[49.5, "mL/min·kg"]],
      Weight: [[71.5, "kg"]],
    },
  );
  assertEquals(rows(sleep).map(({ sleep_stage, source }) => [sleep_stage, source]), [
    [1, "Garmin"],
    [3, "Garmin Fenix 5"], // this night is in a FIT file, with its stages
  ]);
  const [run, ...further] = rows(workouts);
  assertEquals(further, []);
  assertEquals([run!["start_time"], run!["duration_s"], run!["distance_m"], run!["activity"]], [
    "2024-04-01T18:00:00+02:00",
    1800,
    5020,
    "trail running",
  ]);
  assertAlmostEquals(Number(run!["energy_kcal"]), 300, 1e-9);
  assertEquals(values(others["hrv_rmssd"]), [[62, "ms"]]);
  assertEquals(others["overnight_oxygen_saturation"], undefined); // 0, UNKNOWN
  assertEquals([values(others["average_stress"])[0], values(others["body_battery_highest"])[0]], [
    [39, "score"],
    [83, "score"],
  ]);
  assertEquals(report.files, { seen: 10, read: 9 });
  assertEquals(report.ignored, { "customer_data/customer.json": 1 });
  assertEquals(report.skipped, {
    "a night without its start or end: nothing was measured": 1,
    "a total whose detailed rows are in the export as well": 1, // the night
    "detailed rows with only a part of a total, which counts instead": 1, // the steps
    "the same workout is in another file": 1,
  });
});

Deno.test("read.garmin() reports which data needs a zone", async () => {
  const { report, others } = await read.garmin(file("1_healthStatusData.json", HEALTH));
  assertEquals([others, report.skipped], [{}, { "its day needs a zone; pass tz": 1 }]);
});

Deno.test("read.garmin() skips invalid data, and reports its position and the reason", async () => {
  const bad = [
    { ...NIGHTS[0], sleepEndTimestampGMT: "2024-03-30T20:00:00.0" },
    { ...NIGHTS[0], sleepStartTimestampGMT: "at ten" },
    "a night",
  ];
  const { report } = await read.garmin([
    file("1_sleepData.json", bad),
    file("me_0_summarizedActivities.json", [{
      summarizedActivitiesExport: [{ beginTimestamp: RUN }],
    }]),
    file("UDSFile_a.json", [{ calendarDate: "2024-13-01", totalSteps: 5 }]),
    file("1_userBioMetrics.json", { weight: 1 }),
  ], { tz: TZ });
  const reasons = report.problems.map(({ file, where, reason }) => `${file} ${where}: ${reason}`);
  for (
    const expected of [
      "1_sleepData.json entry 1: it ends before it starts",
      "1_sleepData.json entry 2: its time cannot be read: at ten",
      "1_sleepData.json entry 3: a night without its start or end: nothing was measured",
      "me_0_summarizedActivities.json entry 1: it has no start or no length",
      "UDSFile_a.json entry 1: its day is not a date: 2024-13-01",
      "1_userBioMetrics.json null: the file cannot be read: it is not a list",
    ]
  ) assert(reasons.includes(expected), `${expected}\n${reasons.join("\n")}`);
});

Deno.test("read.garmin() rejects files of other vendors, and lists the files that it found", async () => {
  await assertRejects(
    () => read.garmin(file("steps.json", [])),
    TypeError,
    "none of its files was found",
  );
  const cut = new File([JSON.stringify(NIGHTS).slice(0, -9)], "1_sleepData.json");
  await assertRejects(() => read.garmin(cut, { strict: true }), TypeError, "1_sleepData.json");
  const { report } = await read.garmin(cut);
  assertEquals(report.skipped["the file is cut short here"], 1);
  const wrong = file("1_sleepData.json", { sleep: [] });
  await assertRejects(() => read.garmin(wrong), TypeError, "1_sleepData.json: it is not a list");
  await assertRejects(() => read.garmin("nowhere/garmin.zip"), TypeError, "nowhere/garmin.zip");
  const zip = (await zipped(await exported())).slice(0, -40);
  await assertRejects(() => read.garmin(zip), TypeError, "it is truncated");
});

Deno.test("read.any() detects an export of Garmin, and ingesting it twice stores nothing twice", async () => {
  const files = await exported();
  const content = await inFolder(files, (folder) => read.any(folder, { tz: TZ }));
  assertEquals(content.report.reader, "garmin");
  assert(!content.report.notes.some((note) => note.startsWith("there is also")));
  assertEquals((await read.any(new File([ACTIVITY], "run.fit"))).report.reader, "fit");
  await using me = await local({ tz: TZ });
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(await read.garmin(await zipped(files), { tz: TZ }));
  assertEquals((await me.api.user.totals()).total_records, total_records);
});
