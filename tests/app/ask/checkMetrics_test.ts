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

/** Every question that takes metrics, asked of one. */
const QUESTIONS = (me: Awaited<ReturnType<typeof held>>, metric: MetricName) =>
  [
    ["daily", () => me.daily(DAY, { metrics: [metric] })],
    ["totals", () => me.totals(metric, DAY)],
    ["correlate", () => me.correlate(DAY, { metrics: [metric, "StepCount"] })],
    ["compareWith", () => me.compareWith(other, metric, DAY)],
    ["workoutDays", () => me.workoutDays(DAY, { metrics: [metric] })],
  ] as const;

Deno.test("every question refuses means of codes, and says what to ask instead", async () => {
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

Deno.test("every question names the nearest metric where there is none of a name", async () => {
  await using me = await held();
  for (const [name, ask] of QUESTIONS(me, "Steps" as never)) {
    const { message } = await assertRejects<Error>(ask, RangeError);
    assertStringIncludes(message, 'there is no metric "Steps"; did you mean "StepCount"?', name);
  }
});

Deno.test("a call of the service names the nearest metric too", async () => {
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

Deno.test("what somebody calls a metric leads to its name", () => {
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

Deno.test("ranks are correlated by rank only", async () => {
  await using me = await held();
  const asked = { metrics: ["SymptomHeadache", "HeartRate"] as const };
  for (const method of ["pearson", ["spearman", "pearson"]] as const) {
    const ask = () => me.correlate(DAY, { ...asked, method } as never);
    await assertRejects(ask, TypeError, 'give method: "spearman"');
  }
  assertEquals((await me.correlate(DAY, asked)).getColumn("method").toArray(), ["spearman"]);
});

Deno.test("the days of a rate are not added up", async () => {
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

Deno.test("of every built-in metric it is known whether its days have a mean", async () => {
  const me = {
    metrics: { catalog: () => Promise.reject(new Error("not asked for built-in ones")) },
  };
  const refused: string[] = [];
  for (const [name] of METRIC_TABLE) {
    await checkMetrics(me as never, [name], "x").catch(() => refused.push(name));
  }
  assertEquals(refused.length, 16 + 1 + 2 + 1 + 1 + 3 + 1 + 1); // presence, stage, occurrence, stood, magnitude, result, type, quality
});
