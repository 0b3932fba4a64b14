import { assert, assertEquals, assertRejects } from "@std/assert";
import { local, read } from "@lifeframe/lifeframe";
import { file, inFolder, rows, values, zipped } from "./export/exportFixture.ts";
import { ACTIVITY, csv, EXPORT, SLEEP } from "./ouraFiles.ts";

const TZ = "Europe/Berlin";

Deno.test("read.oura() converts the digits to stages, and ends the last at waking, across a daylight saving change", async () => {
  const { sleep } = await read.oura(
    file("sleep.json", JSON.stringify({ data: [SLEEP], next_token: null })),
    {
      tz: TZ,
    },
  );
  assertEquals(
    rows(sleep).map(({ start_time, end_time, sleep_stage }) => [start_time, end_time, sleep_stage]),
    [
      ["2024-03-31T01:30:00+01:00", "2024-03-31T01:35:00+01:00", 2],
      ["2024-03-31T01:35:00+01:00", "2024-03-31T01:50:00+01:00", 3],
      ["2024-03-31T01:50:00+01:00", "2024-03-31T03:30:00+02:00", 4],
      ["2024-03-31T03:30:00+02:00", "2024-03-31T03:32:00+02:00", 5],
    ],
  );
  const fine = { ...SLEEP, sleep_phase_30_sec: "41" };
  const half = await read.oura(file("sleep.json", JSON.stringify([fine])), { tz: TZ });
  assertEquals(rows(half.sleep).map(({ end_time, sleep_stage }) => [end_time, sleep_stage]), [
    ["2024-03-31T01:30:30+01:00", 2],
    ["2024-03-31T03:32:00+02:00", 0], // in bed: the digits end long before
    ["2024-03-31T01:31:00+01:00", 4],
  ]);
});

Deno.test("read.oura() reads the tables of an account into metrics, in the units of the catalog", async () => {
  const { metrics, others, workouts, events, report } = await read.oura(await zipped(EXPORT), {
    tz: TZ,
  });
  assertEquals(
    Object.fromEntries(
      Object.entries(metrics).map(([name, frame]) => [
        name,
        rows(frame).map(({ value, unit }) => [value, unit]),
      ]),
    ),
    {
      ActiveCaloriesBurned: [[520, "kcal"]],
      BloodOxygenSaturation: [[97.4, "percent"]],
      // 00:30 of the table covers the first of the night's own rates, but not the third.
      HeartRate: [[61, "bpm"], [58, "bpm"], [72, "bpm"]],
      RespiratoryRate: [[14.25, "breaths/min"]],
      RestingHeartRate: [[48, "bpm"]],
      StepCount: [[8421, "steps"]],
      VO2Max: [[44.6, "mL/min·kg"]],
    },
  );
  assertEquals(values(others["hrv_rmssd"]), [40, 44]);
  const minutes = {
    asleep_duration: 50,
    in_bed_duration: 62,
    light_sleep_duration: 20,
    deep_sleep_duration: 30,
    sleep_latency: 5,
  };
  for (const [name, value] of Object.entries(minutes)) {
    assertEquals(
      rows(others[name]).map(({ value, unit }) => [value, unit]),
      [[value, "min"]],
      name,
    );
  }
  assertEquals(values(others["readiness_score"]), [81]);
  assertEquals(values(others["sleep_score"]), [77]);
  assertEquals(values(others["activity_score"]), [88]);
  assertEquals(values(others["temperature_deviation"]), [-0.2]);
  assertEquals(values(others["breathing_disturbance_index"]), [3]);
  assertEquals(rows(others["skin_temperature"])[0]!["unit"], "degC");
  const [ride] = rows(workouts), [tag] = rows(events);
  assertEquals(
    [ride!["activity"], ride!["duration_s"], ride!["distance_m"], ride!["energy_kcal"]],
    [
      "cycling",
      2400,
      15200,
      312.5,
    ],
  );
  assertEquals([tag!["title"], tag!["notes"], tag!["calendar"]], ["coffee", "two; late", "tags"]);
  assertEquals(report.files, { seen: 11, read: 10 });
  assertEquals(report.ignored, { "data/App Data/ringconfiguration.csv": 1 });
  assertEquals(report.skipped, {
    "a rest, which the person said was not sleep": 1,
    "a sleep that its person deleted": 1,
    "a total whose detailed rows are in the export as well": 1,
    "it has nothing that is read": 1,
  });
});

Deno.test("read.oura() gives daily totals the length of their day, and reports if it has no zone for them", async () => {
  const text = csv([ACTIVITY, { ...ACTIVITY, day: "2024-10-27" }]);
  const { metrics } = await read.oura(file("dailyactivity.csv", text), { tz: TZ });
  assertEquals(
    rows(metrics["StepCount"]).map(({ start_time, end_time }) =>
      (Date.parse(end_time as string) - Date.parse(start_time as string)) / 3.6e6
    ),
    [23, 25],
  );
  const { report } = await read.oura(file("dailyactivity.csv", text));
  assert(report.problems.every(({ reason }) => reason.startsWith("its day needs a zone; pass tz")));
});

Deno.test("read.oura() reads both editions of the table of trends", async () => {
  const now =
    `date,Average MET,REM Sleep Duration,Total Bedtime ,Awake Time,Bedtime Start,Average HRV,Steps,Average Resting Heart Rate,Activity Burn,Lowest Resting Heart Rate,Sleep Score,Total Sleep Duration,Bedtime End,Temperature Deviation (°C),Readiness Score,Respiratory Rate,Deep Sleep Duration,Activity Score,Light Sleep Duration
2026-05-27,1.28,7620,35673,4293,2026-05-27T00:42:29.000-07:00,30,2242,74.25,137,67,82,31380,2026-05-27T10:37:02.000-07:00,0.44,73,17.375,4290,None,19470
`;
  const { metrics, others, sleep, report } = await read.oura(
    file("oura_2026-05-22_2026-07-23_trends.csv", now),
    { tz: "America/Los_Angeles" },
  );
  assertEquals(rows(sleep).map(({ start_time, sleep_stage }) => [start_time, sleep_stage]), [
    ["2026-05-27T00:42:29-07:00", 1],
  ]);
  assertEquals([values(metrics["RestingHeartRate"]), values(metrics["StepCount"])], [[67], [2242]]);
  assertEquals(values(others["deep_sleep_duration"]), [71.5]);
  assertEquals(values(others["readiness_score"]), [73]);
  assertEquals(others["activity_score"], undefined);
  assertEquals([report.skipped, report.repeated], [{}, 0]);
  const before = `date,Sleep Score,Deep Sleep Time,Bedtime Start,Bedtime End,Readiness Score
2020-03-04,74,5400,2020-03-04T00:10:00+01:00,2020-03-04T08:10:00+01:00,70
`;
  const old = await read.oura(file("trends.csv", before), { tz: TZ });
  assertEquals(values(old.others["deep_sleep_duration"]), [90]);
  // Without the scores.
  const few = before.replace(",Sleep Score", "").replace(",Readiness Score", "")
    .replace(",74", "").replace(",70", "");
  const read1 = await read.oura(file("trends.csv", few), { tz: TZ });
  assertEquals(values(read1.others["deep_sleep_duration"]), [90]);
});

Deno.test("read.oura() reads responses of both API versions", async () => {
  const first = {
    sleep: [{
      summary_date: "2020-06-30",
      bedtime_start: "2020-06-30T23:00:00+02:00",
      bedtime_end: "2020-06-30T23:15:00+02:00",
      hypnogram_5min: "421",
      hr_5min: [0, 55, 56],
      rmssd_5min: [0, 40, 42],
      hr_lowest: 51,
      breath_average: 13.5,
      deep: 300,
      score: 70,
    }],
    activity: [{
      summary_date: "2020-06-30",
      steps: 5000,
      cal_active: 300,
      cal_total: 2200,
      score: 80,
    }],
  };
  const { metrics, others, sleep } = await read.oura(
    file("oura_2020-07-07T13-46-10.json", JSON.stringify(first)),
    { tz: TZ },
  );
  assertEquals(rows(sleep).map(({ sleep_stage }) => sleep_stage), [2, 3, 4]);
  assertEquals(values(metrics["HeartRate"]), [55, 56]);
  assertEquals(values(metrics["ActiveCaloriesBurned"]), [300]);
  assertEquals(values(others["hrv_rmssd"]), [40, 42]);
  assertEquals([values(others["sleep_score"]), values(others["activity_score"])], [[70], [80]]);
  const second = { data: [{ bpm: 60, source: "awake", timestamp: "2024-01-01T00:00:00+00:00" }] };
  const rate = await read.oura(file("heartrate.json", JSON.stringify(second)));
  assertEquals(values(rate.metrics["HeartRate"]), [60]);
});

Deno.test("read.oura() skips invalid data, and reports its position and the reason", async () => {
  const text =
    "timestamp;bpm;source\nnoon;61;sleep\n2024-03-31T08:00:00Z;fast;awake\n2024-03-31T08:00:00Z;60\n";
  const { report } = await read.oura(file("heartrate.csv", text));
  assertEquals(report.problems.map(({ where, reason }) => `${where}: ${reason}`), [
    "line 2: its time has no zone; pass tz: noon",
    "line 3: its value is not a number",
    "line 4: it has fewer or more fields than the header row",
  ]);
  const odd = { ...SLEEP, sleep_phase_5_min: "49", hrv: { items: "none" }, average_hrv: "x" };
  const night = await read.oura(
    file("sleep.json", JSON.stringify([odd, { ...odd, bedtime_end: "2024-03-30T00:00Z" }])),
  );
  const reasons = night.report.problems.map(({ where, reason }) => `${where}: ${reason}`);
  assert(reasons.includes("entry 1: its stage of sleep is not known: 9"), reasons.join("\n"));
  assert(reasons.includes("entry 1: its samples are not a list at an interval: hrv"));
  assert(reasons.some((reason) => reason.startsWith("entry 2: it ends before it starts")));
});

Deno.test("read.oura() rejects files of other vendors, and lists the files that it found", async () => {
  const wrong = [
    file("sleep.csv", 'from,to,"light (s)"\n2024-01-01T00:00Z,2024-01-01T08:00Z,60\n'), // from another vendor
    file("heartrate.csv", "a;b\n1;2\n"),
    file("steps.json", '[{"dateTime":"01/01/24 00:00:00","value":"5"}]'),
  ];
  for (const one of wrong) {
    await assertRejects(() => read.oura(one), TypeError, "none of its files was found");
  }
  const cut = JSON.stringify({ data: [SLEEP] }).slice(0, -20);
  await assertRejects(
    () => read.oura(file("sleep.json", cut)),
    TypeError,
    "sleep.json: it is not JSON, or cut short",
  );
  await assertRejects(() => read.oura("nowhere/App Data"), TypeError, "nowhere/App Data");
});

Deno.test("read.any() detects an export of Oura, and ingesting it twice stores nothing twice", async () => {
  const content = await inFolder(EXPORT, (folder) => read.any(folder, { tz: TZ }));
  assertEquals(content.report.reader, "oura");
  await using me = await local({ tz: TZ });
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(await read.oura(await zipped(EXPORT), { tz: TZ }));
  assertEquals((await me.api.user.totals()).total_records, total_records);
  const range = { start_time: "2024-03-30T12:00+01:00", end_time: "2024-03-31T12:00+02:00" };
  const cycles = await me.api.sleep.cycles(range);
  assertEquals(cycles.getColumn("total_time_asleep_ms").toArray(), [57 * 60_000]);
});

Deno.test("documents of Oura that pandas wrote, with commas and Python lists, are Oura's", async () => {
  const readiness = "id,day,score,temperature_deviation,timestamp,contributors.hrv_balance\n" +
    "a,2026-05-03,69,0.03,2026-05-03T00:00:00.000+00:00,80\n";
  const sleep = "bedtime_end,bedtime_start,heart_rate,hrv,sleep_phase_5_min\n" +
    "2024-01-14T06:15:00-05:00,2024-01-14T06:00:00-05:00," +
    `"{'interval': 300.0, 'items': [None, 54.0, 56.5], 'timestamp': '2024-01-14T06:00:00-05:00'}",` +
    `"{'interval': 300.0, 'items': [61.0, }",421\n`;
  const { metrics, others, report } = await read.any(
    zipped({ "daily_readiness.csv": readiness, "oura.csv": sleep }),
    { tz: "UTC" },
  );
  assertEquals(report.reader, "oura");
  assertEquals(others["readiness_score"]!.getColumn("value").toArray(), [69]);
  const [first, second] = rows(metrics["HeartRate"]);
  assertEquals([first!["value"], second!["value"]], [54, 56.5]);
  assertEquals(first!["start_time"], "2024-01-14T11:05:00Z");
  assertEquals(report.skipped, { "its samples cannot be read": 1 });
});

Deno.test("a table of Oura that a spreadsheet saved has its days, and no stages from a rounded number", async () => {
  const head = "bedtime_end,bedtime_start,day,readiness_score,restless_periods,sleep_phase_5_min";
  const table = (...rows: string[]) => file("sleep.csv", `${head}\n${rows.join("\n")}\n`);
  const night = "2024-07-11T06:15:00-05:00,2024-07-11T06:00:00-05:00";
  const american = await read.oura(table(`${night},7/11/2024,69,1,421`), { tz: TZ });
  const iso = await read.oura(table(`${night},2024-07-11,69,1,421`), { tz: TZ });
  const british = await read.oura(table(`${night},11/07/2024,69,1,421`), { tz: TZ });
  for (const saved of [american, british]) {
    assertEquals(rows(saved.others["readiness_score"]), rows(iso.others["readiness_score"]));
    assertEquals([rows(saved.sleep), saved.report.skipped], [rows(iso.sleep), {}]);
  }
  const other = await read.oura(table(`${night},1/2/2024,69,1,421`), { tz: TZ });
  assertEquals(other.report.skipped, { "its day is not a date": 1 });
  const rounded = await read.oura(table(`${night},7/11/2024,69,1,4.22E+15`), { tz: TZ });
  assertEquals(rows(rounded.sleep).map((row) => row["sleep_stage"]), [1]);
  assertEquals(rounded.report.skipped, {
    "a spreadsheet has saved its stages as a rounded number": 1,
  });
});
