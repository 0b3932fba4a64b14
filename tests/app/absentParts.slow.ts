import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ApiError, ForbiddenError, ifThere, NotFoundError, range } from "../../mod.ts";
import { handMade, slept } from "./handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-05T18:00:00+01:00", DATE = "2025-01-05";
const RECORDS = {
  SleepStage: [slept("Ring", "2025-01-04T23:00", "2025-01-05T07:00")],
  StepCount: [{
    start_time: `${DATE}T10:00:00+01:00`,
    end_time: `${DATE}T10:30:00+01:00`,
    value: 900,
  }],
};
/** Parts by display name, with the path that serves each. */
const PARTS: readonly (readonly [string, RegExp, boolean])[] = [
  ["calendar", /calendar_events/, false],
  ["events", /v1alpha1\/event\//, true],
  ["measured notes", /v1alpha1\/metric\//, true],
  ["workouts", /mobile_workouts/, true],
  ["places", /location_time_series/, false],
  ["metrics", /data_available/, false],
];
const held = (path: RegExp, status: 403 | 404) =>
  handMade({
    records: RECORDS,
    now: NOW,
    tz: TZ,
    refuses: (asked) => path.test(asked) ? status : undefined,
  });
const SAID = { 403: "not shared (403)", 404: "not on this service (404)" } as const;

for (const status of [403, 404] as const) {
  Deno.test(`a day works without each part that answers ${status}, and reports it`, async () => {
    for (const [part, path] of PARTS) {
      await using me = await held(path, status);
      const day = await me.day(DATE);
      assertEquals(day.facts.absent, [`${part}: ${SAID[status]}`], part);
      assertStringIncludes(String(day), `Absent: ${part}: ${SAID[status]}.`);
      assertStringIncludes(await day.html(), `Absent: ${part}`);
      assert(day.facts.sleep !== null);
    }
  });

  Deno.test(`a day works without time series that answer ${status}, and lists them`, async () => {
    await using me = await held(/metric_time_series/, status);
    const { absent } = (await me.day(DATE)).facts;
    assertEquals(absent, [`heart rate: ${SAID[status]}`, `StepCount: ${SAID[status]}`]);
  });

  Deno.test(`a report works without each part that answers ${status}, and reports it`, async () => {
    for (const [part, path, isInReport] of PARTS) {
      if (!isInReport) continue;
      await using me = await held(path, status);
      const { intro, sections } = (await me.report(range.day(DATE, TZ))).content;
      assertStringIncludes(intro, `Absent: ${part}: ${SAID[status]}.`);
      assert(sections.length > 2);
    }
  });

  Deno.test(`sleep that answers ${status} is missing from night, day and report`, async () => {
    await using me = await held(/metric_samples/, status);
    const night = await me.lastNight({ date: DATE });
    assertEquals(night.facts, null);
    assertStringIncludes(String(night), `sleep: ${SAID[status]}`);
    assertEquals((await me.day(DATE)).facts.absent, [`sleep: ${SAID[status]}`]);
    assertStringIncludes((await me.report(range.day(DATE, TZ))).content.intro, "Absent: sleep:");
  });
}

Deno.test("a missing type of annotation is reported if others exist", async () => {
  await using me = await held(/PeopleAnnotation/, 404);
  const { absent } = (await me.day(DATE)).facts;
  assertEquals(absent, ["PeopleAnnotation: not on this service (404)"]);
});

Deno.test("daily() reports which metric is missing, and throws if all are", async () => {
  let shared: readonly string[] = ["StepCount"];
  await using me = await handMade({ records: RECORDS, now: NOW, tz: TZ });
  const only: typeof me = {
    ...me,
    api: {
      ...me.api,
      metrics: {
        ...me.api.metrics,
        timeSeries: (args, options) =>
          shared.includes(args.metric!)
            ? me.api.metrics.timeSeries(args, options)
            : me.api.metrics.timeSeries({ ...args, svc_userid: crypto.randomUUID() }, options),
      },
    },
  };
  const { daily } = await import("../../src/app/days/daily.ts");
  const said: string[] = [];
  const asked = {
    metrics: ["HeartRate", "StepCount"] as const,
    onAbsent: (absent: string) => void said.push(absent),
  };
  const day = range.day(DATE, TZ), frame = await daily(only, day, asked);
  assertEquals(frame.columns, ["time", "heart_rate", "step_count", "whole"]);
  assertEquals([frame.getColumn("heart_rate").toArray(), frame.getColumn("step_count").toArray()], [
    [null],
    [900],
  ]);
  assertEquals(said, ["HeartRate: not shared (403)"]);
  shared = [];
  await assertRejects(() => daily(only, day, asked), ForbiddenError);
});

Deno.test("ifThere() treats 403 and 404 as missing, and no other status", async () => {
  const init = { action: "x", reason: "y", request: { method: "GET", url: "/" } };
  const failing = (error: Error) => ifThere("tags", Promise.reject(error), 0);
  assertEquals(await failing(new NotFoundError(init)), {
    value: 0,
    absent: "tags: not on this service (404)",
  });
  assertEquals((await failing(new ForbiddenError(init))).absent, "tags: not shared (403)");
  assertEquals(await ifThere("tags", Promise.resolve(3), 0), { value: 3, absent: null });
  for (const error of [new ApiError(init), new TypeError("no")]) {
    await assertRejects(() => failing(error), error.constructor as typeof Error);
  }
});
