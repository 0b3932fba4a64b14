import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { demo, plot, range, read, series, sleep } from "@lifeframe/lifeframe";
import { sameMeaning } from "../../../src/options/suggestions/meanings.ts";
import { METRIC_TABLE } from "../../../src/api/fields/metricTable.ts";

const me = await demo({ days: 2 });

Deno.test("lengths in words or in pandas' notation are answered in our notation", () => {
  const meant: Readonly<Record<string, string>> = {
    "5min": "5m",
    "5 minutes": "5m",
    "15T": "15m",
    "1H": "1h",
    "7 days": "7d",
    "1M": "1mo",
    hour: "1h",
    weekly: "1w",
  };
  for (const [every, text] of Object.entries(meant)) {
    const { message } = assertThrows(() => series.resample([], { every: every as never }));
    assertStringIncludes(message, `; did you mean "${text}"?`);
    const gap = assertThrows(() => sleep.sessions([], { gap: every as never }));
    assertStringIncludes(gap.message, `; did you mean "${text}"?`);
  }
});

Deno.test("ranges in other notations are answered with the range", () => {
  const meant: Readonly<Record<string, string>> = {
    "2025-03-10/2025-03-12": '{ from: "2025-03-10", to: "2025-03-12" }',
    "2025-03-10 to 2025-03-12": '{ from: "2025-03-10", to: "2025-03-12" }',
    "March 2025": '"2025-03"',
    "Sept. 2025": '"2025-09"',
    "2025/3": '"2025-03"',
    "2025/03/10": '"2025-03-10"',
    "20250310": '"2025-03-10"',
    "2025W7": '"2025-W07"',
  };
  for (const [when, text] of Object.entries(meant)) {
    const { message } = assertThrows(() => series.between([], when));
    assertStringIncludes(message, `Pass ${text}`);
  }
});

Deno.test("names of several words are recognized by their first or last words", () => {
  const calls: readonly [() => unknown, string][] = [
    [() => me["getSleepStages" as "tz"], "Use me.stages(when)"],
    [() => me["fetch_heart_rate" as "tz"], 'Use me.series("HeartRate", when'],
    [() => me["saveReport" as "tz"], "Use me.report."],
    [() => sleep["sleepEfficiency" as "nightly"], "Use sleep.nightly(stages)"],
    [() => plot["stackedBar" as "line"], "Use plot.dailyBars(frame, { y })"],
    [() => plot["geom_boxplot" as "line"], "Use plot.distribution(frame, { y, by"],
    [() => read["fromOura" as "oura"], "Use read.oura."],
    [() => range["lastMonths" as "month"], "Use range.lastDays(30, tz)"],
    [() => me.range["lastMonths" as "month"], "Use me.range.lastDays."],
  ];
  for (const [call, text] of calls) assertStringIncludes(assertThrows(call).message, text);
});

Deno.test("everyday names of metrics mean metrics of the catalog", () => {
  const words = "hrv spo2 bmi glucose calories distance floors temperature mood water alcohol"
    .split(" ");
  const names = METRIC_TABLE.map(([name]) => name);
  assertEquals(words.filter((word) => sameMeaning(word, names) === undefined), []);
});
