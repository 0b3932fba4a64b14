import { assertEquals, assertRejects } from "@std/assert";
import { any } from "../../../src/read/any.ts";
import { file, rows, zipped } from "../export/exportFixture.ts";
import { exportXml, recordXml } from "../healthFile.ts";

const tz = "Europe/Berlin", at = (clock: string) => `2024-05-01 ${clock}:00 +0200`;
const beat = (clock: string, value: string) =>
  recordXml({
    type: "HKQuantityTypeIdentifierHeartRate",
    start: at(clock),
    end: at(clock),
    value,
    unit: "count/min",
  });

const HEADER = "sourceName,sourceVersion,device,type,unit,creationDate,startDate,endDate,value\n";
const HEART = HEADER +
  `"Watch","10.3","<<HKDevice: 0x28, name:Watch>","HeartRate","count/min",${at("08:00")},${
    at("08:00")
  },${at("08:00")},61.5\n`;
const SLEEP = HEADER +
  `"Watch","10.3",,"SleepAnalysis",,${at("07:00")},${at("01:00")},${
    at("07:00")
  },HKCategoryValueSleepAnalysisAsleepDeep\n`;
const WORKOUT =
  "sourceName,sourceVersion,device,creationDate,startDate,endDate,workoutActivityType,duration,durationUnit,totalDistance,totalDistanceUnit,totalEnergyBurned,totalEnergyBurnedUnit\n" +
  `"Watch","10.3",,${at("10:00")},${at("09:00")},${
    at("09:30")
  },"HKWorkoutActivityTypeRunning",29.5,"min",5.1,"km",300,"kcal"\n`;

Deno.test("read.any() reads tables made of an Apple Health export like its records", async () => {
  const { metrics, sleep, workouts, report } = await any(
    zipped({ "HeartRate.csv": HEART, "SleepAnalysis.csv": SLEEP, "Workout.csv": WORKOUT }),
    { tz },
  );
  assertEquals([report.reader, report.files], ["appleHealth", { seen: 3, read: 3 }]);
  const xml = exportXml(beat("08:00", "61.5").replaceAll("Anna’s ", ""));
  assertEquals(
    rows(metrics["HeartRate"]),
    rows((await any(file("e.xml", xml), { tz })).metrics["HeartRate"]),
  );
  assertEquals(rows(sleep).map((row) => [row["start_time"], row["sleep_stage"]]), [
    ["2024-05-01T01:00:00+02:00", 4],
  ]);
  const [run] = rows(workouts);
  assertEquals([run!["activity"], run!["duration_s"], run!["distance_m"], run!["energy_kcal"]], [
    "Running",
    1770,
    5100,
    300,
  ]);
});

Deno.test("a table of Simple Health Export is read, and rows that cannot be read are reported", async () => {
  const text =
    "sep=,\ntype,sourceName,sourceVersion,productType,device,startDate,endDate,unit,value\n" +
    `HKQuantityTypeIdentifierStepCount,Phone,17,,,${at("08:00")},${at("08:05")},count,120\n` +
    `HKQuantityTypeIdentifierStepCount,Phone,17,,,yesterday,${at("08:15")},count,30\n` +
    `HKQuantityTypeIdentifierStepCount,Phone,17,,,${at("08:20")},${at("08:25")},count,many\n` +
    "HKQuantityTypeIdentifierStepCount,Phone\n";
  const { metrics, report } = await any(file("steps.csv", text), { tz });
  assertEquals(rows(metrics["StepCount"]).map((row) => row["value"]), [120]);
  assertEquals(report.skipped, { "the record cannot be read": 3 });
  assertEquals(report.problems.map(({ file, where }) => [file, where]), [
    ["steps.csv", "line 4"],
    ["steps.csv", "line 5"],
    ["steps.csv", "line 6"],
  ]);
  await assertRejects(() => any(file("s.csv", text), { tz, strict: true }), TypeError, "line 4");
});

Deno.test("of several Apple Health exports the latest counts, and the report names the others", async () => {
  const early = exportXml(beat("08:00", "61")).replace("2024-07-01 12:00", "2024-06-01 12:00");
  const late = exportXml(beat("08:00", "61"), beat("08:05", "70"));
  const { metrics, report } = await any(
    zipped({ "a/export.xml": early, "b/export.xml": late, "c/HeartRate.csv": HEART }),
    { tz },
  );
  assertEquals(rows(metrics["HeartRate"]).map((row) => row["value"]), [61, 70]);
  assertEquals(report.files, { seen: 3, read: 1 });
  assertEquals(report.notes.slice(0, 2), [
    "a/export.xml is skipped: b/export.xml is the latest export",
    "c/HeartRate.csv is skipped: b/export.xml is the latest export",
  ]);
});
