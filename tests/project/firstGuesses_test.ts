import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
import { runGuess } from "../helpers/runGuess.ts";
import { inFolder, zipped } from "../read/export/exportFixture.ts";
import { TAKEOUT_FILES } from "../read/fitbitFiles.ts";
import { ACTIVITY, exported } from "../read/garminFiles.ts";
import { RIDE } from "../read/gpxFile.ts";
import { exportXml, nightRecords, recordXml } from "../read/healthFile.ts";
import { SLEEP } from "../read/ouraFiles.ts";
import type { Picture } from "../../src/plot/mod.ts";
import guesses from "./firstGuesses.json" with { type: "json" };

/** Files that the guesses name. */
async function guessedFiles() {
  const xml = exportXml(
    ...nightRecords("2024-03-29", 2).map(recordXml),
    recordXml({
      type: "HKQuantityTypeIdentifierHeartRate",
      start: "2024-03-31 12:00:00 +0200",
      end: "2024-03-31 12:00:00 +0200",
      value: "61",
      unit: "count/min",
    }),
  );
  const months = (month: string): string => `time,value\n2024-${month}-01 08:00,70\n`;
  return {
    "export.zip": zipped({ "apple_health_export/export.xml": xml }),
    "export.xml": xml,
    ...Object.fromEntries(
      Object.entries(TAKEOUT_FILES).map(([name, text]) => [`MyFitbitData/${name}`, text]),
    ),
    "takeout.zip": zipped(TAKEOUT_FILES),
    "garmin-export.zip": zipped(await exported()),
    "weight.csv": "Date,kg\n2025-03-01 08:00,70.5\n2025-03-02 08:00,70.1\n",
    "oura.json": JSON.stringify({ data: [SLEEP], next_token: null }),
    "run.gpx": RIDE,
    "activity.fit": ACTIVITY,
    "Timeline.json": '{"semanticSegments": []}',
    "jan.csv": months("01"),
    "feb.csv": months("02"),
  };
}

/** A cohort of one person and one night. */
const STUDY = {
  people: [{ person: 1, zone: "Europe/Berlin" }],
  tables: {
    stages: [{
      person: 1,
      start_time: "2025-03-29T21:00Z",
      end_time: "2025-03-30T05:00Z",
      sleep_stage: 1,
      source: "Wrist",
    }],
  },
};

/** Names of files and folders in the guesses. */
const FILE = /"(?:\.\/)?([\w-]+\.(?:zip|xml|csv|json|gpx|fit|svg|html)|MyFitbitData|out)"/g;

type Check = (value: never) => boolean | Promise<boolean>;
type Frame = ReturnType<typeof pl.DataFrame>;

const hasColumns = (...names: string[]) => (frame: Frame): boolean =>
  frame.height > 0 && names.every((name) => frame.columns.includes(name));
const isPicture = async (picture: Picture): Promise<boolean> =>
  (await picture.svg()).startsWith("<svg");

/**
 * Outcome of each guess: a check of the value if it works, the right call in the error if not, or `null` if
 * the guess fails without one.
 */
const OUTCOMES: Readonly<Record<string, Check | string | null>> = {
  ts01: hasColumns("start_date", "value"),
  ts02: '{ every: "1h" }',
  ts03: '"aggregate"',
  ts04: '{ every: "15m" }',
  ts05: '{ window: "7d" }',
  ts06: '{ window: "30m" }',
  ts07: hasColumns("time", "step_count"),
  ts08: "series.resample(frame, { every",
  ts09: "coverage: true",
  ts10: "percentile: [1, 99]",
  ts11: "series.dateParts(frame",
  ts12: "series.dateParts(frame",
  ts13: "series.align(",
  ts14: "series.between(frame",
  ts15: hasColumns("time", "heart_rate", "step_count"),
  sl01: "me.stages(when)",
  sl02: "me.stages(when)",
  sl03: "me.nightly(when)",
  sl04: hasColumns("start_time", "end_time", "sleep_stage"),
  sl05: '"sourcePriority"',
  sl06: "sleep.nightly",
  sl07: "sleep.nightly(stages)",
  sl08: '"SE"',
  sl09: (value: object) => String(value).includes("SRI"),
  sl10: "sleep.timing(stages)",
  sl11: "sleep.timing(stages)",
  sl12: "sleep.nightly(stages)",
  sl13: "target: 480",
  sl14: "joinAsof(stages",
  sl15: "sleep.nightly(stages)",
  dy01: "me.daily(when",
  dy02: "me.daily(when",
  dy03: "me.daily(when",
  dy04: ".frame",
  dy05: "me.totals(metric, when)",
  dy06: "series.dateParts(frame",
  dy07: '{ every: "1w" }',
  dy08: "series.dateParts(frame",
  dy09: (days: Frame) => days.getColumn("worked_out").toArray().every((one) => one === true),
  dy10: ".shift(1)",
  dy11: '{ y: "step_count" }; it needs atLeast or atMost',
  dy12: "range.lastDays(30, tz)",
  dy13: 'range.between("2025-03-01", "2025-04-01", tz)',
  dy14: "places.visits(frame)",
  st01: '{ y: "asleep" }; it needs a and b, or condition',
  st02: '"y"',
  st03: "it needs x and y for one pair",
  st04: "it needs x and y for one pair",
  st05: "me.correlate(when, { metrics: [",
  st06: "write a length such as",
  st07: "series.correlate(frame, {",
  st08: '{ y: "asleep" }; it needs a and b, or condition',
  st09: 'expected an object such as { y: "step_count" }',
  st10: "lag: [0, 1, 2]",
  st11: "series.periodogram(frame",
  st12: "frame.describe()",
  st13: null,
  st14: '{ y: "step_count" }; it needs a and b, or condition',
  ch01: isPicture,
  ch02: isPicture,
  ch03: "plot.dailyBars(frame",
  ch04: "Use plot.sleepBars",
  ch05: '{ y: "step_count" }',
  ch06: "plot.weekHours(frame",
  ch07: '"fit"',
  ch08: "plot.distribution(frame",
  ch09: 'kind: "box"',
  ch10: "plot.sleepBars(stages)",
  ch11: "pass one of them as y",
  ch12: "plot.scatter(frame",
  ch13: '.save("chart.svg")',
  ch14: "the name of a column is an object; the columns are time, heart_rate",
  fi01: hasColumnsIn("sleep"),
  fi02: '"types"',
  fi03: hasColumnsIn("sleep"),
  fi04: hasColumnsIn("sleep"),
  fi05: '"columns"',
  fi06: '"tz"',
  fi07: hasColumnsIn("sleep"),
  fi08: hasColumnsIn("locations"),
  fi09: hasColumnsIn("workouts"),
  fi10: "read.any(path)",
  fi11: null,
  fi12: "read.any(path)",
  fi13: "pl.concat(frames)",
  fi14: "read.parts(path)",
  re01: (report: object) => String(report).includes("Sleep"),
  re02: () => true,
  re03: (digest: object) => String(digest).includes("You slept"),
  re04: '"against"',
  re05: hasColumns("activity", "duration", "distance"),
  re06: "workouts.filter(",
  re07: () => true,
  re08: "me.exportTo(folder)",
  re09: (table: object) => String(table).includes("step_count"),
  re10: "show.table(frame)",
  re11: "plot.beside([first, second])",
  re12: "me.catalog.list()",
  re13: '"toString"',
  re14: hasColumns("name", "start_time"),
  rd01: '{ columns: { time: "Date" } }',
  rd02: "read.csv(path)",
  rd03: "read.any(path)",
  rd04: "pl.readParquet(path)",
  rd05: '"range"',
  rd06: "metrics.HeartRate",
  rd07: '"Europe/Berlin"',
  rd08: "read.appleHealth(path)",
  ft01: "me.series(metric, when",
  ft02: '"HeartRate"',
  ft03: "{ days: 30 }",
  ft04: '{ from: "2025-03-01", to: "2025-03-08" }',
  ft05: '{ from, to: "2025-03-08" }',
  ft06: "{ days: 14 }",
  ft07: "1h",
  ft08: "it needs baseUrl and a token",
  sp01: '"TST"',
  sp02: 'did you mean "Wrist"?',
  sp03: "me.nightly(when)",
  sp04: "sleep.sessions(stages)",
  sp05: '"deep_min"',
  sp06: "sleep.nightly(stages)",
  sp07: "sleep.nightly(stages)",
  sp08: '"sleep_stage"',
  sr01: '{ window: "7d" }',
  sr02: '{ from, to: "2025-03-17" }',
  sr03: 'did you mean "fillNull"?',
  sr04: "1d",
  sr05: "frame.withColumn(",
  sr06: ".diff()",
  sr07: "series.unusual(frame)",
  sr08: "series.align(",
  pc01: "plot: { marks }",
  pc02: "plot: { marks }",
  pc03: "as the last value of a cell",
  pc04: ".svg, .png",
  pc05: "plot.scatter(frame",
  pc06: '"step_count"',
  pc07: "plot.line(frame)",
  pc08: "series.align(",
  rp01: "plot.sleepBars(stages)",
  rp02: 'report.save("report.pdf")',
  rp03: "me.digest(when)",
  rp04: (text: string) => text.includes("<section>"),
  rp05: '"locale"',
  rp06: "{ days: 7 }",
  rp07: "save it",
  nb01: ".list()",
  nb02: "show.table(frame)",
  nb03: '"head"',
  nb04: "Markdown cell",
  nb05: 'Write "2025-03-20"',
  nb06: "console.log(me)",
  nb07: '"describe"',
  co01: "perPerson(sleep.nightly)",
  co02: "perPerson(sleep.nightly)",
  co03: 'people.table("stages")',
  co04: async (table: { collect(): Promise<Frame> }) =>
    (await table.collect().catch(String)).toString().includes("available: stages"),
  co05: '{ source: "Wrist" }',
  co06: "perPerson(sleep.nightly)",
};

/** Least share of guesses that work or lead to the right call. */
const LEAST = 0.95;

/** Checks that an export has rows in a frame. */
function hasColumnsIn(name: string): Check {
  return (content: Readonly<Record<string, Frame>>) => content[name]!.height > 0;
}

Deno.test("every first guess has an outcome, and 95 % lead to the answer", () => {
  assertEquals(Object.keys(OUTCOMES), guesses.map(({ id }) => id));
  const led = Object.values(OUTCOMES).filter((outcome) => outcome !== null).length;
  assert(led >= LEAST * guesses.length, `${led} of ${guesses.length}`);
});

Deno.test("first guesses work, or their errors give the right call", async (test) => {
  const me = await lifeframe.demo({ days: 40 }), month = { days: 20 };
  const hr = await me.series("HeartRate", month, { every: "5m" });
  const days = await me.daily(month, {
    metrics: ["StepCount", "HeartRate"],
    sleep: ["asleep"],
    workouts: true,
  });
  const nights = await me.nightly(month), stages = await me.stages(month);
  await inFolder(await guessedFiles(), async (folder) => {
    await lifeframe.writeCohort(`${folder}/study`, STUDY);
    await using people = await lifeframe.cohort(`${folder}/study`);
    const scope = { ...lifeframe, pl, me, month, hr, days, nights, stages, people };
    for (const { id, intent, code } of guesses) {
      await test.step(`${id} ${intent}`, async () => {
        const outcome = OUTCOMES[id];
        const placed = code.replaceAll(FILE, (_, name) => JSON.stringify(`${folder}/${name}`));
        const result = await runGuess(placed, scope).then(
          (value) => ({ value }),
          (error: Error) => ({ error }),
        );
        if (typeof outcome === "function") {
          if ("error" in result) throw result.error;
          assert(await outcome(result.value as never), Deno.inspect(result.value));
        } else {
          assert("error" in result, "it works: give a check of its value");
          assertStringIncludes(result.error.message, outcome ?? "");
          assert(outcome === null || /^Cannot [a-z]/.test(result.error.message));
        }
      });
    }
    for (const name of ["march.html", "days.csv"]) {
      assert((await Deno.stat(`${folder}/${name}`)).size > 100, name);
    }
  });
});
