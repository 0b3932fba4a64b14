import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { demo, plot, series, sleep } from "@lifeframe/lifeframe";
import { sameMeaning } from "../../../src/options/suggestions/meanings.ts";

const HOURS = [
  { time: "2025-03-10T08:00Z", heart_rate: 60 },
  { time: "2025-03-10T09:00Z", heart_rate: 62 },
];
const DAYS = [
  { date: "2025-03-10", step_count: 4000, asleep: 410, worked_out: true },
  { date: "2025-03-11", step_count: 9000, asleep: 450, worked_out: false },
];
const EVERY = { every: "1h", tz: "UTC" } as const;

/**
 * Options under the names of other libraries: the call, and the name that the error must suggest.
 */
const OPTIONS: readonly (readonly [string, (options: object) => unknown, string])[] = [
  ["agg", (given) => series.resample(HOURS, { ...EVERY, ...given }), "aggregate"],
  ["func", (given) => series.resample(HOURS, { ...EVERY, ...given }), "aggregate"],
  ["timezone", (given) => series.resample(HOURS, { ...EVERY, ...given }), "tz"],
  ["time_zone", (given) => series.resample(HOURS, { ...EVERY, ...given }), "tz"],
  ["zone", (given) => plot.line(HOURS, given), "tz"],
  ["freq", (given) => series.resample(HOURS, given as never), "every"],
  ["interval", (given) => series.resample(HOURS, given as never), "every"],
  ["samprate", (given) => series.resample(HOURS, given as never), "every"],
  ["groupby", (given) => series.resample(HOURS, { ...EVERY, ...given }), "by"],
  ["sources", (given) => sleep.merge([], given), "sourcePriority"],
  ["prefer", (given) => sleep.merge([], given), "sourcePriority"],
  ["priority", (given) => sleep.cycles([], given), "sourcePriority"],
  ["timezone", (given) => sleep.nightly([], given), "tz"],
  ["value", (given) => plot.line(HOURS, given), "y"],
  ["column", (given) => plot.distribution(HOURS, given), "y"],
  ["metric", (given) => plot.calendar(DAYS, given), "y"],
  ["color", (given) => plot.scatter(DAYS, { x: "step_count", y: "asleep", ...given }), "by"],
  ["trend", (given) => plot.scatter(DAYS, { x: "step_count", y: "asleep", ...given }), "fit"],
  ["heading", (given) => plot.line(HOURS, given), "title"],
];

for (const [word, call, name] of OPTIONS) {
  Deno.test(`the option ${word} is answered with ${name}: ${String(call).slice(11, 60)}`, () => {
    const { message } = assertThrows(() => call({ [word]: "mean" }), TypeError);
    assertStringIncludes(message, `unknown option "${word}"; did you mean "${name}"?`);
  });
}

Deno.test("questions of the client and parameters of the interface recognize the same words", async () => {
  const me = await demo({ days: 2 });
  const refusals: readonly (readonly [unknown, string])[] = [
    [() => me.series("HeartRate", { days: 1 }, { freq: "1h" } as never), "every"],
    [() => me.stages({ days: 1 }, { prefer: ["Wrist"] } as never), "sourcePriority"],
    [() => me.samples("steps" as never, { days: 1 }), "StepCount"],
    [() => me.samples("hr" as never, { days: 1 }), "HeartRate"],
    [() => me.daily({ days: 1 }, { metrics: ["pulse" as never] }), "HeartRate"],
    [() => me.daily({ days: 1 }, { sleep: ["total_sleep" as never] }), "asleep"],
    [
      () => me.api.metrics.samples({ metric: "HeartRate", from: "2025-03-10" } as never),
      "start_time",
    ],
  ];
  for (const [call, name] of refusals) {
    const { message } = await assertRejects(call as () => Promise<unknown>, Error);
    assertStringIncludes(message, `did you mean "${name}"?`);
  }
});

Deno.test("a missing column is answered with a column of the same meaning", () => {
  for (
    const [y, name] of [["steps", "step_count"], ["sleep_duration", "asleep"]]
  ) {
    const { message } = assertThrows(() => plot.calendar(DAYS, { y: y!, tz: "UTC" }), TypeError);
    assertStringIncludes(message, `did you mean "${name}"?`);
  }
});

Deno.test("a missing statistic is answered with a statistic of the same meaning", () => {
  assertEquals(sameMeaning("pvalue", ["difference", "p", "hedges_g"]), "p");
  assertEquals(sameMeaning("effectSize", ["difference", "p", "hedges_g"]), "hedges_g");
  assertEquals(sameMeaning("rho", ["r", "low", "high", "p"]), "r");
});

Deno.test("the name with the nearest spelling is suggested if several have the meaning", () => {
  assertEquals(sameMeaning("metric", ["columns", "metrics"]), "metrics");
  assertEquals(sameMeaning("agg", ["by", "tz"]), undefined);
});

Deno.test("a typing error is corrected before similar meanings are tried", () => {
  const { message } = assertThrows(
    () => series.resample(HOURS, { evry: "1h" } as never),
    TypeError,
  );
  assert(message.includes('did you mean "every"?'), message);
});
