import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { local, read } from "@lifeframe/lifeframe";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { inFolder, rows, values, zipped } from "./export/exportFixture.ts";
import { gadgetbridgeFile, type GadgetTables } from "./gadgetbridgeFile.ts";

const spans = (frame: Frame | undefined) =>
  rows(frame).map(({ start_time, end_time, value, sleep_stage }) => [
    String(start_time).slice(8, 16),
    String(end_time).slice(8, 16),
    value ?? sleep_stage,
  ]);
const TZ = "Europe/Berlin", IN_BERLIN = { tz: TZ };
const ms = (time: string) => Date.parse(`2024-03-${time}Z`), s = (time: string) => ms(time) / 1000;
const file = (tables: GadgetTables) => new File([gadgetbridgeFile(tables)], "Gadgetbridge.db");

Deno.test("read.gadgetbridge() reads minutes of a band, and leaves out invalid values", async () => {
  const minute = (
    time: string,
    STEPS: number,
    HEART_RATE: number,
    RAW_KIND: number,
    REM_SLEEP = 0,
    DEEP_SLEEP = 0,
  ) => ({
    TIMESTAMP: s(time),
    DEVICE_ID: 1,
    USER_ID: 1,
    RAW_INTENSITY: 0,
    STEPS,
    RAW_KIND,
    HEART_RATE,
    SLEEP: 0,
    DEEP_SLEEP,
    REM_SLEEP,
  });
  const { metrics, sleep, report } = await read.gadgetbridge(
    file({
      HUAMI_EXTENDED_ACTIVITY_SAMPLE: [
        minute("31T00:58:00", 0, 255, 120),
        minute("31T00:59:00", 0, 58, 120),
        minute("31T01:00:00", 0, 57, 120, 0, 128 + 43), // the clock moves from 2 to 3
        minute("31T01:01:00", 0, 57, 120, 56, 43),
        minute("31T01:02:00", 12, 80, 1),
        minute("31T01:05:00", 0, -1, 115),
        minute("31T01:06:00", 0, 0, 120),
      ],
    }),
    IN_BERLIN,
  );
  assertEquals(spans(sleep), [
    ["31T01:58", "31T03:00", 3],
    ["31T03:00", "31T03:01", 4],
    ["31T03:01", "31T03:02", 5],
    ["31T03:06", "31T03:07", 3],
  ]);
  assertEquals(values(metrics["HeartRate"]), [58, 57, 57, 80]);
  assertEquals(spans(metrics["StepCount"]), [["31T03:02", "31T03:03", 12]]);
  assertEquals(report.skipped, {
    "HEART_RATE without a measurement or count": 3,
    "STEPS without a measurement or count": 6,
  });
  assertEquals(rows(sleep)[0]!["source"], "Band");
});

Deno.test("read.gadgetbridge() reads the activity codes of Mi Bands, including those that only the first model has", async () => {
  const minute = (at: number, DEVICE_ID: number, RAW_KIND: number) => ({
    TIMESTAMP: s("30T23:00:00") + at * 60,
    DEVICE_ID,
    RAW_INTENSITY: 0,
    STEPS: 0,
    RAW_KIND,
    HEART_RATE: -1,
  });
  const kinds = [0x59, 0x50, 0xfa, 0x7b, 12, 0, 3, 9, -1, 0x50];
  const { sleep } = await read.gadgetbridge(
    gadgetbridgeFile({
      MI_BAND_ACTIVITY_SAMPLE: [
        ...kinds.map((kind, at) => minute(at, 1, kind)),
        ...[5, 4, 4, 3].map((kind, at) => minute(at, 2, kind)),
      ],
    }, {
      devices: [{ _id: 1, NAME: "Band 2", TYPE_NAME: "MIBAND2" }, {
        _id: 2,
        NAME: "Band",
        TYPE_NAME: "MIBAND",
      }],
    }),
    { tz: "UTC" },
  );
  assertEquals(
    rows(sleep).map((
      { start_time, end_time, sleep_stage, source },
    ) => [String(start_time).slice(14, 16), String(end_time).slice(14, 16), sleep_stage, source]),
    [
      ["00", "01", 3, "Band"],
      ["00", "03", 3, "Band 2"], // 0 and 10 stand for no change
      ["01", "03", 4, "Band"],
      ["03", "04", 4, "Band 2"],
      ["07", "08", 3, "Band 2"], // -1 means missing
    ],
  );
});

Deno.test("read.gadgetbridge() ends each stage like its family of devices", async () => {
  const stage = (time: string, STAGE: number, more = {}) => ({
    TIMESTAMP: ms(time),
    DEVICE_ID: 1,
    USER_ID: 1,
    ...more,
    STAGE,
  });
  const night = async (tables: GadgetTables) =>
    spans((await read.gadgetbridge(file(tables), { tz: "UTC" })).sleep);
  const sleeps = [{
    TIMESTAMP: ms("30T22:00:00"),
    DEVICE_ID: 1,
    WAKEUP_TIME: ms("31T05:00:00"),
    IS_AWAKE: 1,
  }];
  assertEquals(
    await night({
      XIAOMI_SLEEP_STAGE_SAMPLE: [
        stage("30T22:00:00", 3),
        stage("30T23:00:00", 2),
        stage("31T04:30:00", 4),
        stage("31T23:00:00", 3),
      ],
      XIAOMI_SLEEP_TIME_SAMPLE: sleeps,
    }),
    [["30T22:00", "30T23:00", 3], ["30T23:00", "31T04:30", 4], ["31T04:30", "31T05:00", 5]],
  );
  assertEquals(await night({ XIAOMI_SLEEP_TIME_SAMPLE: sleeps }), [["30T22:00", "31T05:00", 1]]);
  const begun = { TIMESTAMP: ms("30T22:00:00"), DEVICE_ID: 1, EVENT: 74, EVENT_TYPE: 0 };
  assertEquals(
    await night({
      GARMIN_SLEEP_STAGE_SAMPLE: [
        stage("30T22:20:00", 2),
        stage("30T23:00:00", 3),
        stage("30T23:10:00", 0),
        stage("30T23:30:00", 4),
      ],
      GARMIN_EVENT_SAMPLE: [begun, { ...begun, TIMESTAMP: ms("30T23:30:00"), EVENT_TYPE: 1 }],
    }),
    [["30T22:00", "30T22:20", 3], ["30T22:20", "30T23:00", 4], ["30T23:10", "30T23:30", 5]],
  );
  assertEquals(
    await night({
      COLMI_SLEEP_STAGE_SAMPLE: [
        stage("30T22:00:00", 4, { DURATION: 20 }),
        stage("30T22:20:00", 5, { DURATION: 5 }),
      ],
    }),
    [
      ["30T22:00", "30T22:20", 5],
      ["30T22:20", "30T22:25", 2],
    ],
  );
  assertEquals(
    await night({ CMF_SLEEP_STAGE_SAMPLE: [stage("30T22:00:00", 1, { DURATION: 600 })] }),
    [["30T22:00", "30T22:10", 4]],
  );
  assertEquals(
    await night({
      HUAWEI_SLEEP_STAGE_SAMPLE: [
        stage("30T22:00:00", 1),
        stage("30T22:01:00", 1),
        stage("30T22:02:00", 4),
        stage("30T22:03:00", 5),
      ],
    }),
    [
      ["30T22:00", "30T22:02", 3],
      ["30T22:02", "30T22:03", 2],
      ["30T22:03", "30T22:04", 1],
    ],
  );
});

Deno.test("read.gadgetbridge() splits counters at midnights of the zone, 23 and 25 hours apart", async () => {
  const row = (time: string, STEPS: number, DISTANCE_CM = 0, ACTIVE_CALORIES = 0) => ({
    TIMESTAMP: Date.parse(`2024-${time}Z`) / 1000,
    DEVICE_ID: 2,
    RAW_INTENSITY: 0,
    STEPS,
    RAW_KIND: 1,
    HEART_RATE: 60,
    DISTANCE_CM,
    ACTIVE_CALORIES,
  });
  const GARMIN_ACTIVITY_SAMPLE = [
    row("03-30T22:00:00", 900),
    row("03-30T23:00:00", 1000), // midnight: of the day before
    row("03-31T06:00:00", 100, 7000, 5),
    row("03-31T07:00:00", 0),
    row("03-31T21:00:00", 400, 30000, 20),
    row("03-31T22:00:00", 450),
    row("03-31T22:30:00", 7),
    row("10-27T21:00:00", 300),
    row("10-27T22:30:00", 320),
    row("10-27T23:30:00", 8),
  ];
  const { metrics } = await read.gadgetbridge(file({ GARMIN_ACTIVITY_SAMPLE }), IN_BERLIN);
  assertEquals(spans(metrics["StepCount"]), [
    ["30T00:00", "30T23:00", 900],
    ["30T23:00", "31T00:00", 100],
    ["31T00:00", "31T08:00", 100],
    ["31T08:00", "31T23:00", 300],
    ["31T23:00", "01T00:00", 50],
    ["01T00:00", "01T00:30", 7],
    ["27T00:00", "27T22:00", 300],
    ["27T22:00", "27T23:30", 20],
    ["28T00:00", "28T00:30", 8],
  ]);
  assertEquals(
    [values(metrics["DistanceTraveledOnFoot"]), values(metrics["ActiveCaloriesBurned"])],
    [[70, 230], [5, 15]],
  );
  const without = await read.gadgetbridge(file({ GARMIN_ACTIVITY_SAMPLE }));
  assertEquals([without.metrics["StepCount"], without.metrics["HeartRate"]?.height], [
    undefined,
    10,
  ]);
  assertEquals(
    without.report.skipped["a counter that restarts at midnight needs a zone; pass tz"],
    13,
  );
});

const at = { TIMESTAMP: ms("30T08:00:00"), DEVICE_ID: 1, USER_ID: 1 };
const MORE: GadgetTables = {
  BASE_ACTIVITY_SUMMARY: [
    {
      _id: 1,
      NAME: "Morning",
      START_TIME: ms("30T08:00:00"),
      END_TIME: ms("30T08:31:00"),
      ACTIVITY_KIND: 16,
      DEVICE_ID: 2,
      SUMMARY_DATA:
        '{"distanceMeters":{"value":5020,"unit":"meters"},"caloriesBurnt":{"value":300,"unit":"calories_unit"},"activeSeconds":{"value":1800,"unit":"seconds"}}',
    },
    {
      _id: 2,
      NAME: "Kites",
      START_TIME: ms("30T09:00:00"),
      END_TIME: ms("30T09:10:00"),
      ACTIVITY_KIND: 0x4000036,
      DEVICE_ID: 1,
      SUMMARY_DATA: '{"distanceMeters":{"value":5,"unit":"km"}}',
    },
    {
      _id: 3,
      NAME: "",
      START_TIME: ms("30T10:00:00"),
      END_TIME: ms("30T10:10:00"),
      ACTIVITY_KIND: 0x4000036,
      DEVICE_ID: 9,
      SUMMARY_DATA: "{",
    },
  ],
  COLMI_HRV_VALUE_SAMPLE: [{ ...at, VALUE: 44 }],
  GARMIN_BODY_ENERGY_SAMPLE: [{ ...at, ENERGY: 77 }],
  GARMIN_HEART_RATE_RESTING_SAMPLE: [{ ...at, HEART_RATE: 48 }],
  GARMIN_HRV_VALUE_SAMPLE: [{ ...at, VALUE: 62 }],
  GARMIN_RESPIRATORY_RATE_SAMPLE: [{ ...at, RESPIRATORY_RATE: 14 }],
  GENERIC_SLEEP_STAGE_SAMPLE: [{ ...at, DURATION: 5, STAGE: 1 }],
  HUAMI_PAI_SAMPLE: [{ ...at, PAI_TODAY: 3 }],
  HUAMI_STRESS_SAMPLE: [{ ...at, TYPE_NUM: 1, STRESS: 30 }, {
    ...at,
    TIMESTAMP: at.TIMESTAMP + 1,
    TYPE_NUM: 1,
    STRESS: -1,
  }],
  HUAWEI_ACTIVITY_SAMPLE: [
    {
      TIMESTAMP: s("30T08:00:00"),
      DEVICE_ID: 1,
      OTHER_TIMESTAMP: s("30T08:01:00"),
      RAW_KIND: -1,
      STEPS: 20,
      CALORIES: 800,
      DISTANCE: 14,
      SPO: -1,
      HEART_RATE: -1,
    },
    {
      TIMESTAMP: s("30T08:01:00"),
      DEVICE_ID: 1,
      OTHER_TIMESTAMP: s("30T08:00:00"),
      RAW_KIND: -1,
      STEPS: -1,
      CALORIES: -1,
      DISTANCE: -1,
      SPO: -1,
      HEART_RATE: -1,
    },
  ],
  HYBRID_HRSPO2_SAMPLE: [{ ...at, SPO2: 97 }],
  MI_SCALE_WEIGHT_SAMPLE: [{ ...at, WEIGHT_KG: 72 }],
  XIAOMI_MANUAL_SAMPLE: [{ ...at, TYPE: 0x11, VALUE: 66 }, {
    ...at,
    TIMESTAMP: at.TIMESTAMP + 1,
    TYPE: 0x12,
    VALUE: 98,
  }],
  ZE_TIME_ACTIVITY_SAMPLE: [{
    TIMESTAMP: s("30T08:00:00"),
    DEVICE_ID: 1,
    STEPS: 5,
    HEART_RATE: 90,
  }],
};

Deno.test("read.gadgetbridge() reads samples of all families and workouts, and reports unsupported tables", async () => {
  const { metrics, others, workouts, report } = await read.gadgetbridge(file(MORE), IN_BERLIN);
  const all = (frames: Readonly<Record<string, Frame>>) =>
    Object.fromEntries(
      Object.entries(frames).map(([name, frame]) => [
        name,
        rows(frame).map(({ value, unit }) => `${value} ${unit}`),
      ]),
    );
  assertEquals(all(metrics), {
    BloodOxygenSaturation: ["97 percent", "98 percent"],
    DistanceTraveledOnFoot: ["14 m"],
    HeartRate: ["66 bpm", "90 bpm"],
    RespiratoryRate: ["14 breaths/min"],
    RestingHeartRate: ["48 bpm"],
    StepCount: ["20 steps"],
    Weight: ["72 kg"],
  });
  assertEquals(all(others), {
    hrv: ["44 ms"],
    body_battery: ["77 score"],
    hrv_rmssd: ["62 ms"],
    stress_level: ["30 score"],
  });
  assertEquals(
    rows(workouts).map((
      { duration_s, distance_m, energy_kcal, activity, source },
    ) => [duration_s, distance_m, energy_kcal, activity, source]),
    [
      [1800, 5020, 300, "running", "Watch"],
      [600, null, null, "Kites", "Band"],
      [600, null, null, "kind 67108918", "Gadgetbridge"],
    ],
  );
  assertEquals(report.ignored, {
    "Gadgetbridge.db/GENERIC_SLEEP_STAGE_SAMPLE": 1,
    "Gadgetbridge.db/HUAMI_PAI_SAMPLE": 1,
  });
  assertEquals(report.notes, [
    "steps and sleep of ZE_TIME_ACTIVITY_SAMPLE are not read: what its rows count is not known",
  ]);
  assertEquals(report.problems, [{
    file: "Gadgetbridge.db",
    where: "BASE_ACTIVITY_SUMMARY 3",
    reason: "its summary is not JSON",
  }]);
});

Deno.test("read.gadgetbridge() reads years of data from a file, a zip file and a write-ahead log", async () => {
  const HUAMI_STRESS_SAMPLE = [
    "2015-01-01T00:00Z",
    "2015-01-31T00:00Z",
    "2024-03-30T08:00Z",
    "2024-03-30T08:00:00.001Z",
  ]
    .map((time, at) => ({
      TIMESTAMP: Date.parse(time),
      DEVICE_ID: 1,
      TYPE_NUM: 0,
      STRESS: at + 1,
    }));
  const wrong = [-9e15, 8e15].map((TIMESTAMP) => ({
    TIMESTAMP,
    DEVICE_ID: 1,
    TYPE_NUM: 0,
    STRESS: 9,
  }));
  const bytes = gadgetbridgeFile({ HUAMI_STRESS_SAMPLE: [...HUAMI_STRESS_SAMPLE, ...wrong] });
  const temporary = () =>
    [...Deno.readDirSync(Deno.env.get("TMPDIR") ?? "/tmp")].filter(({ name }) =>
      name.startsWith("lifeframe-")
    ).length;
  const before = temporary();
  await inFolder({
    "Gadgetbridge.db": bytes,
    "log/Gadgetbridge.db": gadgetbridgeFile({ HUAMI_STRESS_SAMPLE }, { journal: "WAL" }),
  }, async (folder) => {
    for (
      const source of [
        `${folder}/Gadgetbridge.db`,
        bytes,
        await zipped({ "database/Gadgetbridge": bytes }),
        `${folder}/log`,
      ]
    ) {
      const { others, report } = await read.gadgetbridge(source);
      assertEquals(values(others["stress_level"]), [1, 2, 3, 4]);
      assertEquals(
        report.skipped["its time is invalid, or not in 1900 to 2199"],
        source === `${folder}/log` ? undefined : 2,
      );
    }
    assertEquals([...Deno.readDirSync(`${folder}/log`)].length, 1); // no other file is written
    assertEquals(Deno.readFileSync(`${folder}/Gadgetbridge.db`), bytes);
  });
  assert(temporary() <= before);
});

Deno.test("read.gadgetbridge() rejects other databases, and reports their tables", async () => {
  const stress = Array.from(
    { length: 3000 },
    (_, at) => ({ TIMESTAMP: at, DEVICE_ID: 1, STRESS: 5 }),
  );
  const damaged = gadgetbridgeFile({
    MI_SCALE_WEIGHT_SAMPLE: [{ ...at, WEIGHT_KG: 72 }],
    Z_STRESS_SAMPLE: stress,
  });
  damaged.fill(0xff, damaged.length - 20 * 1024);
  const { metrics, others, report } = await read.gadgetbridge(damaged);
  assertEquals(metrics["Weight"]?.height, 1);
  const before = others["stress_level"]!.height; // the rows before the damage
  assertMatch(
    report.problems[0]!.reason,
    /^the table cannot be read after this row: the database is damaged. Export it again$/,
  );
  assertEquals(report.problems[0]!.where, `Z_STRESS_SAMPLE ${stress[before - 1]!.TIMESTAMP}`);
  const start = gadgetbridgeFile({});
  start.fill(0xff, 100, 2000);
  const cases: [string, Uint8Array<ArrayBuffer> | string, RegExp][] = [
    ["Gadgetbridge.db", start, /Gadgetbridge\.db: the database is damaged\. Export it again$/],
    [
      "Gadgetbridge.db",
      gadgetbridgeFile({}).subarray(0, 1500),
      /Gadgetbridge\.db: it is cut short: it has 1500 bytes of 2048$/,
    ],
    [
      "other.db",
      gadgetbridgeFile({ notes: [{ _id: 1 }] }, { devices: [] }),
      /other\.db: it has no table DEVICE, so it is not from Gadgetbridge; its tables: notes$/,
    ],
    ["Gadgetbridge.db", "", /none of its files was found, only Gadgetbridge\.db/],
    ["Gadgetbridge.csv", "a,b\n1,2\n", /none of its files was found, only Gadgetbridge\.csv/],
  ];
  for (const [name, content, message] of cases) {
    const error = await assertRejects(
      () => read.gadgetbridge(new File([content], name)),
      TypeError,
    );
    assertMatch(error.message, message);
    assertMatch(error.message, /^Cannot read the Gadgetbridge database: /);
  }
  const untimed = await read.gadgetbridge(file({ HUAMI_STRESS_SAMPLE: [{ STRESS: 1 }] }));
  assertEquals(
    untimed.report.problems[0]!.reason,
    "the table cannot be read: HUAMI_STRESS_SAMPLE has no columns TIMESTAMP and DEVICE_ID",
  );
});

Deno.test("read.any() detects a Gadgetbridge database, and ingesting it twice stores nothing twice", async () => {
  const me = await local({ tz: TZ });
  const content = await read.any(
    await zipped({ "database/Gadgetbridge": gadgetbridgeFile(MORE) }),
    IN_BERLIN,
  );
  assertEquals(content.report.reader, "gadgetbridge");
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  assert(total_records > 0);
  await me.ingest(content);
  assertEquals((await me.api.user.totals()).total_records, total_records);
});

Deno.test("a database cut anywhere gives the rows before the cut, and reports the cut", async () => {
  const first = Date.parse("2024-03-02T00:00Z");
  const stress = Array.from(
    { length: 12_000 },
    (_, i) => ({ TIMESTAMP: first + i * 60_000, DEVICE_ID: 1, STRESS: 1 + i % 99 }),
  );
  const workouts = Array.from({ length: 40 }, (_, i) => ({
    _id: i + 1,
    START_TIME: first + i * 86_400_000,
    END_TIME: first + i * 86_400_000 + 1_800_000,
    ACTIVITY_KIND: 16,
    DEVICE_ID: 1,
    NAME: "x".repeat(400),
  }));
  const whole = gadgetbridgeFile({ HUAMI_STRESS_SAMPLE: stress, BASE_ACTIVITY_SUMMARY: workouts });
  const counts: [number, number][] = [];
  for (const share of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1]) {
    const bytes = whole.slice(0, Math.floor(share * whole.length) - (share === 1 ? 1 : 0));
    const cut = new File([bytes], "Gadgetbridge.db");
    const { others, workouts: runs, report } = await read.gadgetbridge(cut);
    const found = others["stress_level"]?.getColumn("value").toArray() ?? [];
    assertEquals(found, stress.slice(0, found.length).map(({ STRESS }) => STRESS), `${share}`);
    counts.push([found.length, runs.height]);
    assertEquals(
      report.problems[0]!.reason,
      `the file is cut short: it has ${bytes.length} bytes of ${whole.length}`,
    );
    const [last] = report.problems.filter(({ where }) => where?.startsWith("HUAMI_STRESS_SAMPLE "));
    if (found.length < stress.length && found.length > 0) {
      assertEquals(last!.where, `HUAMI_STRESS_SAMPLE ${stress[found.length - 1]!.TIMESTAMP}`);
      assertMatch(
        last!.reason,
        /^the table cannot be read after this row: the database is damaged/,
      );
    }
    await assertRejects(() => read.gadgetbridge(cut, { strict: true }), TypeError, "cut short");
  }
  assert(counts.every(([rows], i) => i === 0 || rows >= counts[i - 1]![0]), `${counts}`);
  assertEquals(counts.at(-1), [stress.length, counts.at(-1)![1]]);
  assert(counts[3]![0] > 0.3 * stress.length && counts.at(-1)![1] > 30, `${counts}`);
});
