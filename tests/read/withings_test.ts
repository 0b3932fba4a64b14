import { assert, assertEquals, assertRejects } from "@std/assert";
import { local, read, sleep as sleepVerbs } from "@lifeframe/lifeframe";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { file, inFolder, rows, zipped } from "./export/exportFixture.ts";
import { EXPORT, STAGES, WEIGHT } from "./withingsFiles.ts";

const TZ = "Australia/Perth";

// The format matches real exports; the values are made up. The offset in raw_ files is not the
// user's.

Deno.test("read.withings() converts the minutes of the mat to stages, whatever their offset", async () => {
  const { sleep, report } = await read.withings(file("raw_bed_sleep-state.csv", STAGES), {
    tz: TZ,
  });
  const stage = (start: string, end: string, code: number) => ({
    start_time: `2024-05-0${start}:00+08:00`,
    end_time: `2024-05-0${end}:00+08:00`,
    sleep_stage: code,
    source: "Withings sleep mat",
  });
  assertEquals(rows(sleep), [
    stage("1T22:46", "1T22:55", 2),
    stage("1T22:55", "1T23:01", 3),
    stage("1T23:01", "1T23:16", 4),
    stage("1T23:16", "1T23:20", 4),
    stage("1T23:20", "1T23:26", 5),
    stage("2T00:00", "2T00:01", 3),
  ]);
  assertEquals([report.repeated, report.skipped], [3, {}]);
  const merged = sleepVerbs.merge(sleep);
  assertEquals(merged.getColumn("duration_ms").toArray()[2], 19 * 60_000);
});

Deno.test("read.withings() reads the files of an export into their metrics, with their units", async () => {
  const { metrics, others, report } = await read.withings(await zipped(EXPORT));
  const values = Object.fromEntries(
    Object.entries(metrics).map(([name, frame]) => [
      name,
      rows(frame).map(({ value, unit }) => [value, unit]),
    ]),
  );
  assertEquals(values, {
    HeartRate: [[62, "bpm"], [61, "bpm"], [63, "bpm"], [71, "bpm"]], // the pulse of bp.csv too
    HeartRateVariabilitySDNN: [[51, "ms"]],
    StepCount: [[8000, "steps"], [9000, "steps"]], // the minutes of 2 May only add up to 42
    Weight: [[148.5, "lb"], [140.7, "lb"]],
    Height: [[1.74, "m"]],
    BloodPressureSystolic: [[118, "mmHg"]],
    BloodPressureDiastolic: [[77, "mmHg"]],
    BodyTemperature: [[36.4, "degC"]],
    BloodOxygenSaturation: [[98, "percent"]],
  });
  assertEquals(rows(others["hrv_rmssd"]).map(({ value }) => value), [42]);
  assertEquals(rows(others["fat_mass"]).map(({ value, unit }) => [value, unit]), [[50.3, "lb"]]);
  assertEquals(rows(others["deep_sleep_duration"]).map(({ value }) => value), [91, 91]);
  assertEquals(report.files, { seen: 16, read: 13 });
  assertEquals(report.ignored, { "raw_import_Respiratory rate.csv": 1, "user_survey.csv": 1 });
  assertEquals(report.skipped, {
    "its value is 0: nothing was measured": 1,
    // steps of 2 May, and the night with 41 minutes from the mat
    "detailed rows with only a part of a total, which counts instead": 2,
  });
  assertEquals(report.problems.slice(1).map(({ file, reason }) => [file, reason.split(": ")[1]]), [
    ["aggregates_steps.csv", "0 % from 2024-05-01T16:00:00Z"],
    ["sleep.csv", "8 % from 2024-05-01T14:46:00Z"],
  ]);
  const complete = { ...EXPORT, "aggregates_steps.csv": "date,value\n2024-05-02,45\n" };
  const { metrics: minutes } = await read.withings(await zipped(complete));
  assertEquals(rows(minutes["StepCount"]).map(({ value }) => value), [12, 30]);
});

Deno.test("read.withings() reads measurements in the zone of the activities, or in the given zone", async () => {
  const { metrics, report } = await read.withings(await zipped(EXPORT));
  const time = (frame: Frame | undefined) => rows(frame)[0]!["start_time"];
  assertEquals(time(metrics["Weight"]), "2024-05-02T07:30:00+08:00");
  assert(report.notes.some((note) => note.includes("Australia/Perth")));
  const given = await read.withings(await zipped(EXPORT), { tz: "Europe/Paris" });
  assertEquals(time(given.metrics["Weight"]), "2024-05-02T07:30:00+02:00");
  const alone = await read.withings(file("weight.csv", WEIGHT));
  assertEquals(alone.report.skipped, { "its time has no zone; pass tz": 2 });
});

Deno.test("read.withings() reads measurements on both sides of a daylight saving change, and days with their length", async () => {
  const text = `Date,"Weight (kg)",Comments
"2024-03-31 01:30:00",70,
"2024-03-31 03:30:00",70.1,
"2024-10-27 02:30:00",70.2,
"2024-03-31 02:30:00",70.3,
`;
  const { metrics, report } = await read.withings([
    file("weight.csv", text),
    file("aggregates_steps.csv", "date,value\n2024-03-31,5000\n2024-10-27,6000\n"),
  ], { tz: "Europe/Berlin" });
  assertEquals(rows(metrics["Weight"]).map(({ start_time }) => start_time), [
    "2024-03-31T01:30:00+01:00",
    "2024-03-31T03:30:00+02:00",
    "2024-03-31T03:30:00+02:00", // 02:30 is skipped: the offset before
    "2024-10-27T02:30:00+02:00", // twice: the earlier
  ]);
  assertEquals(
    rows(metrics["StepCount"]).map(({ start_time, end_time }) =>
      (Date.parse(end_time as string) - Date.parse(start_time as string)) / 3.6e6
    ),
    [23, 25],
  );
  assertEquals(report.skipped, {});
});

Deno.test("read.withings() reads a night without stages as one span, and workouts as corrected by the user", async () => {
  const { sleep, workouts } = await inFolder(EXPORT, (folder) => read.withings(folder, { tz: TZ }));
  const whole = rows(sleep).filter(({ sleep_stage }) => sleep_stage === 1);
  assertEquals(whole.map(({ start_time }) => start_time), [
    "2024-05-01T22:46:00+08:00", // less than half of it has stages
    "2024-05-02T23:24:00+08:00",
  ]);
  assertEquals(rows(workouts), [
    {
      start_time: "2024-05-02T11:49:31+08:00",
      end_time: "2024-05-02T12:29:20+08:00",
      duration_s: 2389 - 60,
      distance_m: 2437,
      energy_kcal: 166,
      activity: "Walking",
      source: "Withings",
    },
    {
      start_time: "2024-05-03T18:00:00+08:00",
      end_time: "2024-05-03T19:30:00+08:00",
      duration_s: 5400,
      distance_m: null,
      energy_kcal: 0,
      activity: "Swimming",
      source: "Withings",
    },
  ]);
});

Deno.test("read.withings() skips invalid data, and reports its position and the reason", async () => {
  const text = `start,duration,value
2024-05-01T16:46:00+02:00,"[60,60]","[0]"
2024-05-01T16:46:00+02:00,"[60]","[9]"
2024-05-01T16:46:00+02:00,60,1
yesterday,[60],[1]
2024-05-01T16:46:00+02:00,"[-60]","[1]"
2024-05-01T16:46:00+02:00
2024-05-01T18:46:00+02:00,[60],[2]
`;
  const { sleep, report } = await read.withings(file("raw_tracker_sleep-state.csv", text));
  assertEquals(rows(sleep).length, 1);
  assertEquals(report.problems.map(({ where, reason }) => `${where}: ${reason}`).sort(), [
    "line 2: its lists are not of one length: 2 lengths and 1 value",
    "line 3: its stage of sleep is not known: 9",
    "line 4: its lists are not lists of numbers: 60 and 1",
    "line 5: its time has no zone; pass tz: yesterday",
    "line 6: it ends before it starts",
    "line 7: it has fewer or more fields than the header row",
  ]);
});

Deno.test("read.withings() rejects files of other vendors, and lists the files that it found", async () => {
  const wrong = [
    file("sleep.csv", "day;score\n2024-01-01;80\n"), // from another vendor
    file("weight.csv", "kg\n70\n"),
    file("raw_hr_hr.csv", "a,b,c\n1,2,3\n"),
  ];
  for (const one of wrong) {
    await assertRejects(() => read.withings(one), TypeError, "none of its files was found");
  }
  await assertRejects(() => read.withings("nowhere/withings"), TypeError, "nowhere/withings");
  const cut = STAGES.slice(0, 80);
  const damaged = file("raw_bed_sleep-state.csv", cut);
  await assertRejects(
    () => read.withings(damaged, { strict: true }),
    TypeError,
    "raw_bed_sleep-state.csv: line 2: the row is not CSV: it is cut short inside quotes",
  );
  assertEquals((await read.withings(damaged)).report.skipped, { "the row is not CSV": 1 });
});

Deno.test("read.any() detects an export of Withings, and ingesting it twice stores nothing twice", async () => {
  const content = await read.any(await zipped(EXPORT), { tz: TZ });
  assertEquals(content.report.reader, "withings");
  await using me = await local({ tz: TZ });
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(await inFolder(EXPORT, (folder) => read.withings(folder, { tz: TZ })));
  assertEquals((await me.api.user.totals()).total_records, total_records);
  const range = { start_time: "2024-05-01T00:00+08:00", end_time: "2024-05-04T00:00+08:00" };
  const weights = await me.api.metrics.samples({ metric: "Weight", ...range });
  assertEquals(weights.getColumn("value").toArray().map((value) => Number(value).toFixed(1)), [
    "148.5",
    "140.7",
  ]);
});

Deno.test("read.withings() reads an export in German like one in English", async () => {
  const english = {
    "sleep.csv": `from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up"
2024-05-01T23:10:00+02:00,2024-05-02T07:10:00+02:00,18660,5460,3600,720,2
`,
    "weight.csv": `Date,"Weight (kg)","Fat mass (kg)",Comments
"2024-05-01 08:00:00",83.50,20.10,
`,
    "bp.csv": `Date,"Heart rate",Systolic,Diastolic,Comments
"2024-05-01 08:05:00",71,118,77,
`,
  };
  const german = {
    "sleep.csv": english["sleep.csv"].replace(
      /.*/,
      () => `von,bis,"leicht (s)","tief (s)","rem (s)","wach (s)",Aufwachen`,
    ),
    "weight.csv": english["weight.csv"].replace(
      /.*/,
      () => `Date,"Gewicht (kg)","Fettmasse (kg)",Kommentare`,
    ),
    "bp.csv": english["bp.csv"].replace(
      /.*/,
      () => "Datum,Herzfrequenz,Systole,Diastole,Kommentare",
    ),
  };
  const [first, second] = await Promise.all([english, german].map(async (files) => {
    const { metrics, others, sleep } = await read.withings(await zipped(files), { tz: TZ });
    const frames = { ...metrics, ...others, sleep };
    return Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, rows(frame)]));
  }));
  assertEquals(second, first);
  assertEquals(Object.keys(second!).includes("deep_sleep_duration"), true);
  assertEquals(Object.keys(second!).includes("BloodPressureSystolic"), true);
});
