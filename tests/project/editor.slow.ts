import { assert, assertEquals } from "@std/assert";
import { METRIC_TABLE } from "../../src/api/fields/metricTable.ts";
import { NIGHT_STATISTICS } from "../../src/sleep/nights/statisticDefinitions.ts";
import { Editor } from "../helpers/editor.ts";

const RANGE = `start_time: "2026-03-01T00:00:00Z", end_time: "2026-03-02T00:00:00Z"`;
const WHEN = `"2026-03-01"`;
const HEAD = `
import { connect, demo, plot, range, read, series, sleep } from "../../mod.ts";
declare const me: Awaited<ReturnType<typeof demo>>;
declare const text: string;
declare const frame: { time: string; value: number }[];
`;

/** Slips that the compiler marks: the code, the word in it that is wrong, and the correct one. */
const SLIPS: readonly (readonly [code: string, wrong: string, right: string])[] = [
  [`me.api.metrics.samples({ metric: "HeartRat", ${RANGE} })`, "HeartRat", "HeartRate"],
  [
    `me.api.metrics.timeSeriesGrouped({ metrics: ["HeartRat"], ${RANGE} })`,
    "HeartRat",
    "HeartRate",
  ],
  [`me.daily(${WHEN}, { metrics: ["StepCont"] })`, "StepCont", "StepCount"],
  [`me.totals("StepCont", ${WHEN})`, "StepCont", "StepCount"],
  [`me.correlate(${WHEN}, { metrics: ["StepCont", "HeartRate"] })`, "StepCont", "StepCount"],
  [`me.compareWith("id", "StepCont", ${WHEN})`, "StepCont", "StepCount"],
  [`me.workoutDays(${WHEN}, { metrics: ["StepCont"] })`, "StepCont", "StepCount"],
  [`me.daily(${WHEN}, { sleep: ["asleeep"] })`, "asleeep", "asleep"],
  [`me.nightly(${WHEN}, { statistics: ["TSTT"] })`, "TSTT", "TST"],
  [`sleep.nightly([], { statistics: ["awakening"] })`, "awakening", "awakenings"],
  [`range.week("2024-13-45", "UTC")`, "2024-13-45", "2024-12-25"],
  [`me.range.day("2024-02-32")`, "2024-02-32", "2024-02-28"],
  [`range.month("2024-00", "UTC")`, "2024-00", "2024-01"],
  [`read.whoop("export.zip", { only: ["slep"] })`, "slep", "sleep"],
  [`read.any("export.zip", { only: ["HeartRat"] })`, "HeartRat", "HeartRate"],
  [`series.resample(frame, { every: "1 hour" })`, "1 hour", "1h"],
  [`series.rolling(frame, { window: "7 days" })`, "7 days", "7d"],
  [`sleep.cycles([], { cycleGap: "PT2" })`, "PT2", "PT2H"],
  [`series.resample(frame, { every: "1h", aggregate: "meen" })`, "meen", "mean"],
  [`series.resample(frame, { every: "1h", fill: "lst" })`, "lst", "last"],
  [`series.resample(frame, { evry: "1h" })`, "evry", "every"],
  [`me.daily(${WHEN}, { metrics: ["StepCount"], units: "imperal" })`, "imperal", "imperial"],
  [
    `me.api.metrics.samples({ metric: "HeartRate", ${RANGE} }, { output: "arow" })`,
    "arow",
    "arrow",
  ],
  [
    `me.api.metrics.aggregate({ data_type: "HeartRate", resolution: "dya", function: ["sum"], ${RANGE} })`,
    "dya",
    "day",
  ],
  [
    `me.api.metrics.timeSeries({ metric: "HeartRate", calculations: ["meann"], ${RANGE} })`,
    "meann",
    "mean",
  ],
  [`sleep.cicles([])`, "cicles", "cycles"],
];

/** Code with the positions at which completion is requested. */
const COMPLETION = HEAD + `
connect({ baseUrl: "", tz: "/*connect*/" });
series.resample(frame, { every: "1h", tz: "/*resample*/" });
sleep.nightly([], { tz: "/*nightly*/" });
range.day("2026-03-01", "/*range*/");
me.daily(${WHEN}, { metrics: ["/*daily*/"], sleep: ["/*figures*/"], tz: "/*dailyZone*/" });
me.correlate(${WHEN}, { metrics: ["/*correlate*/"] });
me.workoutDays(${WHEN}, { metrics: ["/*workoutDays*/"] });
me.totals("/*totals*/", ${WHEN});
me.compareWith("id", "/*compareWith*/", ${WHEN});
me.api.metrics.timeSeriesGrouped({ metrics: ["/*grouped*/"], ${RANGE} });
me.api.metrics.timeSeries({ metric: "HeartRate", tz: "/*timeSeries*/", ${RANGE} });
me.nightly(${WHEN}, { statistics: ["/*statistics*/"] });
read.any("export.zip", { only: ["/*only*/"], tz: "/*read*/" });
me./*hover*/daily(${WHEN}, {});
me.api.metrics./*samples*/samples({ metric: "HeartRate", ${RANGE} });
const nights = await me.nightly(${WHEN});
nights.toRecords()[0]!./*nightRow*/;
nights.getColumn("/*nightColumn*/");
(await me.workouts(${WHEN})).getColumn("/*workout*/");
(await me.workouts(${WHEN}, { by: "activity" })).getColumn("/*activity*/");
(await me.samples("HeartRate", ${WHEN})).getColumn("/*sample*/");
(await me.stages(${WHEN})).toRecords()[0]!./*stage*/;
sleep.nightly([]).toRecords()[0]!./*sleepNight*/;
sleep.cycles([]).getColumn("/*cycle*/");
sleep.sessions([]).getColumn("/*session*/");
series./*resampleHover*/resample(frame, { every: "1h" });
`;

/** One line for each mistake, then one for the correct code. */
const CODE = [
  ...SLIPS.map(([code]) => code),
  ...SLIPS.map(([code, wrong, right]) => code.replace(wrong, right)),
  "range.week(text, text)",
  "me.range.day(text, { tz: text })",
];

const editor = new Editor(`${COMPLETION}${CODE.join(";\n")};\n`);

Deno.test("the compiler reports mistakes, and accepts correct code and text that is not a literal", () => {
  const first = COMPLETION.split("\n").length - 1;
  const marked = new Set(editor.faults().map(({ line }) => CODE[line - first]));
  marked.delete(undefined);
  assertEquals([...marked], SLIPS.map(([code]) => code));
});

Deno.test("editors complete zones, metrics, values and parts of exports in every call", () => {
  const metrics = METRIC_TABLE.map(([name]) => name);
  const measures = [...new Set([...metrics, ...METRIC_TABLE.map(([, , column]) => column)])].sort();
  for (const place of ["daily", "correlate", "workoutDays", "compareWith"]) {
    assertEquals(editor.proposals(place).sort(), measures, place);
  }
  const ofDays = editor.proposals("totals");
  for (
    const name of [
      ...measures,
      "asleep",
      "bedtime",
      "TST",
      "workouts",
      "worked_out",
      "workout_min",
      "workout_distance",
    ]
  ) {
    assert(ofDays.includes(name), name);
  }
  assertEquals(editor.proposals("grouped").sort(), metrics.sort());
  for (
    const place of ["connect", "resample", "nightly", "range", "dailyZone", "timeSeries", "read"]
  ) {
    const zones = editor.proposals(place);
    assert(zones.length > 400 && zones.includes("Europe/Berlin"), `${place}: ${zones.length}`);
  }
  const figures = editor.proposals("figures");
  for (const name of ["asleep", "bedtime", "TST", "deep_min"]) assert(figures.includes(name), name);
  assertEquals(
    editor.proposals("statistics").sort(),
    [...NIGHT_STATISTICS.map(({ name }) => name), "unstaged"].sort(),
  );
  const parts = editor.proposals("only");
  for (const name of ["sleep", "workouts", "HeartRate"]) assert(parts.includes(name), name);
});

Deno.test("hovers name the types instead of listing 161 metrics or 400 zones", () => {
  for (const place of ["hover", "samples", "resampleHover"]) {
    const { type } = editor.hover(place);
    assert(type.length < 600, `${place}: ${type}`);
  }
  assert(editor.hover("samples").type.includes("metric: MetricName"), editor.hover("samples").type);
});

/**
 * Columns that editors complete, by the position in the code. Columns of frames are tested
 * elsewhere.
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  nightRow: ["night", "TST", "start_time"],
  nightColumn: ["night", "TST", "start_time"],
  sleepNight: ["night", "TST", "start_time"],
  workout: ["activity", "duration", "start_date"],
  activity: ["activity", "duration_h", "workouts"],
  sample: ["source", "start_date", "value"],
  stage: ["duration_ms", "sleep_stage", "start_time"],
  cycle: ["latency_ms", "number", "total_time_asleep_ms"],
  session: ["asleep", "duration", "night"],
};

Deno.test("editors complete the columns of answers", () => {
  for (const [place, names] of Object.entries(COLUMNS)) {
    const proposals = editor.proposals(place);
    assertEquals(names.filter((name) => !proposals.includes(name)), [], `${place}: ${proposals}`);
  }
});
