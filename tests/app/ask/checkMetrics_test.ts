import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { NotFoundError, range } from "../../../mod.ts";
import { METRIC_TABLE } from "../../../src/api/fields/metricTable.ts";
import { checkMetrics } from "../../../src/app/ask/checkMetrics.ts";
import { suggestMetric } from "../../../src/client/response/suggestMetric.ts";
import { handMade } from "../handMade.ts";
import type { MetricName } from "../../../src/api/fields/metricTable.ts";

const TZ = "Europe/Berlin", DAY = range.day("2025-01-05", TZ);
const PULSE = [{ start_time: "2025-01-05T10:00:00+01:00", value: 60 }];
const held = () => handMade({ records: { HeartRate: PULSE }, now: "2025-01-08T12:00:00Z", tz: TZ });
const other = "00000000-0000-4000-8000-000000000009";

/** Calls every question that takes metrics with one metric. */
const QUESTIONS = (me: Awaited<ReturnType<typeof held>>, metric: MetricName) =>
  [
    ["daily", () => me.daily(DAY, { metrics: [metric] })],
    ["totals", () => me.totals(metric, DAY)],
    ["correlate", () => me.correlate(DAY, { metrics: [metric, "StepCount"] })],
    ["compareWith", () => me.compareWith(other, metric, DAY)],
    ["workoutDays", () => me.workoutDays(DAY, { metrics: [metric] })],
  ] as const;

Deno.test("every question rejects means of codes, and suggests an alternative", async () => {
  await using me = await held();
  for (const [name, ask] of QUESTIONS(me, "SleepStage")) {
    const { message } = await assertRejects<Error>(ask, TypeError);
    assert(message.startsWith("Cannot "), name);
    assertStringIncludes(
      message,
      "the numbers of SleepStage are codes (stage), which have no sum and no mean; use me.nightly()",
      name,
    );
  }
  for (const metric of ["MindfulSession", "OvulationTestResult", "ContraceptiveUse"] as const) {
    for (const [, ask] of QUESTIONS(me, metric)) {
      await assertRejects<Error>(ask, TypeError, `the numbers of ${metric} are codes`);
    }
  }
});

Deno.test("every question suggests the nearest metric for an unknown name", async () => {
  await using me = await held();
  for (const [name, ask] of QUESTIONS(me, "Steps" as never)) {
    const { message } = await assertRejects<Error>(ask, RangeError);
    assertStringIncludes(message, 'there is no metric "Steps"; did you mean "StepCount"?', name);
  }
});

Deno.test("a call to the service also suggests the nearest metric", async () => {
  await using me = await held();
  for (
    const ask of [
      () => me.api.metrics.samples({ metric: "Steps" as never, ...DAY }),
      () => me.api.metrics.timeSeries({ metric: "Steps" as never, samprate: "1d", ...DAY }),
    ]
  ) {
    const { message } = await assertRejects(ask, NotFoundError);
    assertStringIncludes(message, 'did you mean "StepCount"?');
  }
});

Deno.test("a common name of a metric leads to its name in the catalog", () => {
  const names: [string, string][] = [
    ["Steps", '"StepCount"'],
    ["heart_rate", '"HeartRate"'],
    ["Weigth", '"Weight"'],
    ["resting heart rate", '"RestingHeartRate"'],
    ["Sleep", '"SleepStage" or "SleepChanges"'],
  ];
  for (const [given, meant] of names) {
    assertEquals(suggestMetric(given), `; did you mean ${meant}?`);
  }
  assertEquals(suggestMetric("xyz"), "; me.api.metrics.catalog() lists them all");
  assertEquals(suggestMetric("StepCount"), "");
});

Deno.test("ranks are only correlated by rank", async () => {
  await using me = await held();
  const asked = { metrics: ["SymptomHeadache", "HeartRate"] as const };
  for (const method of ["pearson", ["spearman", "pearson"]] as const) {
    const ask = () => me.correlate(DAY, { ...asked, method } as never);
    await assertRejects(ask, TypeError, 'Pass method: "spearman"');
  }
  assertEquals((await me.correlate(DAY, asked)).getColumn("method").toArray(), ["spearman"]);
});

Deno.test("daily values of a rate are not summed", async () => {
  await using me = await held();
  const totals = await me.totals("HeartRate", DAY);
  assertEquals([totals.mean, totals.percentile(50)], [60, 60]);
  assertThrows(
    () => totals.total,
    TypeError,
    "Cannot add up the days of HeartRate: it is a discrete",
  );
  assert(!String(totals).includes("Total"), String(totals));
  assertStringIncludes(String(totals), "each day is the mean of its samples");
});

Deno.test("every built-in metric states whether its days have a mean", async () => {
  const me = {
    metrics: { catalog: () => Promise.reject(new Error("not asked for built-in ones")) },
  };
  const refused: string[] = [];
  for (const [name] of METRIC_TABLE) {
    await checkMetrics(me as never, [name], "x").catch(() => refused.push(name));
  }
  assertEquals(refused.length, 16 + 1 + 2 + 1 + 1 + 3 + 1 + 1); // presence, stage, occurrence, stood, magnitude, result, type, quality
});
