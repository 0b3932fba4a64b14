import { assert, assertEquals, assertRejects } from "@std/assert";
import type { IngestedFile } from "../../../src/app/health/showIngested.ts";
import { local } from "../../../src/app/local.ts";
import { any } from "../../../src/read/any.ts";
import { parts } from "../../../src/read/parts.ts";
import { ingestFile } from "../../../src/app/health/ingestFile.ts";
import { CATEGORY_METRICS, QUANTITY_METRICS } from "../../../src/read/appleHealth/healthMetrics.ts";
import { METRIC_TABLE } from "../../../src/api/fields/metricTable.ts";
import type { Client } from "../../../src/client/client.ts";
import { connect } from "../../../src/client/connect.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { fitbitSleep } from "../../../src/read/fitbit/fitbitSleep.ts";
import { appleHealth } from "../../../src/read/appleHealth/appleHealth.ts";
import { createService } from "../../../src/service/createService.ts";
import { cycles } from "../../../src/sleep/cycles.ts";
import { stages } from "../../../src/sleep/stages.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { exportXml, nightRecords, recordXml, zipOf } from "../../read/healthFile.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import type { MetricName } from "../../../src/api/fields/metricTable.ts";

const USER = "00000000-0000-4000-8000-000000000001";
const rows = (frame: Frame) => toRows(columnsOf(frame));
const range = { start_time: "2024-03-01T00:00Z", end_time: "2024-05-01T00:00Z" };

async function withService(use: (client: Client) => Promise<void>): Promise<void> {
  const store = openStore();
  const service = createService({ store });
  try {
    await use(connect({
      baseUrl: "http://localhost",
      token: await service.issueToken(USER, { expiresIn: 3600 }),
      fetch: service.fetch,
    }));
  } finally {
    await service.close?.();
    store.close();
  }
}

const START = "2024-03-31 12:00:00 +0200", END = "2024-03-31 12:10:00 +0200";
const quantity = (type: string, value: string, unit: string) =>
  recordXml({ type: `HKQuantityTypeIdentifier${type}`, start: START, end: END, value, unit });
const EXPORT = zipOf([{
  name: "apple_health_export/export.xml",
  content: exportXml(
    // Includes nights before and after a daylight saving change.
    ...nightRecords("2024-03-29", 5).map(recordXml),
    quantity("StepCount", "420", "count"),
    quantity("StepCount", "420", "count"), // the same record again
    quantity("HeartRate", "61", "count/min"),
    quantity("ActiveEnergyBurned", "1.5", "kcal"),
    quantity("OxygenSaturation", "0.97", "%"),
    quantity("BodyMass", "70", "kg"),
    quantity(
      "BloodGlucose",
      "5",
      "mmol&lt;180.1558800000541&gt;/L".replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
    ),
    quantity("AppleStandTime", "3", "fortnight"),
    quantity("TimeInDaylight", "10", "min"),
    recordXml({
      type: "HKCategoryTypeIdentifierMindfulSession",
      start: START,
      end: END,
      value: "HKCategoryValueNotApplicable",
    }),
    ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" totalDistance="2" totalDistanceUnit="km" sourceName="Watch" startDate="${START}" endDate="${END}"/>\n`,
  ),
}]);

Deno.test("ingestFile() stores a health export, and the service then returns the same nights", async () => {
  await withService(async (me) => {
    const read = await appleHealth(EXPORT);
    const { stored, left, own } = await ingestFile(me, read);
    assertEquals(stored, {
      StepCount: 1,
      HeartRate: 1,
      ActiveCaloriesBurned: 1,
      BloodOxygenSaturation: 1,
      Weight: 1,
      BloodGlucose: 1,
      MindfulSession: 1,
      SleepStage: 75,
      MobileWorkout: 1,
      HKQuantityTypeIdentifierTimeInDaylight: 1, // user-defined, since the catalog has no such metric
    });
    assertEquals(Object.keys(left), ["HKQuantityTypeIdentifierAppleStandTime"]);
    const daylight = own["HKQuantityTypeIdentifierTimeInDaylight"]!;
    const samples = await me.api.metrics.samples({ metric: daylight, ...range });
    assertEquals(rows(samples).map(({ value, unit }) => [value, unit]), [[10, "min"]]);
    const without = await ingestFile(me, read, { own: false });
    assertEquals(Object.keys(without.left).sort(), [
      "HKQuantityTypeIdentifierAppleStandTime",
      "HKQuantityTypeIdentifierTimeInDaylight",
    ]);
    assert(left["HKQuantityTypeIdentifierAppleStandTime"]!.includes("fortnight"));
    const sleep = read.sleep.drop("tz"); // the service returns times in UTC
    assertEquals(rows(await me.api.sleep.stages(range)), rows(stages(sleep)));
    assertEquals(rows(await me.api.sleep.cycles(range)), rows(cycles(sleep)));
    assertEquals(rows(await me.api.sleep.cycles(range)).length, 5);
    const value = async (metric: MetricName) =>
      rows(await me.api.metrics.samples({ metric, ...range }))
        .map(({ value, unit, start_date, end_date }) => ({ value, unit, start_date, end_date }));
    const span = { start_date: "2024-03-31T10:00:00Z", end_date: "2024-03-31T10:10:00Z" };
    assertEquals(await value("StepCount"), [{ value: 420, unit: "steps", ...span }]);
    assertEquals(await value("ActiveCaloriesBurned"), [{ value: 1500, unit: "cal", ...span }]);
    assertEquals(await value("BloodOxygenSaturation"), [{ value: 97, unit: "percent", ...span }]);
    assertEquals(await value("MindfulSession"), [{ value: 1, unit: "presence", ...span }]);
    assert(Math.abs(Number((await value("Weight"))[0]!.value) - 154.3236) < 1e-3);
    assert(Math.abs(Number((await value("BloodGlucose"))[0]!.value) - 90.078) < 1e-3);
    const [workout] = rows(await me.api.workouts.list(range));
    assertEquals([workout!["workout_activity_type"], workout!["duration"]], ["Running", 600]);
  });
});

Deno.test("ingestFile() stores the same data from a path and from parsed parts", async () => {
  const path = await Deno.makeTempFile({ suffix: ".zip" });
  try {
    await Deno.writeFile(path, EXPORT);
    const stored = async (put: (me: Client) => Promise<IngestedFile>) => {
      const all: unknown[] = [];
      await withService(async (me) => {
        const { own, import: _, ...result } = await put(me);
        const types = [...Object.keys(result.stored).filter((type) => !type.startsWith("HK"))];
        all.push(result, Object.keys(own));
        for (const metric of types.filter((type) => type !== "MobileWorkout").sort()) {
          all.push(rows(await me.api.metrics.samples({ metric: metric as MetricName, ...range })));
        }
        const [daylight] = Object.values(own);
        // Duplicates are also detected by metric, which differs between the stores.
        const samples = rows(await me.api.metrics.samples({ metric: daylight!, ...range }));
        all.push(samples.map(({ uuid: _, ...row }) => row));
        all.push(rows(await me.api.workouts.list(range)).map(({ uuid: _, ...row }) => row));
      });
      return all;
    };
    const whole = await stored(async (me) => await ingestFile(me, await any(path)));
    assertEquals(await stored((me) => ingestFile(me, path)), whole);
    assertEquals(await stored((me) => ingestFile(me, [path], { own: true })), whole);
    assertEquals(await stored((me) => ingestFile(me, parts(path, { rows: 1 }))), whole);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("ingestFile() reads a path in the client's zone, keeps the selected data and reports its counts", async () => {
  const file = new File(["date,weight\n"], "weight.csv");
  await withService(async (me) => {
    const range = "2024-03-30", only = ["sleep"] as const;
    const { stored, report } = await ingestFile(me, [new Blob([EXPORT])], {
      tz: "Europe/Berlin",
      only,
      range,
    });
    assertEquals(Object.keys(stored), ["SleepStage"]);
    assert(stored["SleepStage"]! < 75);
    assertEquals(report!.read, { sleep: stored["SleepStage"]! });
    const read = await any(EXPORT);
    assertEquals((await ingestFile(me, read)).report, read.report);
    assertEquals((await ingestFile(me, { SleepStage: read.sleep })).report, undefined);
    for (const option of [{ tz: "UTC" }, { only }, { range }]) {
      await assertRejects(() => ingestFile(me, read, option), TypeError, "has been read");
    }
    await assertRejects(
      () => ingestFile(me, "nowhere.zip"),
      TypeError,
      "nowhere.zip does not exist",
    );
    await assertRejects(() => ingestFile(me, file), TypeError, "read.csv");
    await assertRejects(() => ingestFile(me, 7 as never), TypeError, "expected the path");
    await assertRejects(() => ingestFile(me, [7] as never), TypeError, "expected the path");
  });
  await using me = await local({ tz: "Asia/Tokyo" });
  const takeout = new File(
    ["timestamp,rmssd,nremhr,entropy\n2024-03-31T00:00:00,41.5,58,2.9\n"],
    "Daily Heart Rate Variability Summary - 2024-03-(31).csv",
  );
  const { own } = await ingestFile(me, takeout);
  const [sample] = rows(await me.api.metrics.samples({ metric: own["hrv_rmssd"]!, ...range }));
  assertEquals(sample!["start_date"], "2024-03-31T00:00:00+09:00");
});

Deno.test("every way of reading an export skips rows in a unit that the metric does not accept", async () => {
  const file = new Blob([
    exportXml(
      ...["kg", "stone", "kg", "stone"].map((unit, i) =>
        recordXml({
          type: "HKQuantityTypeIdentifierBodyMass",
          start: `2024-03-31 12:0${i}:00 +0200`,
          end: `2024-03-31 12:0${i}:00 +0200`,
          value: String(70 + i),
          unit,
        })
      ),
    ),
  ]);
  for (const content of [await any(file), parts(file, { rows: 1 }), file]) {
    await withService(async (me) => {
      const { stored, left } = await ingestFile(me, content);
      assertEquals(stored, { Weight: 2 });
      assert(left["Weight"]!.includes("stone"), left["Weight"]);
    });
  }
});

Deno.test("ingestFile() stores nothing twice, whatever zone a file was read in", async () => {
  await withService(async (me) => {
    const all = async () => [
      rows(await me.api.metrics.samples({ metric: "SleepStage", ...range })),
      rows(await me.api.metrics.samples({ metric: "StepCount", ...range })),
      rows(await me.api.workouts.list(range)),
    ];
    await ingestFile(me, await appleHealth(EXPORT));
    const once = await all();
    assertEquals(once.map(({ length }) => length), [75, 1, 1]);
    await ingestFile(me, await appleHealth(EXPORT, { tz: "Europe/Berlin" }));
    assertEquals(await all(), once);
  });
});

Deno.test("ingestFile() accepts frames by metric, such as sleep logs", async () => {
  await withService(async (me) => {
    const data = [
      { dateTime: "2024-03-31T01:30:00.000", level: "deep", seconds: 3600 },
      { dateTime: "2024-03-31T02:30:00.000", level: "rem", seconds: 1800 },
    ];
    const logs = [{ logId: 7, startTime: "2024-03-31T01:30:00.000", levels: { data } }];
    const frame = await fitbitSleep(logs, { tz: "Europe/Berlin" });
    assertEquals((await ingestFile(me, { SleepStage: frame }, { batch: 1 })).stored, {
      SleepStage: 2,
    });
    assertEquals(rows(await me.api.sleep.stages(range)).map(({ sleep_stage }) => sleep_stage), [
      4,
      5,
    ]);
  });
});

Deno.test("the catalog has each metric of a health export once", () => {
  const known = new Set<string>(METRIC_TABLE.map(([name]) => name));
  const metrics = [...QUANTITY_METRICS, ...CATEGORY_METRICS].map(([, metric]) => metric);
  assertEquals(metrics.filter((metric) => !known.has(metric)), []);
  assertEquals(new Set(metrics).size, metrics.length);
});

Deno.test("ingestFile() creates each calendar that events need once, in any number of imports", async () => {
  const event = (name: string, day: number): string =>
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//test//test//EN",
      `X-WR-CALNAME:${name}`,
      "BEGIN:VEVENT",
      `UID:${name}-${day}`,
      "DTSTAMP:20240301T000000Z",
      `DTSTART:2024030${day}T090000Z`,
      `DTEND:2024030${day}T100000Z`,
      `SUMMARY:${name} ${day}`,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
  await withService(async (me) => {
    const put = async (name: string, day: number): Promise<IngestedFile["stored"]> => {
      const file = zipOf([{ name: "calendar.ics", content: event(name, day) }]);
      return (await ingestFile(me, await any(file))).stored;
    };
    const calendars = async () =>
      rows(await me.api.calendars.list()).map(({ calendar_name }) => calendar_name);
    assertEquals(await put("work", 1), { calendars: 1, calendar_events: 1 });
    assertEquals(await put("work", 2), { calendar_events: 1 });
    assertEquals(await put("home", 3), { calendars: 1, calendar_events: 1 });
    assertEquals((await calendars()).sort(), ["home", "work"]);
    const titles = rows(await me.api.calendars.events(range)).map(({ title }) => title);
    assertEquals(titles, ["work 1", "work 2", "home 3"]);
  });
});
