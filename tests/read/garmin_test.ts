import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { ingestFile, local, read } from "@lifeframe/lifeframe";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { inFolder, zipped } from "./export/exportFixture.ts";
import { fileId, fitFile, fitTime } from "./fitWriter.ts";

const rows = (frame: Frame | undefined) => frame === undefined ? [] : toRows(columnsOf(frame));
const values = (frame: Frame | undefined) => rows(frame).map(({ value, unit }) => [value, unit]);
const file = (name: string, content: unknown) => new File([JSON.stringify(content)], name);
const TZ = "Europe/Berlin";

// The form of real exports; the values are made up. The first night is that of the change to summer time.
const NIGHTS = [
  {
    sleepStartTimestampGMT: "2024-03-30T22:21:00.0",
    sleepEndTimestampGMT: "2024-03-31T05:44:00.0",
    calendarDate: "2024-03-31",
    sleepWindowConfirmationType: "ENHANCED_CONFIRMED_FINAL",
    deepSleepSeconds: 3720,
    lightSleepSeconds: 15000,
    remSleepSeconds: 6000,
    awakeSleepSeconds: 1860,
    unmeasurableSeconds: 0,
    averageRespiration: 14.0,
    avgSleepStress: 17.5,
    awakeCount: 1,
    retro: false,
    sleepScores: { overallScore: 82, qualityScore: 80 },
    spo2SleepSummary: { averageSPO2: 95.0, averageHR: 52.0 },
  },
  {
    sleepStartTimestampGMT: "2024-03-31T21:00:00.0",
    sleepEndTimestampGMT: "2024-04-01T05:00:00.0",
    calendarDate: "2024-04-01",
    deepSleepSeconds: 3600,
  },
  { retro: false, calendarDate: "2024-04-02" },
];
const day = (date: string, from: string, to: string, steps: number) => ({
  calendarDate: date,
  wellnessStartTimeGmt: from,
  wellnessEndTimeGmt: to,
  totalSteps: steps,
  totalDistanceMeters: 4799,
  activeKilocalories: 211.0,
  bmrKilocalories: 1435.0,
  restingHeartRate: 47,
  floorsAscendedInMeters: 13.217,
  allDayStress: {
    aggregatorList: [{ type: "TOTAL", averageStressLevel: 39 }, {
      type: "AWAKE",
      averageStressLevel: -1,
    }],
  },
  bodyBattery: { bodyBatteryStatList: [{ bodyBatteryStatType: "HIGHEST", statsValue: 83 }] },
});
const DAYS = [
  day("2024-03-31", "2024-03-30T23:00:00.0", "2024-03-31T22:00:00.0", 7142),
  day("2024-04-01", "2024-03-31T22:00:00.0", "2024-04-01T22:00:00.0", 8000),
];
const HEALTH = [{
  calendarDate: "2024-03-31",
  metrics: [
    { type: "HRV", value: 62, status: "IN_RANGE" },
    { type: "SPO2", value: 0, status: "UNKNOWN" },
    { type: "RESPIRATION", value: 14.2, status: "IN_RANGE" },
  ],
}];
const RUN = Date.UTC(2024, 3, 1, 16);
const ACTIVITIES = [{
  summarizedActivitiesExport: [{
    activityId: 111,
    name: "Run",
    activityType: "trail_running",
    beginTimestamp: RUN,
    startTimeLocal: RUN + 7_200_000,
    duration: 1_800_000,
    elapsedDuration: 1_860_000,
    distance: 502_000,
    calories: 1257,
    avgHr: 140,
  }],
}];
const seconds = (time: string) => fitTime(time);
const MONITORING = fitFile([
  fileId(32),
  [103, [253, "Uint32", seconds("2024-03-31T22:00Z")], [0, "Uint32", seconds("2024-04-01T00:00Z")]],
  [55, [253, "Uint32", seconds("2024-04-01T08:00Z")], [3, "Uint32", 100], [5, "Enum", 6]],
]);
const NIGHT = fitFile([
  fileId(49),
  [21, [253, "Uint32", seconds("2024-03-31T21:00Z")], [0, "Enum", 74], [1, "Enum", 0]],
  [275, [253, "Uint32", seconds("2024-04-01T05:00Z")], [0, "Enum", 2]],
]);
const ACTIVITY = fitFile([
  fileId(4),
  [
    18,
    [2, "Uint32", seconds("2024-04-01T16:00Z")],
    [7, "Uint32", 1_860_000],
    [5, "Enum", 1],
  ],
]);

async function exported() {
  const uploads = await zipped({
    "me@example.com_1.fit": MONITORING,
    "me@example.com_2.fit": NIGHT,
    "me@example.com_3.fit": ACTIVITY,
  });
  return {
    "DI_CONNECT/DI-Connect-Wellness/2024-01-01_2024-04-10_1234_sleepData.json": JSON.stringify(
      NIGHTS,
    ),
    "DI_CONNECT/DI-Connect-Wellness/2024-01-01_2024-04-10_1234_healthStatusData.json": JSON
      .stringify(HEALTH),
    "DI_CONNECT/DI-Connect-Wellness/1234_userBioMetrics.json": JSON.stringify([
      { weight: { weight: 71500.0, timestampGMT: "2024-04-01T05:30:00.0" } },
      { metaData: { calendarDate: "2024-04-01" } },
    ]),
    "DI_CONNECT/DI-Connect-Aggregator/UDSFile_2024-01-01_2024-04-10.json": JSON.stringify(DAYS),
    "DI_CONNECT/DI-Connect-Metrics/MetricsMaxMetData_20240101_20240410_1234.json": JSON.stringify([
      { calendarDate: "2024-04-01", sport: "RUNNING", vo2MaxValue: 49.5 },
    ]),
    "DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json": JSON.stringify(ACTIVITIES),
    "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip": uploads,
    "customer_data/customer.json": "{}",
  };
}

Deno.test("read.garmin() gives nights and days their instants in GMT, over a change of clocks", async () => {
  const { sleep, metrics, others } = await read.garmin([
    file("1234_sleepData.json", NIGHTS),
    file("UDSFile_2024-01-01_2024-04-10.json", DAYS),
  ], { tz: TZ });
  assertEquals(rows(sleep)[0], {
    start_time: "2024-03-30T23:21:00+01:00",
    end_time: "2024-03-31T07:44:00+02:00",
    sleep_stage: 1,
    source: "Garmin",
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

Deno.test("read.garmin() reads an export into metrics, and prefers what the FIT files in it have", async () => {
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
      StepCount: [[7142, "steps"], [100, "steps"]], // of 1 April the watch has the steps by the minute
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
    "a total of which the finer rows are there": 3, // steps, the night, the workout
  });
});

Deno.test("read.garmin() says what needs a zone", async () => {
  const { report, others } = await read.garmin(file("1_healthStatusData.json", HEALTH));
  assertEquals([others, report.skipped], [{}, { "its day needs a zone; give tz": 1 }]);
});

Deno.test("read.garmin() leaves out what it cannot read, and says where and why", async () => {
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

Deno.test("read.garmin() refuses what is no export of Garmin, and says what it found", async () => {
  await assertRejects(
    () => read.garmin(file("steps.json", [])),
    TypeError,
    "no file of it is there",
  );
  const cut = new File([JSON.stringify(NIGHTS).slice(0, -9)], "1_sleepData.json");
  await assertRejects(
    () => read.garmin(cut),
    TypeError,
    "1_sleepData.json: it is not JSON, or cut short",
  );
  const wrong = file("1_sleepData.json", { sleep: [] });
  await assertRejects(() => read.garmin(wrong), TypeError, "1_sleepData.json: it is not a list");
  await assertRejects(() => read.garmin("/nowhere/garmin.zip"), TypeError, "/nowhere/garmin.zip");
  const zip = (await zipped(await exported())).slice(0, -40);
  await assertRejects(() => read.garmin(zip), TypeError, "cut short");
});

Deno.test("read.any() finds an export of Garmin, and ingesting it twice stores nothing twice", async () => {
  const files = await exported();
  const content = await inFolder(files, (folder) => read.any(folder, { tz: TZ }));
  assertEquals(content.report.reader, "garmin");
  assert(!content.report.notes.some((note) => note.startsWith("there is also")));
  assertEquals((await read.any(new File([ACTIVITY], "run.fit"))).report.reader, "fit");
  await using me = await local({ tz: TZ });
  await ingestFile(me, content);
  const { total_records } = await me.user.totals();
  await ingestFile(me, await read.garmin(await zipped(files), { tz: TZ }));
  assertEquals((await me.user.totals()).total_records, total_records);
});
