import { assertAlmostEquals, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { local } from "../../src/app/local.ts";
import { any } from "../../src/read/any.ts";
import type { MakerExport } from "../../src/read/export/makerExport.ts";
import { fitbit } from "../../src/read/fitbit/fitbit.ts";
import { fitbitSleep } from "../../src/read/fitbit/fitbitSleep.ts";
import { merge } from "../../src/sleep/merge.ts";
import { inFolder, zipped } from "./export/exportFixture.ts";
import { NIGHT, TAKEOUT_FILES } from "./fitbitFiles.ts";

const TAKEOUT = zipped(TAKEOUT_FILES), TZ = "Europe/Berlin";

function starts(content: MakerExport, metric: string): string[] {
  return content.metrics[metric]!.getColumn("start_time").toArray()
    .map((time) => new Date(Number(time)).toISOString());
}

function values(content: MakerExport, metric: string): number[] {
  return content.metrics[metric]!.getColumn("value").toArray() as number[];
}

Deno.test("steps and heart rate are in UTC, nights and days in the zone, even in the hour of the spring change", async () => {
  const content = await fitbit(TAKEOUT, { tz: TZ });
  assertEquals(starts(content, "StepCount"), [
    "2024-03-31T00:59:00.000Z",
    "2024-03-31T01:00:00.000Z",
  ]);
  assertEquals(starts(content, "HeartRate"), [
    "2024-03-31T00:59:04.000Z",
    "2024-03-31T00:59:09.000Z",
  ]);
  assertEquals(starts(content, "RestingHeartRate"), [
    "2024-03-29T23:00:00.000Z",
    "2024-03-30T23:00:00.000Z",
  ]);
  const ends = content.metrics["RestingHeartRate"]!.getColumn("end_time").toArray().map(Number);
  assertEquals(ends[1]! - ends[0]!, 23 * 3_600_000, "the day of the change has 23 hours");
  assertEquals(starts(content, "Weight"), ["2024-03-31T05:15:00.000Z"]);
  assertEquals(starts(content, "SleepingWristTemperature"), ["2024-03-30T22:00:00.000Z"]);
});

Deno.test("units are read from the file: centimetres, pounds, kilometres", async () => {
  const content = await fitbit(TAKEOUT, { tz: TZ });
  assertAlmostEquals(values(content, "DistanceTraveledOnFoot")[0]!, 8.4, 1e-9);
  assertEquals(content.metrics["Weight"]!.getColumn("unit").toArray(), ["lb"]);
  const walk = content.workouts.toRecords();
  assertEquals(walk.map((row) => [row["activity"], row["distance_m"], row["source"]]), [
    ["Walk", 2500, "Versa 3"],
    ["Bike", 15_000, "Fitbit"],
  ]);
});

Deno.test("short wakes cover their stages, as in the merge of both layers", async () => {
  const { sleep } = await fitbit(TAKEOUT, { tz: TZ });
  const layers = merge(await fitbitSleep([NIGHT], { tz: TZ }), {
    sourcePriority: ["fitbit-short"],
  });
  const columns = ["start_time", "end_time", "sleep_stage"];
  assertEquals(sleep.select(...columns).toRecords(), layers.select(...columns).toRecords());
});

Deno.test("read.fitbit() reads duplicate data once, and reports the skipped files", async () => {
  const { report } = await fitbit(TAKEOUT, { tz: TZ });
  assertEquals(report.read, {
    StepCount: 2,
    DistanceTraveledOnFoot: 1,
    RestingHeartRate: 2,
    Weight: 1,
    BodyFatPercentage: 1,
    BodyMassIndex: 1,
    HeartRate: 2,
    BloodOxygenSaturation: 1,
    SleepingWristTemperature: 1,
    total_calories: 1,
    hrv_rmssd: 1,
    sleep_score: 1,
    stress_score: 1,
    sleep: 5,
    workouts: 2,
  });
  assertEquals(report.repeated, 1);
  assertEquals(report.skipped, {
    "a day without a figure": 1,
    "a workout that another file holds too": 1,
    "a value of 50, which means none": 1,
    "a STRESS_SCORE of 0, which means none": 1,
  });
  assertEquals(report.problems, []);
  assertEquals(report.ignored, {
    "Takeout/Fitbit/Biometrics/Glucose ######.csv": 1,
    "Takeout/Fitbit/Global Export Data/calories-####-##-##.json": 1,
    "Takeout/Fitbit/Your Profile/Profile.csv": 1,
  });
  const notes = report.notes.join("\n");
  assertStringIncludes(
    notes,
    "steps_####-##-##.csv is skipped: steps-####-##-##.json has the same data",
  );
  assertStringIncludes(notes, "heart_rate-####-##-##.json is skipped");
  assertStringIncludes(notes, "UserSleepStages_####-##-##.csv is skipped");
});

Deno.test("Google's tables give the same result without other files, with the device of each row", async () => {
  const files = Object.entries(TAKEOUT_FILES).filter(([name]) => name.includes("_GoogleData/"));
  const content = await fitbit(zipped(Object.fromEntries(files)));
  assertEquals(content.metrics["StepCount"]!.getColumn("source").toArray(), [
    "MobileTrack",
    "Fit Health Connect",
  ]);
  assertEquals(content.sleep.getColumn("sleep_stage").toArray(), [3]);
  assertEquals(content.report.read["workouts"], 2);
});

Deno.test("the zone defaults to the export's profile, and the report says so", async () => {
  const given = await fitbit(TAKEOUT, { tz: TZ }), found = await fitbit(TAKEOUT);
  assertEquals(found.sleep.toRecords(), given.sleep.toRecords());
  assertStringIncludes(found.report.notes[0]!, "Europe/Berlin, which the export names");
  const { "Takeout/Fitbit/Your Profile/Profile.csv": _, ...others } = TAKEOUT_FILES;
  const { report } = await fitbit(zipped(others));
  assertEquals(report.read["sleep"], undefined);
  assertEquals(report.skipped["its time has no zone; pass tz"], 3);
  assertEquals(report.read["HeartRate"], 2);
});

Deno.test("a folder and the parts of a large takeout are read like a single zip file", async () => {
  const whole = await fitbit(TAKEOUT, { tz: TZ });
  const half = Object.entries(TAKEOUT_FILES);
  const parts = [half.slice(0, 7), half.slice(7)].map((part) => zipped(Object.fromEntries(part)));
  const fromParts = await fitbit(parts, { tz: TZ });
  const fromFolder = await inFolder(TAKEOUT_FILES, (folder) => any(folder, { tz: TZ }));
  for (const { report, sleep } of [fromParts, fromFolder]) {
    assertEquals(report, whole.report);
    assertEquals(sleep.toRecords(), whole.sleep.toRecords());
  }
});

Deno.test("read.fitbit() keeps only the requested range", async () => {
  const { report } = await fitbit(TAKEOUT, {
    tz: TZ,
    range: { start_time: "2024-03-31T12:00", end_time: "2024-04-01" },
  });
  assertEquals(report.read["workouts"], 2);
  assertEquals(report.read["StepCount"], undefined);
  assertEquals(report.read["sleep"], undefined);
  assertEquals(report.read["RestingHeartRate"], 1);
});

Deno.test("read.fitbit() keeps only the requested names, and opens no other files", async () => {
  const broken = { ...TAKEOUT_FILES, "heart_rate_2024-04-01.csv": 'beats per minute\n"' };
  const { report, metrics } = await fitbit(zipped(broken), {
    tz: TZ,
    only: ["sleep", "Weight", "StepCounts" as never],
  });
  assertEquals(report.read, { Weight: 1, sleep: 5 });
  assertEquals(Object.keys(metrics), ["Weight"]);
  assertEquals(report.skipped["not asked for"], 2, "fat and BMI stand beside the weight");
  assertEquals(report.skipped["the file cannot be read"], undefined);
  assertStringIncludes(report.notes.join("; "), 'nothing of StepCounts; did you mean "StepCount"?');
  await assertRejects(
    () => fitbit(TAKEOUT, { only: "sleep" as never }),
    TypeError,
    'such as ["sleep"]',
  );
});

Deno.test("a takeout that is ingested repeatedly is stored once", async () => {
  await using me = await local({ tz: TZ });
  const content = await any(TAKEOUT, { tz: TZ });
  const first = await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(content);
  assertEquals((await me.api.user.totals()).total_records, total_records);
  assertEquals(first.stored["SleepStage"], 5);
  assertEquals(first.left, {});
  assertEquals(Object.keys(first.own).toSorted(), [
    "hrv_rmssd",
    "sleep_score",
    "stress_score",
    "total_calories",
  ]);
  const { own } = await me.ingest(content);
  assertEquals(own, first.own, "metrics of one's own are defined once");
  const days = await me.daily({ start_time: "2024-03-31", end_time: "2024-04-01" }, {
    metrics: [own["hrv_rmssd"]!, "RestingHeartRate"],
  });
  assertEquals(days.getColumn("hrv_rmssd").toArray(), [41.5]);
  assertEquals(days.getColumn("resting_heart_rate").toArray(), [55.9]);
  const samples = await me.api.metrics.samples({
    metric: "Weight",
    start_time: "2024-03-31",
    end_time: "2024-04-01",
  });
  assertAlmostEquals(samples.getColumn("value").toArray()[0] as number, 154.3, 1e-9);
});

Deno.test("read.fitbit() reports rows that it cannot read, and keeps the others", async () => {
  const log = { ...NIGHT, levels: { data: [{ ...NIGHT.levels.data[0], level: "snoring" }] } };
  const { report } = await fitbit(
    zipped({
      "steps-2024-03-31.json": JSON.stringify([
        { dateTime: "31/03/24 00:59:00", value: "12" }, // day and month are the other way round
        { dateTime: "03/31/24 00:59:00", value: "many" },
        { dateTime: "03/31/24 01:59:00", value: "5" },
        "steps",
      ]),
      "sleep-2024-03-31.json": JSON.stringify([log, NIGHT]),
      "heart_rate_2024-03-31.csv":
        "timestamp,beats per minute\nyesterday,61\n2024-03-31T00:59:04Z\n",
    }),
    { tz: TZ },
  );
  assertEquals(report.read, { StepCount: 1, sleep: 5 });
  assertEquals(report.skipped, {
    "its time cannot be read": 2,
    "its value is not a number": 1,
    "it is not an entry": 1,
    "a piece of a sleep log cannot be read": 1,
    "it has fewer or more fields than the header row": 1,
  });
  const where = report.problems.map(({ file, where }) => `${file} ${where}`);
  assertEquals(where.slice(0, 2), [
    "heart_rate_2024-03-31.csv line 2",
    "heart_rate_2024-03-31.csv line 3",
  ]);
});

Deno.test("read.fitbit() reports why a file is not a Fitbit export, or where it is truncated", async () => {
  const file = (text: string, name = "steps-2024-03-31.json"): File => new File([text], name);
  await assertRejects(() => fitbit(file("hello", "hello.txt")), TypeError, "only hello.txt");
  await assertRejects(() => fitbit(file('[{"dateTime":')), TypeError, "not JSON, or cut short");
  await assertRejects(() => fitbit(file("{}")), TypeError, "no list of entries");
  await assertRejects(
    () => fitbit(new Blob([TAKEOUT.slice(0, -9)])),
    TypeError,
    "truncated, or not a zip file",
  );
  await assertRejects(() => fitbit("nowhere/takeout.zip"), TypeError, "does not exist");
  await assertRejects(() => fitbit([]), TypeError, "the list of files is empty");
  await assertRejects(() => fitbit(TAKEOUT, { tz: "Europe/Berln" }), RangeError, "Europe/Berlin");
});

const FITBIT_SLEEP =
  `Start Time,End Time,Minutes Asleep,Minutes Awake,Number of Awakenings,Time in Bed,Minutes REM Sleep,Minutes Light Sleep,Minutes Deep Sleep
"2024-03-30 11:36PM","2024-03-31 7:06AM","340","50","21","390","90","190","60"
"2024-03-30 2:05PM","2024-03-30 2:50PM","40","5","1","45","N/A","N/A","N/A"
`;
const FITBIT_DAYS =
  `Date,Calories Burned,Steps,Distance,Floors,Minutes Sedentary,Minutes Lightly Active,Minutes Fairly Active,Minutes Very Active,Activity Calories
"2024-03-30","2,115","9,022","6.68","3","1,133","252","26","29","911"
"2024-03-31","1,650","0","0","0","1,380","0","0","0","0"
`;
const FITBIT_MONTH = `Body
Date,Weight,BMI,Fat
"2024-03-30","66.8","24.11","0"

Foods
Date,Calories In
"2024-03-30","0"

Activities
${FITBIT_DAYS}
Sleep
${FITBIT_SLEEP}
Food Log 20240330
Daily Totals
"","Calories","0"
`;

Deno.test("the CSV that Fitbit exported by month is read, whole or one table of it", async () => {
  const month = await any(new File([FITBIT_MONTH], "fitbit_export_20240401.csv"), { tz: TZ });
  assertEquals(month.report.reader, "fitbit");
  assertEquals(month.report.problems, []);
  assertEquals(starts(month, "StepCount"), ["2024-03-29T23:00:00.000Z"]);
  assertEquals(values(month, "StepCount"), [9022]);
  assertEquals(values(month, "StairFlightsClimbed"), [3]);
  assertEquals(month.others["total_calories"]!.getColumn("value").toArray(), [2115, 1650]);
  // 7.5 hours on the clock, less the hour that is skipped: the minutes asleep and awake.
  const minutes = month.sleep.toRecords().map((row) =>
    (Number(row["end_time"]) - Number(row["start_time"])) / 60_000
  );
  assertEquals(minutes, [45, 390]);
  assertEquals(month.others["asleep_duration"]!.getColumn("value").toArray(), [40, 340]);
  assertEquals(month.others["deep_sleep_duration"]!.getColumn("value").toArray(), [60]);
  const parts = await any([
    new File([FITBIT_SLEEP], "sleep.csv"),
    new File([FITBIT_DAYS], "activities.csv"),
  ], { tz: TZ });
  assertEquals(parts.report.read, month.report.read);
  const steps = await any(new File([FITBIT_MONTH], "month.csv"), { tz: TZ, only: ["StepCount"] });
  assertEquals(steps.report.read, { StepCount: 1 });
});
