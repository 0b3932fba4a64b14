import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { demo, plot, series, sleep } from "@lifeframe/lifeframe";

const HOURS = [
  { time: "2025-03-10T08:00Z", heart_rate: 60 },
  { time: "2025-03-10T09:00Z", heart_rate: 62 },
];
type Positional = (...values: unknown[]) => unknown;

/** Functions, a value passed instead of options, and the example in the error. */
const CALLS: readonly (readonly [(...values: never[]) => unknown, unknown, string])[] = [
  [series.resample, "1h", '{ every: "1h" }'],
  [series.resample, "PT1H", '{ every: "PT1H" }'],
  [series.resample, "mean", '{ aggregate: "mean" }'],
  [series.rolling, "7d", '{ window: "7d" }'],
  [series.compare, "asleep", '{ y: "asleep" }'],
  [series.dateParts, ["hour"], '{ parts: ["hour"] }'],
  [plot.calendar, "step_count", '{ y: "step_count" }'],
  [plot.line, "Europe/Berlin", '{ tz: "Europe/Berlin" }'],
  [plot.distribution, 30, "{ bins: 30 }"],
  [sleep.merge, ["Wrist"], '{ sourcePriority: ["Wrist"] }'],
];

for (const [call, value, example] of CALLS) {
  Deno.test(`a value instead of options is answered with ${example}`, () => {
    const { message } = assertThrows(() => (call as Positional)(HOURS, value), TypeError);
    assertStringIncludes(message, `expected an object such as ${example}`);
  });
}

Deno.test("a value that no option accepts is answered without an example", () => {
  for (const value of [[], [1], true, () => 1]) {
    const { message } = assertThrows(
      () => (series.resample as unknown as Positional)(HOURS, value),
      TypeError,
    );
    assertEquals(message.includes("such as"), false);
    assertStringIncludes(message, "it needs every");
  }
});

Deno.test("questions explain the order of their arguments if the range is invalid", async () => {
  const me = await demo({ days: 2 });
  const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => me.correlate("StepCount", "SleepStage" as never), "me.correlate(when, { metrics: ["],
    [() => me.totals("StepCount", { by: "day" } as never), 'me.totals("StepCount", when)'],
    [() => me.nightly(30 as never), "me.nightly(when)"],
    [() => me.daily({ days: 1 }, ["StepCount"] as never), '{ metrics: ["StepCount"] }'],
  ];
  for (const [call, form] of refusals) {
    const { message } = await assertRejects(call, Error);
    assertStringIncludes(message, form);
  }
});

Deno.test("a column name that is not text is rejected before the frame is read", () => {
  const y = { label: "bpm" } as unknown as string;
  const { message } = assertThrows(() => plot.line(HOURS, { y }), TypeError);
  assertEquals(
    message,
    "Cannot draw a line: the name of a column is an object; the columns are time, heart_rate",
  );
});
