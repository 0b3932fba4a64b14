import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { local, plot, read, sleep } from "@lifeframe/lifeframe";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import { file, rows, zipped } from "./export/exportFixture.ts";
import { fileId, fitFile, fitTime } from "./fitWriter.ts";
import { gadgetbridgeFile } from "./gadgetbridgeFile.ts";
import { exportXml, recordXml, stamp } from "./healthFile.ts";

// A night of each vendor in its export format, compared with the vendor's own columns.

/** A night of an export, and the values of `sleep.nightly` that its vendor's columns have. */
interface VendorNight {
  readonly content: () => File;
  readonly tz: string;
  /** Values of the vendor; null for values that it does not record. */
  readonly expected: Readonly<Record<string, number | null>>;
  /** Columns that are the vendor's totals. */
  readonly vendor?: readonly string[];
}

const NO_STAGES = { light_min: null, deep_min: null, rem_min: null };
const NO_WAKE = { SE: null, WASO: null, awakenings: null };

const level = (at: string, level: string, minutes: number) => ({
  dateTime: `2024-03-0${at}:00.000`,
  level,
  seconds: minutes * 60,
});

/** Records of one night of the phone's health app: minutes after 22:00, value, source. */
function apple(...pieces: readonly (readonly [number, number, string, string])[]): File {
  const evening = Date.parse("2024-06-01T20:00Z");
  const records = pieces.map(([from, to, value, source]) =>
    recordXml({
      type: "HKCategoryTypeIdentifierSleepAnalysis",
      start: stamp(evening + from * 60_000),
      end: stamp(evening + to * 60_000),
      value: `HKCategoryValueSleepAnalysis${value}`,
      source,
    })
  );
  return new File([exportXml(...records)], "export.xml");
}

const oura = (columns: Readonly<Record<string, string | number>>): File =>
  file(
    "oura_2026-05-22_2026-07-23_trends.csv",
    `${Object.keys(columns).join(",")}\n${Object.values(columns).join(",")}\n`,
  );

/** A night of Oura's API: seconds of each stage by its digit, in the order of the night. */
function ouraApi(
  pieces: readonly (readonly [digit: number, seconds: number])[],
  inBed?: number,
): File {
  const total = (...digits: number[]): number =>
    pieces.filter(([digit]) => digits.includes(digit)).reduce((all, [, own]) => all + own, 0);
  const bed = inBed ?? total(1, 2, 3, 4);
  return file(
    "sleep.json",
    JSON.stringify({
      data: [{
        id: "1",
        bedtime_start: "2024-03-02T23:00:00+01:00",
        bedtime_end: `${
          Temporal.ZonedDateTime.from("2024-03-02T23:00[Europe/Berlin]").add({ seconds: bed })
            .toString({ timeZoneName: "never" })
        }`,
        day: "2024-03-03",
        deep_sleep_duration: total(1),
        light_sleep_duration: total(2),
        rem_sleep_duration: total(3),
        awake_time: total(4),
        total_sleep_duration: total(1, 2, 3),
        time_in_bed: bed,
        efficiency: Math.round(100 * total(1, 2, 3) / bed),
        latency: pieces[0]![0] === 4 ? pieces[0]![1] : 0,
        sleep_phase_30_sec: pieces.map(([digit, seconds]) => `${digit}`.repeat(seconds / 30)).join(
          "",
        ),
        type: "long_sleep",
      }],
    }),
  );
}

/** Returns a night of a Garmin watch: its FIT file, and the totals in the account's JSON. */
function garminNight(): File {
  const levels = [[1, 9], [2, 94], [3, 62], [1, 6], [2, 80], [4, 71.5], [2, 40]] as const;
  const begin = Date.parse("2024-03-02T22:21:00Z");
  const of = (code: number): number =>
    60 * levels.reduce((all, [own, minutes]) => own === code ? all + minutes : all, 0);
  let at = begin;
  const messages = levels.map(([code, minutes]) =>
    [
      275,
      [253, "Uint32", fitTime(new Date(at += minutes * 60_000).toISOString())],
      [0, "Enum", code],
    ] as const
  );
  const start = [
    21,
    [253, "Uint32", fitTime(new Date(begin).toISOString())],
    [0, "Enum", 74],
    [1, "Enum", 0],
  ] as const;
  const text = (time: number): string => new Date(time).toISOString().slice(0, 21);
  const json = [{
    sleepStartTimestampGMT: text(begin),
    sleepEndTimestampGMT: text(at),
    calendarDate: "2024-03-03",
    deepSleepSeconds: of(3),
    lightSleepSeconds: of(2),
    remSleepSeconds: of(4),
    awakeSleepSeconds: of(1),
  }];
  return new File(
    [zipped({
      "DI_CONNECT/night.fit": fitFile([fileId(49), start, ...messages]),
      "DI_CONNECT/DI-Connect-Wellness/1234_sleepData.json": JSON.stringify(json),
    })],
    "garmin.zip",
  );
}

const withings = (rem: number): File =>
  file(
    "sleep.csv",
    `from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up","Duration to sleep (s)"\n` +
      `2024-05-02T23:24:00+02:00,2024-05-03T06:44:00+02:00,${19860 - rem},5460,${rem},1080,1,660\n`,
  );

const minutesFrom = (from: string, codes: readonly (readonly [number, number])[]) => {
  let at = Date.parse(from) / 1000;
  return codes.flatMap(([code, minutes]) =>
    Array.from({ length: minutes }, () => ({
      TIMESTAMP: (at += 60) - 60,
      DEVICE_ID: 1,
      USER_ID: 1,
      RAW_INTENSITY: 0,
      STEPS: 0,
      RAW_KIND: code,
      HEART_RATE: 60,
    }))
  );
};

const NIGHTS: Readonly<Record<string, VendorNight>> = {
  "Whoop": {
    content: () =>
      file(
        "sleeps.csv",
        "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min)," +
          "In bed duration (min),Light sleep duration (min),Deep (SWS) duration (min)," +
          "REM duration (min),Awake duration (min),Sleep efficiency %,Nap\n" +
          "2024-05-01 23:10:00,2024-05-02 22:50:00,UTC-04:00,2024-05-01 23:10:00," +
          "2024-05-02 06:43:00,408,453,190,86,132,45,90,false\n",
      ),
    tz: "America/New_York",
    expected: {
      TIB: 453,
      TST: 408,
      SE: 90,
      WASO: 45,
      light_min: 190,
      deep_min: 86,
      rem_min: 132,
      SOL: null,
      awakenings: null,
    },
    vendor: ["TIB", "TST", "SE", "WASO", "light_min", "deep_min", "rem_min", "unstaged"],
  },
  "Withings": {
    content: () => withings(6540),
    tz: "Europe/Berlin",
    expected: {
      TST: (19860 + 5460) / 60,
      light_min: (19860 - 6540) / 60,
      deep_min: 91,
      rem_min: 109,
      SOL: 11,
      awakenings: 1,
      WASO: null,
    },
  },
  "Withings without REM sleep": {
    content: () => withings(0),
    tz: "Europe/Berlin",
    expected: { TST: (19860 + 5460) / 60, light_min: 331, deep_min: 91, rem_min: null },
  },
  "Oura's trends": {
    content: () =>
      oura({
        date: "2026-05-27",
        "REM Sleep Duration": 7620,
        "Total Bedtime ": 35673,
        "Awake Time": 4293,
        "Bedtime Start": "2026-05-27T00:42:29.000-07:00",
        "Bedtime End": "2026-05-27T10:37:02.000-07:00",
        "Total Sleep Duration": 31380,
        "Deep Sleep Duration": 4290,
        "Light Sleep Duration": 19470,
        "Sleep Efficiency": 88,
        "Readiness Score": 73,
      }),
    tz: "America/Los_Angeles",
    expected: {
      TIB: 35673 / 60,
      TST: 523,
      SE: 88,
      light_min: 324.5,
      deep_min: 71.5,
      rem_min: 127,
    },
  },
  "Oura's API": {
    content: () =>
      ouraApi([[4, 540], [2, 5010], [1, 4170], [2, 3030], [3, 5100], [4, 1470], [2, 2280]]),
    tz: "Europe/Berlin",
    // Oura's columns: the awake time covers the whole time in bed, WASO the time after sleep onset.
    expected: {
      TIB: 360,
      TST: 19590 / 60,
      SE: 100 * 19590 / 21600,
      SOL: 9,
      WASO: (2010 - 540) / 60,
      light_min: 10320 / 60,
      deep_min: 4170 / 60,
      rem_min: 5100 / 60,
    },
  },
  "Oura's API, with a ring that stopped at three": {
    content: () => ouraApi([[4, 300], [2, 9000], [1, 5100]], 8 * 3600),
    tz: "Europe/Berlin",
    expected: { TIB: 480, TST: 235, SE: 100 * 235 / 480, SOL: 5, coverage: 0.5, rise: 7 },
  },
  "Garmin's FIT files": {
    content: garminNight,
    tz: "Europe/Berlin",
    // Garmin's 15 minutes awake are those before the first sleep, too.
    expected: {
      TIB: 362.5,
      TST: 347.5,
      SOL: 9,
      WASO: 6,
      light_min: 214,
      deep_min: 62,
      rem_min: 71.5,
      awakenings: 1,
    },
  },
  "Garmin": {
    content: () =>
      file(
        "1234_sleepData.json",
        JSON.stringify([{
          sleepStartTimestampGMT: "2024-03-02T22:21:00.0",
          sleepEndTimestampGMT: "2024-03-03T05:44:00.0",
          calendarDate: "2024-03-03",
          deepSleepSeconds: 3720,
          lightSleepSeconds: 15000,
          remSleepSeconds: 6000,
          awakeSleepSeconds: 1860,
          awakeCount: 1,
        }]),
      ),
    tz: "Europe/Berlin",
    expected: { TST: 412, light_min: 250, deep_min: 62, rem_min: 100, WASO: 31, awakenings: 1 },
  },
  "Garmin, with two hours that it could not measure": {
    content: () =>
      file(
        "1234_sleepData.json",
        JSON.stringify([{
          sleepStartTimestampGMT: "2024-03-30T22:00:00.0",
          sleepEndTimestampGMT: "2024-03-31T06:00:00.0",
          calendarDate: "2024-03-31",
          deepSleepSeconds: 3600,
          lightSleepSeconds: 10800,
          remSleepSeconds: 3600,
          awakeSleepSeconds: 3600,
          unmeasurableSeconds: 7200,
        }, { // a night without the watch
          sleepStartTimestampGMT: "2024-03-31T22:00:00.0",
          sleepEndTimestampGMT: "2024-04-01T06:00:00.0",
          calendarDate: "2024-04-01",
          deepSleepSeconds: 0,
          lightSleepSeconds: 0,
          remSleepSeconds: 0,
          awakeSleepSeconds: 0,
          unmeasurableSeconds: 28800,
        }]),
      ),
    tz: "Europe/Berlin",
    expected: { TST: 300, WASO: 60, deep_min: 60, coverage: 0.75 },
  },
  "Garmin, before and after a correction": {
    content: () =>
      file(
        "1234_sleepData.json",
        JSON.stringify(["22:00", "22:10"].map((from, i) => ({
          sleepStartTimestampGMT: `2024-04-01T${from}:00.0`,
          sleepEndTimestampGMT: "2024-04-02T06:00:00.0",
          calendarDate: "2024-04-02",
          deepSleepSeconds: 3600,
          lightSleepSeconds: 18000 - 600 * i,
          remSleepSeconds: 5400,
          awakeSleepSeconds: 1800,
        }))),
      ),
    tz: "Europe/Berlin",
    expected: { TST: 440, light_min: 290, WASO: 30 },
  },
  "Fitbit with stages": {
    content: () =>
      file(
        "sleep-2024-03-02.json",
        JSON.stringify([{
          logId: 1,
          dateOfSleep: "2024-03-03",
          startTime: "2024-03-02T23:00:00.000",
          mainSleep: true,
          type: "stages",
          levels: {
            data: [
              level("2T23:00", "wake", 10),
              level("2T23:10", "light", 200),
              level("3T02:30", "deep", 70),
              level("3T03:40", "wake", 20),
              level("3T04:00", "light", 120),
            ],
            shortData: [],
          },
        }]),
      ),
    tz: "Europe/Berlin",
    // The vendor says 0 min of REM sleep in a log of stages: that is known.
    expected: { TST: 390, WASO: 20, SOL: 10, light_min: 320, deep_min: 70, rem_min: 0 },
  },
  "Fitbit's classic logs": {
    content: () =>
      file(
        "sleep-2024-03-02.json",
        JSON.stringify([{
          logId: 1,
          dateOfSleep: "2024-03-03",
          startTime: "2024-03-02T23:00:00.000",
          mainSleep: true,
          type: "classic",
          levels: {
            data: [
              level("2T23:00", "asleep", 200),
              level("3T02:20", "restless", 10),
              level("3T02:30", "asleep", 180),
              level("3T05:30", "awake", 10),
            ],
          },
        }]),
      ),
    tz: "Europe/Berlin",
    expected: { TST: 380, TIB: 400, SE: 95, WASO: 10, awakenings: 1, ...NO_STAGES },
  },
  "a Fitbit log by hand": {
    content: () =>
      file(
        "sleep-2024-03-02.json",
        JSON.stringify([{
          logId: 1,
          logType: "manual",
          startTime: "2024-03-02T23:00:00.000",
          type: "classic",
          levels: { data: [level("2T23:00", "asleep", 420)] },
        }]),
      ),
    tz: "Europe/Berlin",
    expected: { TST: 420, SOL: null, ...NO_STAGES, ...NO_WAKE },
  },
  "Apple before iOS 16": {
    content: () =>
      apple([0, 480, "InBed", "Phone"], [15, 200, "Asleep", "Watch"], [
        210,
        470,
        "Asleep",
        "Watch",
      ]),
    tz: "Europe/Berlin",
    expected: { TIB: 480, TST: 445, SOL: 15, ...NO_STAGES, ...NO_WAKE },
  },
  "Apple since iOS 16": {
    content: () =>
      apple(
        [0, 200, "AsleepCore", "Watch"],
        [200, 260, "AsleepDeep", "Watch"],
        [260, 275, "Awake", "Watch"],
        [275, 335, "AsleepREM", "Watch"],
        [335, 420, "AsleepCore", "Watch"],
      ),
    tz: "Europe/Berlin",
    expected: { TST: 405, WASO: 15, awakenings: 1, light_min: 285, deep_min: 60, rem_min: 60 },
  },
  "an entry by hand": {
    content: () => apple([0, 480, "AsleepUnspecified", "Health"]),
    tz: "Europe/Berlin",
    expected: { TST: 480, SOL: null, ...NO_STAGES, ...NO_WAKE },
  },
  "Gadgetbridge, a night of Xiaomi without stages": {
    content: () => {
      const row = {
        TIMESTAMP: Date.parse("2024-03-02T22:00Z"),
        DEVICE_ID: 1,
        WAKEUP_TIME: Date.parse("2024-03-03T06:00Z"),
        DEEP_SLEEP_DURATION: 90,
        LIGHT_SLEEP_DURATION: 280,
        REM_SLEEP_DURATION: 80,
        AWAKE_DURATION: 30,
      };
      return new File([gadgetbridgeFile({ XIAOMI_SLEEP_TIME_SAMPLE: [row] })], "Gadgetbridge.db");
    },
    tz: "UTC",
    expected: { TST: 450, WASO: 30, light_min: 280, deep_min: 90, rem_min: 80, SOL: null },
  },
  "Gadgetbridge, a band that tells light and deep sleep": {
    content: () => {
      const tables = {
        DEVICE: [{
          _id: 1,
          NAME: "Band",
          MANUFACTURER: "M",
          IDENTIFIER: "AA",
          TYPE: 0,
          TYPE_NAME: "MIBAND",
        }],
        MI_BAND_ACTIVITY_SAMPLE: minutesFrom("2024-03-02T22:00Z", [[5, 200], [4, 80], [5, 120]]),
      };
      return new File([gadgetbridgeFile(tables, { devices: [] })], "Gadgetbridge.db");
    },
    tz: "UTC",
    expected: { TST: 400, light_min: 320, deep_min: 80, rem_min: null, ...NO_WAKE },
  },
};

const nightsOf = (frame: Frame): Record<string, unknown>[] => rows(frame);

function assertNight(
  found: Record<string, unknown>,
  { expected, vendor }: VendorNight,
  name: string,
): void {
  for (const [column, value] of Object.entries(expected)) {
    const own = found[column];
    if (value === null) {
      assertEquals(own, null, `${column} of ${name}`);
      assert(`${found["reason"]}`.includes(column), `no reason for ${column}: ${found["reason"]}`);
    } else {
      assert(own !== null && own !== undefined, `${column} of ${name} is ${own}`);
      assertAlmostEquals(Number(own), value, value > 1 ? 0.51 : 0.01, `${column} of ${name}`);
    }
  }
  if (vendor !== undefined) assertEquals(found["vendor"], vendor.join(", "));
}

for (const [name, night] of Object.entries(NIGHTS)) {
  Deno.test(`nights of ${name} have the vendor's values, or null with a reason`, async () => {
    const { tz } = night, read1 = await read.any(night.content(), { tz });
    const frame = (read1 as unknown as { sleep: Frame }).sleep;
    for (const stages of [frame, sleep.merge(frame, { inBed: "layer" })]) {
      const found = nightsOf(sleep.nightly(stages, { tz }));
      assertEquals(found.length, 1);
      assertNight(found[0]!, night, name);
    }
  });

  Deno.test(`nights of ${name} have the same values in the store`, async () => {
    const { tz } = night;
    await using me = await local({ tz });
    await me.ingest(night.content());
    const { sleep: stages } = await read.any(night.content(), { tz }) as unknown as {
      sleep: Frame;
    };
    const [before] = nightsOf(sleep.nightly(stages, { tz }));
    const start = Temporal.PlainDate.from(`${before!["night"]}`.slice(0, 10));
    const range = { start_time: `${start}`, end_time: `${start.add({ days: 1 })}` };
    const [found] = nightsOf(await me.nightly(range));
    assertNight(found!, night, name);
  });
}

Deno.test("charts of nights with a vendor's totals also show its lengths", async () => {
  const { content, tz } = NIGHTS["Whoop"]!, { sleep: stages } = await read.whoop(content(), { tz });
  for (const frame of [stages, sleep.merge(stages)]) {
    const bars = String(plot.sleepBars(frame, { tz }));
    assert(bars.includes("asleep 6 h 48 min on average, 1 sleep by the vendor's totals"), bars);
    const drawn = await plot.sleepBars(frame, { tz }).svg();
    for (const text of ["Core 3 h 10 min", "Deep 1 h 26 min", "REM 2 h 12 min", "Awake 45 min"]) {
      assert(drawn.includes(text), text);
    }
    assert(!drawn.includes(": Asleep"), "a bar of unknown stage");
    const hypnogram = String(plot.hypnogram(frame, { tz }));
    assert(hypnogram.endsWith("Asleep 6 h 48 min"), hypnogram);
    const [title] = /<title>Asleep [^<]*/.exec(await plot.hypnogram(frame, { tz }).svg())!;
    assert(title.endsWith("7 h 33 min, 6 h 48 min asleep by the vendor's total"), title);
  }
});

Deno.test("an import keeps the set of stages that a source can record", async () => {
  // The sleep has no wake and no REM sleep, though the source records both: 0 is known, not missing.
  const stages = ["light", "deep"].map((_, i) => ({
    start_time: `2024-03-02T2${i * 2}:00:00Z`,
    end_time: `2024-03-0${2 + i}T${i === 0 ? "22" : "04"}:00:00Z`,
    sleep_stage: 3 + i,
    source: "Ring",
    stages_known: "awake light deep rem",
  }));
  const range = { start_time: "2024-03-02T12:00Z", end_time: "2024-03-03T12:00Z" };
  const values = async (samples: readonly Row[]) => {
    await using me = await local({ tz: "UTC" });
    await me.ingest({ SleepStage: [...samples] });
    const [night] = rows(await me.nightly(range));
    const stored = await me.api.metrics.samples({ metric: "SleepStage", ...range });
    const [again] = rows(sleep.nightly(sleep.fromSamples(stored), { tz: "UTC" }));
    assertEquals([again!["rem_min"], again!["WASO"]], [night!["rem_min"], night!["WASO"]]);
    return [night!["deep_min"], night!["rem_min"], night!["WASO"], night!["SE"]];
  };
  assertEquals(await values(stages), [360, 0, 0, 100]);
  const undeclared = stages.map(({ stages_known: _, ...row }) => row);
  assertEquals(await values(undeclared), [360, null, null, null]);
});

Deno.test("Oura's five-minute stages are reported as coarser than its totals", async () => {
  // Phases and durations of the kind that the API documents: they do not add up to each other.
  const night = {
    bedtime_start: "2024-03-02T23:00:00+01:00",
    bedtime_end: "2024-03-03T05:00:00+01:00",
    day: "2024-03-03",
    deep_sleep_duration: 4170,
    sleep_phase_5_min: "443432222211222333321112222222222111133333322221112233333333332232222334",
    type: "long_sleep",
  };
  const { sleep: stages, others, report } = await read.oura(
    file("sleep.json", JSON.stringify({ data: [night] })),
    { tz: "Europe/Berlin" },
  );
  const [found] = nightsOf(sleep.nightly(stages, { tz: "Europe/Berlin" }));
  assertEquals([found!["deep_min"], found!["vendor"]], [60, undefined]);
  assertEquals(others["deep_sleep_duration"]!.getColumn("value").toArray(), [69.5]);
  assert(report.notes.some((note) => note.includes("five minutes long")), `${report.notes}`);
});
