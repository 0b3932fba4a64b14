import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { appleHealth } from "../../src/read/appleHealth/appleHealth.ts";
import type { AppleHealthOptions } from "../../src/read/appleHealth/readHealth.ts";
import { any } from "../../src/read/any.ts";
import { healthStamp } from "../../src/read/appleHealth/healthStamp.ts";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { exportXml, nightRecords, recordXml, stamp, zipOf } from "./healthFile.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { timing } from "../../src/sleep/timing.ts";

const tz = "Europe/Berlin";
const HEART = "HKQuantityTypeIdentifierHeartRate";
const bytes = (text: string) => new TextEncoder().encode(text);
const rows = (frame: Frame) => toRows(columnsOf(frame));
const readText = (text: string, options?: AppleHealthOptions) => appleHealth(bytes(text), options);
const beat = (start: string, value = "61", more: Record<string, string> = {}) =>
  recordXml({ type: HEART, start, end: start, value, unit: "count/min", ...more });

/** Bytes as a stream of pieces of a length that cuts characters, tags and names. */
function streamed(
  all: Uint8Array<ArrayBuffer>,
  length: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.slice(at, at += length));
    },
  });
}

Deno.test("appleHealth() returns a frame for each type, the nights as stages, workouts, and a report", async () => {
  const nights = nightRecords("2024-01-15", 2);
  const workout =
    ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" sourceName="Watch" startDate="2024-01-16 18:00:00 +0200" endDate="2024-01-16 18:30:30 +0200">
  <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5.25" unit="km"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="1674" unit="kJ"/>
 </Workout>\n`;
  const stood = recordXml({
    type: "HKCategoryTypeIdentifierAppleStandHour",
    start: "2024-01-15 09:00:00 +0200",
    end: "2024-01-15 10:00:00 +0200",
    value: "HKCategoryValueAppleStandHourStood",
  });
  const pressure = `<Correlation type="HKCorrelationTypeIdentifierBloodPressure">${
    beat("2024-01-15 12:00:00 +0200")
  }</Correlation>\n`;
  const text = exportXml(
    beat("2024-01-15 12:00:00 +0200"),
    pressure,
    ...nights.map(recordXml),
    stood,
    workout,
    `<ActivitySummary dateComponents="2024-01-15"/>\n`,
  );
  const read = await readText(text, { tz });
  assertEquals(Object.keys(read.records).sort(), [
    "HKCategoryTypeIdentifierAppleStandHour",
    HEART,
  ]);
  assertEquals(rows(read.records[HEART]!), [{
    start_time: "2024-01-15T11:00:00+01:00",
    end_time: "2024-01-15T11:00:00+01:00",
    value: 61,
    unit: "count/min",
    source: "Anna’s Watch",
    tz: null,
    utc_offset_s: null,
  }]);
  const sleep = rows(read.sleep);
  assertEquals(sleep.length, nights.length);
  assertEquals(sleep.slice(0, 3).map(({ sleep_stage, start_time }) => [sleep_stage, start_time]), [
    [0, "2024-01-14T23:50:00+01:00"],
    [3, "2024-01-15T00:10:00+01:00"],
    [4, "2024-01-15T00:40:00+01:00"],
  ]);
  assertEquals(sleep[0]!["source"], "Anna’s Phone");
  const [run] = rows(read.workouts);
  assertEquals([run!["activity"], run!["duration_s"], run!["distance_m"]], ["Running", 1830, 5250]);
  assert(Math.abs(Number(run!["energy_kcal"]) - 400.0956) < 0.001);
  assertEquals(read.report, {
    exported: "2024-07-01T10:00:00Z",
    kept: nights.length + 3,
    ignored: { Me: 1, Correlation: 1, ActivitySummary: 1 },
    nested: 1,
    skipped: 0,
    problems: [],
  });
});

Deno.test("appleHealth() returns instants for any offset of the phone, and the record's own offset", async () => {
  const instants = ["2024-01-15T06:00:00Z", "2024-07-15T06:00:00Z"];
  const zones = { "Europe/Berlin": [3600, 7200], "America/New_York": [-18_000, -14_400] };
  for (const [zone, offsets] of Object.entries(zones)) {
    const made = (offset: number) =>
      readText(
        exportXml(...instants.map((at) =>
          recordXml({
            type: HEART,
            start: stamp(at, offset),
            end: stamp(at, offset),
            value: "60",
            metadata: { HKTimeZone: zone },
          })
        )),
      );
    const summer = rows((await made(120)).records[HEART]!);
    assertEquals(rows((await made(-480)).records[HEART]!), summer);
    assertEquals(summer.map(({ start_time }) => start_time), instants);
    assertEquals(summer.map(({ utc_offset_s }) => utc_offset_s), offsets);
  }
});

const NOON = "2024-03-31 12:00:00 +0200";
const category = (type: string, value?: string) =>
  recordXml({
    type: `HKCategoryTypeIdentifier${type}`,
    start: NOON,
    end: NOON,
    ...value === undefined ? {} : { value: `HKCategoryValue${value}` },
  });

Deno.test("read.any() reads symptoms and cycle records of Apple Health in HealthKit's own codes", async () => {
  // Codes: HKCategoryValues.h of Apple's SDK, iOS 14.3.
  const written: readonly (readonly [type: string, value: string, metric: string, code: number])[] =
    [
      ["Headache", "SeverityUnspecified", "SymptomHeadache", 0],
      ["Headache", "SeverityNotPresent", "SymptomHeadache", 1],
      ["Headache", "SeveritySevere", "SymptomHeadache", 4],
      ["Acne", "SeverityMild", "SymptomAcne", 2],
      ["MenstrualFlow", "MenstrualFlowUnspecified", "MenstrualFlow", 1],
      ["MenstrualFlow", "MenstrualFlowNone", "MenstrualFlow", 5],
      ["MenstrualFlow", "VaginalBleedingHeavy", "MenstrualFlow", 4],
      ["OvulationTestResult", "OvulationTestResultPositive", "OvulationTestResult", 2],
      ["OvulationTestResult", "OvulationTestResultEstrogenSurge", "OvulationTestResult", 4],
      ["CervicalMucusQuality", "CervicalMucusQualityEggWhite", "CervicalMucusQuality", 5],
      ["Contraceptive", "ContraceptiveOral", "ContraceptiveUse", 6],
      ["AppetiteChanges", "AppetiteChangesIncreased", "AppetiteChange", 3],
      ["MoodChanges", "PresencePresent", "MoodChanges", 1],
      ["MoodChanges", "PresenceNotPresent", "MoodChanges", 0],
      ["AppleStandHour", "AppleStandHourStood", "StandHour", 1],
      ["AppleStandHour", "AppleStandHourIdle", "StandHour", 0],
      ["SexualActivity", "NotApplicable", "SexualActivity", 1],
    ];
  const read = await any(new TextEncoder().encode(exportXml(
    ...written.map(([type, value]) => category(type, value)),
    category("Headache", "SeverityUnheardOf"),
    category("Headache"),
    category("IntermenstrualBleeding", "NotApplicable"),
  )));
  const expected: Record<string, number[]> = {};
  for (const [, , metric, code] of written) (expected[metric] ??= []).push(code);
  const given = Object.fromEntries(
    Object.entries(read.metrics).map(([metric, frame]) => [
      metric,
      frame.getColumn("value").toArray(),
    ]),
  );
  assertEquals(given, expected);
  assertEquals(read.report.skipped, {
    "HKCategoryTypeIdentifierHeadache: its value is not known": 2,
    "HKCategoryTypeIdentifierIntermenstrualBleeding: it is not a number": 1,
  });
});

Deno.test("appleHealth() reads local times in the record's own zone with stamps: wall", async () => {
  const at = (start: string, zone?: string) =>
    recordXml({
      type: HEART,
      start,
      end: start,
      value: "60",
      ...(zone === undefined ? {} : { metadata: { HKTimeZone: zone } }),
    });
  const text = exportXml(
    at("2024-01-15 07:00:00 +0200", "Europe/Berlin"),
    at("2024-07-15 07:00:00 +0200", "America/New_York"),
    at("2024-10-27 02:30:00 +0200", "Europe/Berlin"), // twice
    at("2024-03-31 02:30:00 +0200", "Europe/Berlin"), // never
    at("2024-01-15 07:00:00 +0200"),
    at("2024-01-15 07:00:00 +0200", "No/Where"),
  );
  const { records } = await readText(text, { tz: "Asia/Kathmandu", stamps: "wall" });
  const utc = rows(records[HEART]!).map(({ start_time }) =>
    new Date(start_time as string).toISOString().slice(0, 16)
  );
  assertEquals(utc, [
    "2024-01-15T06:00",
    "2024-07-15T11:00",
    "2024-10-27T00:30",
    "2024-03-31T01:30",
    "2024-01-15T01:15",
    "2024-01-15T01:15",
  ]);
  assertEquals(rows(records[HEART]!).at(-1)!["tz"], null);
});

Deno.test("appleHealth() reads a path, a URL, bytes, a Blob, a stream in any chunks, and a zip file alike", async () => {
  const text = exportXml(
    ...nightRecords("2024-03-30", 3).map(recordXml),
    beat("2024-03-31 12:00:00 +0200"),
  );
  const expected = rows((await readText(text)).sleep);
  assertEquals(expected.length, 45);
  const zip = zipOf([
    { name: "apple_health_export/export_cda.xml", content: "<ClinicalDocument/>" },
    { name: "apple_health_export/export.xml", content: text },
    { name: "apple_health_export/workout-routes/route.gpx", content: "<gpx/>" },
  ]);
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/export.xml`, zipPath = `${folder}/export.zip`;
    await Deno.writeTextFile(path, text);
    await Deno.writeFile(zipPath, zip);
    const sources = [
      path,
      zipPath,
      pathToFileURL(path),
      zip,
      zip.buffer,
      new Blob([zip]),
      new Blob([text]),
      bytes(`\ufeff${text}`),
      ...[1, 7, 1000].map((length) => streamed(bytes(text), length)),
      streamed(zip, 3),
    ];
    for (const source of sources) assertEquals(rows((await appleHealth(source)).sleep), expected);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("appleHealth() reads an export whose file has a name in another language", async () => {
  const content = exportXml(beat("2024-03-31 12:00:00 +0200"));
  const zip = zipOf([
    { name: "apple_health_export/exportación.xml", content },
    { name: "apple_health_export/exportación_cda.xml", content: "<x/>" },
  ]);
  assertEquals((await appleHealth(zip)).report.kept, 1);
});

Deno.test("appleHealth() skips invalid records, and reports line and reason", async () => {
  const text = exportXml(
    beat("2024-01-15 12:00:00 +0200", "12x"),
    beat("2024-02-30 12:00:00 +0200"),
    beat("2024-01-15T12:00:00Z"),
    beat("2024-01-15 12:00:00 +0200", "0x3d"),
    recordXml({
      type: HEART,
      start: "2024-01-15 12:00:00 +0200",
      end: "2024-01-15 11:00:00 +0200",
      value: "1",
    }),
    recordXml({
      type: "HKCategoryTypeIdentifierSleepAnalysis",
      start: "2024-01-15 12:00:00 +0200",
      end: "2024-01-15 12:00:00 +0200",
      value: "HKCategoryValueSleepAnalysisDreaming",
    }),
    beat("2024-01-15 12:00:00 +0200", "61", { source: "odd \x0b one" }),
  );
  const { report, records } = await readText(text);
  assertEquals([report.kept, report.skipped], [1, 6]);
  const first = exportXml().split("\n").length - 1;
  assertEquals(report.problems[0], {
    line: first,
    reason: `Record ${HEART}: value "12x" is not a number`,
  });
  assertEquals(report.problems.map(({ line }) => line - first), [0, 1, 2, 3, 4, 5, 6]);
  assertEquals(report.problems[4]!.reason.includes("is before startDate"), true);
  assertEquals(rows(records[HEART]!)[0]!["source"], "odd \x0b one");
});

Deno.test("appleHealth() skips a workout with an unknown unit, and names the unit", async () => {
  const workout = (duration: string, statistics: string) =>
    ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" ${duration} sourceName="Watch" startDate="2024-01-16 18:00:00 +0200" endDate="2024-01-16 18:30:30 +0200">${statistics}</Workout>\n`;
  const distance = (sum: string, unit: string) =>
    `<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="${sum}" unit="${unit}"/>`;
  const half = 'duration="30" durationUnit="min"';
  const text = exportXml(
    workout(half, distance("5.25", "km")),
    workout(half, distance("3", "furlong")),
    workout('duration="2" durationUnit="fortnight"', ""),
    workout(half, distance("five", "km")),
    workout('duration="30"', ""),
    workout("", ""),
  );
  const { workouts, report } = await readText(text);
  assertEquals(
    rows(workouts).map(({ duration_s, distance_m }) => [duration_s, distance_m]),
    [[1800, 5250], [null, null]],
  );
  const reasons = report.problems.map(({ reason }) => reason);
  assertEquals(reasons.length, 4);
  for (
    const [i, words] of [
      'distance_m is "3 furlong"',
      'duration_s is "2 fortnight"',
      'distance_m is "five km"',
      'duration_s is "30" without a unit',
    ].entries()
  ) assert(reasons[i]!.includes(words), reasons[i]);
});

Deno.test("appleHealth() keeps only the requested types, by short or full name", async () => {
  const text = exportXml(
    ...nightRecords("2024-03-30", 1).map(recordXml),
    beat("2024-03-31 12:00:00 +0200"),
  );
  for (const types of [["HeartRate"], [HEART]]) {
    const { sleep, records, report } = await readText(text, { types });
    assertEquals([rows(sleep).length, rows(records[HEART]!).length], [0, 1]);
    assertEquals(report.ignored["HKCategoryTypeIdentifierSleepAnalysis"], 15);
  }
});

Deno.test("appleHealth() reads entities and CDATA, and rejects entities that the file defines", async () => {
  const text = exportXml(
    beat("2024-03-31 12:00:00 +0200", "61", { source: 'A & B "C" <D>' }),
    "<![CDATA[ <Record/> ]]>",
  );
  assertEquals(rows((await readText(text)).records[HEART]!)[0]!["source"], 'A & B "C" <D>');
  const bomb =
    `<!DOCTYPE HealthData [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><HealthData locale="&b;"/>`;
  await assertRejects(() => readText(bomb), TypeError, "an entity is not one of XML's own");
});

Deno.test("appleHealth() reports where a file is cut, or that it is not XML or not an export", async () => {
  const text = exportXml(...nightRecords("2024-03-30", 1).map(recordXml));
  const length = bytes(text).length;
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: length - 14 }), async (end) => {
    await assertRejects(
      () => appleHealth(bytes(text).slice(0, end), { strict: true }),
      TypeError,
      "Cannot read the health export",
    );
  }));
  await assertRejects(
    () => readText(text.slice(0, -14), { strict: true }),
    TypeError,
    "cut short in HealthData, in line",
  );
  await assertRejects(() => readText(""), TypeError, "the file is empty");
  await assertRejects(
    () => readText("<html></html>"),
    TypeError,
    "its root is html, not HealthData",
  );
  await assertRejects(() => readText("<HealthData><a></b></HealthData>"), TypeError, "in line 1");
  await assertRejects(() => readText(`${text}<Record`, { strict: true }), TypeError);
  await assertRejects(
    () => readText(text.replace("UTF-8", "UTF-16")),
    TypeError,
    "UTF-16, not UTF-8",
  );
  const broken = bytes(text);
  broken[broken.length - 30] = 0xff;
  await assertRejects(() => appleHealth(broken, { strict: true }), TypeError, "not UTF-8 in line");
  const { report } = await appleHealth(broken);
  assertStringIncludes(report.problems[0]!.reason, "a character that XML does not have");
  await assertRejects(() => appleHealth(5 as never), TypeError, "expected a path");
  await assertRejects(() => readText(text, { tz: "Berlin" }), RangeError, "Berlin");
});

Deno.test("appleHealth() reads a damaged file up to the damage, and reports where it stops", async () => {
  const records = nightRecords("2024-03-30", 1), text = exportXml(...records.map(recordXml));
  const whole = rows((await readText(text)).sleep);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: text.length - 14 }),
      fc.constantFrom("", "\0<", "&", "<Record"),
      async (end, damage) => {
        const damaged = text.slice(0, end) + damage;
        const complete = [...damaged.matchAll(/<Record [^>]*\/>|<\/Record>/g)].length;
        const read = () => appleHealth(bytes(damaged));
        if (complete === 0) return void await assertRejects(read, TypeError);
        const { sleep, report } = await read();
        assertEquals(rows(sleep), whole.slice(0, complete));
        assertEquals(report.kept, complete);
        const [{ line, reason }] = report.problems as [{ line: number; reason: string }];
        assertEquals(line, damaged.split("\n").length, reason);
        assert(reason.endsWith("; the rest is not read"), reason);
        await assertRejects(() => appleHealth(bytes(damaged), { strict: true }), TypeError);
        const stream = new Blob([damaged]).stream();
        await assertRejects(() => appleHealth(stream), TypeError, "Cannot read the health export");
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("any() reads the complete part of a cut health export, and reports the position", async () => {
  const text = exportXml(...nightRecords("2024-03-30", 1).map(recordXml)).slice(0, -60);
  const file = new File([text], "export.xml"), tz = "Europe/Berlin";
  const { report } = await any(file, { tz });
  assertEquals(Object.keys(report.skipped), ["the record cannot be read"]);
  assert(/cut short in .*; the rest is not read/.test(report.problems[0]!.reason));
  await assertRejects(() => any(file, { tz, strict: true }), TypeError, "cut short in");
});

Deno.test("appleHealth() reads a sleep goal as a number with a unit", async () => {
  const goal = "HKDataTypeSleepDurationGoal", start = "2024-03-31 12:00:00 +0200";
  const text = exportXml(recordXml({ type: goal, start, end: start, value: "8", unit: "hr" }));
  const [row] = rows((await readText(text)).records[goal]!);
  assertEquals([row?.["value"], row?.["unit"]], [8, "hr"]);
});

Deno.test("appleHealth() does not read nested elements of a record or workout as records", async () => {
  // The shapes of the phone's DTD of export version 14.
  const text = exportXml(
    ` <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="血圧 &amp; &#x1F600;" unit="ms" startDate="2024-05-01 09:00:00 +0545" endDate="2024-05-01 09:01:00 +0545" value="42.5">
  <MetadataEntry key="HKAlgorithmVersion" value="2"/>
  <HeartRateVariabilityMetadataList>
   <InstantaneousBeatsPerMinute bpm="61" time="9:00:01,23 AM"/>
  </HeartRateVariabilityMetadataList>
 </Record>\n`,
    ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" startDate="2024-05-01 18:00:00 +0200" endDate="2024-05-01 18:30:00 +0200">
  <WorkoutEvent type="HKWorkoutEventTypeSegment" date="2024-05-01 18:00:00 +0200" duration="5" durationUnit="min"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="150" unit="count/min"/>
  <WorkoutRoute sourceName="Watch" startDate="2024-05-01 18:00:00 +0200" endDate="2024-05-01 18:30:00 +0200">
   <MetadataEntry key="HKTimeZone" value="Nowhere/None"/>
   <FileReference path="/workout-routes/route.gpx"/>
  </WorkoutRoute>
 </Workout>\n`,
    ` <Correlation type="HKCorrelationTypeIdentifierFood"><MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/></Correlation>\n`,
  );
  const { records, workouts, report } = await readText(text);
  assertEquals(rows(records["HKQuantityTypeIdentifierHeartRateVariabilitySDNN"]!), [{
    start_time: "2024-05-01T03:15:00Z",
    end_time: "2024-05-01T03:16:00Z",
    value: 42.5,
    unit: "ms",
    source: "血圧 & 😀",
    tz: null,
    utc_offset_s: null,
  }]);
  const [workout] = rows(workouts);
  assertEquals([workout?.["duration_s"], workout?.["tz"]], [1800, null]);
  assertEquals([report.kept, report.skipped, report.ignored["Correlation"]], [2, 0, 1]);
});

Deno.test("appleHealth() reports options and sources that it cannot use", async () => {
  const fails = (options: Record<string, unknown>, message: string) =>
    assertRejects(() => readText(exportXml(), options), Error, message);
  await fails({ stamps: "local" }, 'stamps "local" is not one of instant, wall');
  await fails({ types: "StepCount" }, "types is string, expected a list");
  await fails({ tz: "Mars" }, "it is not an IANA time zone");
  await assertRejects(
    () => appleHealth("https://example.com/export.zip"),
    TypeError,
    'Pass it as new URL("https://example.com/export.zip")',
  );
});

Deno.test("appleHealth() reads zip files in the format for more than 4 GiB, compressed or not, and with a comment", async () => {
  const content = exportXml(...nightRecords("2024-03-30", 2).map(recordXml));
  const plain = await appleHealth(bytes(content));
  for (const options of [{ zip64: true }, { zip64: true, level: 0 }, { level: 9 }]) {
    const target = new Uint8ArrayWriter();
    const zip = new ZipWriter(target, { ...options, useWebWorkers: false });
    await zip.add("apple_health_export/", undefined, { directory: true });
    await zip.add("apple_health_export/export_cda.xml", new TextReader("<ClinicalDocument/>"));
    await zip.add("apple_health_export/export.xml", new TextReader(content));
    const packed = await zip.close(bytes("a comment PK\u0005\u0006"));
    assert((await appleHealth(packed as Uint8Array<ArrayBuffer>)).sleep.frameEqual(plain.sleep));
  }
});

Deno.test("appleHealth() rejects zip files that are broken, encrypted or inconsistent, or without an export", async () => {
  const content = exportXml(...nightRecords("2024-03-30", 1).map(recordXml)),
    name = "apple_health_export/export.xml";
  const good = zipOf([{ name, content }]);
  const fails = (zip: Uint8Array<ArrayBuffer>, message: string) =>
    assertRejects(() => appleHealth(zip), TypeError, message);
  for (const end of [4, 100, good.length - 23, good.length - 1]) {
    await fails(good.slice(0, end), "it is truncated");
  }
  await fails(zipOf([{ name: "a.txt", content }]), "contains no export.xml, only a.txt");
  await fails(zipOf([]), "the zip file is empty");
  await fails(zipOf([{ name, content, lie: { flags: 1 } }]), "is encrypted");
  await fails(zipOf([{ name, content, lie: { method: 12 } }]), "uses compression method 12");
  await fails(zipOf([{ name, content, lie: { crc: 1 } }]), "has a wrong checksum");
  await fails(zipOf([{ name, content, lie: { size: content.length / 2 | 0 } }]), "more bytes than");
  await fails(zipOf([{ name, content, lie: { size: content.length * 2 } }]), "fewer bytes than");
  const flipped = good.slice();
  for (let i = 60; i < 120; i++) flipped[i] = 255 - flipped[i]!;
  await fails(flipped, "Cannot read the health export");
  await assertRejects(() => appleHealth(good, { maxBytes: 1000 }), RangeError, "maxBytes is 1000");
});

Deno.test("appleHealth() reports progress, and stops at a signal", async () => {
  const text = exportXml(...nightRecords("2020-01-01", 200).map(recordXml));
  const told: number[] = [];
  let ended = false;
  await readText(text, {
    onProgress: ({ done, total, unit, ended: now }) => {
      assertEquals([total ?? bytes(text).length, unit], [bytes(text).length, "bytes"]);
      if (!now) told.push(done);
      ended = now;
    },
  });
  assert(ended && told.length > 3 && told.every((done, i) => i === 0 || done > told[i - 1]!));
  assertEquals(told.at(-1), bytes(text).length);
  await assertRejects(
    () => readText(text, { signal: AbortSignal.abort(new Error("enough")) }),
    Error,
    "enough",
  );
});

Deno.test("healthStamp() reads any instant like the calendar", () => {
  const moment = fc.date({
    min: new Date("0002-01-01"),
    max: new Date("9998-12-31"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
    const seconds = Math.floor(date.getTime() / 1000);
    const read = healthStamp(stamp(seconds * 1000, offset));
    assertEquals(read, { instant: seconds, wall: seconds + offset * 60 });
  }));
});

Deno.test("appleHealth() reports a missing file", async () => {
  await assertRejects(
    () => appleHealth("nowhere/export.zip"),
    TypeError,
    "Cannot read the health export: the file nowhere/export.zip does not exist",
  );
});

/** The files that this process has open, as another process sees them. */
async function openFiles(): Promise<string[]> {
  const code = `for (const { name } of Deno.readDirSync("/proc/${Deno.pid}/fd")) {
    try { console.log(Deno.readLinkSync("/proc/${Deno.pid}/fd/" + name)); } catch { /* closed meanwhile */ }
  }`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", code] }).output();
  return new TextDecoder().decode(stdout).split("\n");
}

Deno.test({
  name: "appleHealth() closes the file, since Node 26 ends a process that leaves one open",
  ignore: Deno.build.os !== "linux", // where open files can be seen
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const content = exportXml(beat("2024-01-15 08:00:00 +0100"));
      for (
        const [name, file] of [
          ["export.xml", bytes(content)],
          ["export.zip", zipOf([{ name: "apple_health_export/export.xml", content }])],
        ] as const
      ) {
        await Deno.writeFile(`${folder}/${name}`, file);
        assertEquals(Object.keys((await appleHealth(`${folder}/${name}`)).records).length, 1);
        assertEquals((await openFiles()).filter((path) => path.endsWith(name)), [], name);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("appleHealth() keeps the zone of each record, and nights follow it on a trip", async () => {
  const slept = (date: string, tz: string) => {
    const start = Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: tz,
      plainTime: "23:00",
    });
    const [from, to] = [start, start.add({ hours: 8 })].map((at) =>
      stamp(String(at.toInstant()), 120)
    );
    return recordXml({
      type: "HKCategoryTypeIdentifierSleepAnalysis",
      start: from!,
      end: to!,
      value: "HKCategoryValueSleepAnalysisAsleepCore",
      metadata: { HKTimeZone: tz },
    });
  };
  const dates = Array.from({ length: 14 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`);
  const text = exportXml(
    ...dates.map((date, i) => slept(date, i < 7 ? "Europe/Berlin" : "America/New_York")),
  );
  const { sleep } = await readText(text, { tz: "Europe/Berlin" });
  const found = timing(sleep);
  assertEquals([found.onset, found.onset_sd, found.wake], [23, 0, 7]);
  assert(timing(sleep, { tz: "Europe/Berlin" }).onset_sd! > 2);
});
