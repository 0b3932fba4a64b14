import { assert, assertAlmostEquals, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { handMade } from "../handMade.ts";
import { plot, show } from "../../../mod.ts";
import { rowsOf } from "../../sleep/hypnograms.ts";

const held = () =>
  handMade({
    records: {
      HeartRate: [
        { start_time: "2025-01-02T00:10:00+01:00", value: 60, unit: "bpm" },
        { start_time: "2025-01-02T00:50:00+01:00", value: 70, unit: "bpm" },
        { start_time: "2025-01-02T02:00:00+01:00", value: 80, unit: "bpm" },
      ],
      StepCount: [{ start_time: "2025-01-02T01:00:00+01:00", value: 500, unit: "steps" }],
    },
    now: "2025-01-04T12:00:00+01:00",
    tz: "Europe/Berlin",
  });

Deno.test("series() returns one row per hour, with the mean of a rate and null without data", async () => {
  await using me = await held();
  const rows = rowsOf(await me.series("HeartRate", "2025-01-02"));
  assertEquals(rows.length, 24);
  assertEquals(rows.slice(0, 4).map(({ heart_rate }) => heart_rate), [65, null, 80, null]);
});

Deno.test("series() of several metrics has one column each, with range and units", async () => {
  await using me = await held();
  const frame = await me.series(["HeartRate", "step_count"], "2025-01-02", { every: "PT1H" });
  assertEquals(frame.columns, ["time", "heart_rate", "step_count"]);
  assertEquals(rowsOf(frame).slice(0, 2).map(({ step_count }) => step_count), [null, 500]);
  assertEquals(show.rangeOf(frame)?.start_time.toPlainDate().toString(), "2025-01-02");
  const shown = Deno.inspect(frame);
  assertEquals([shown.includes("bpm"), shown.includes("steps")], [true, true]);
});

Deno.test("a line of series() says that it draws means or sums per window", async () => {
  await using me = await held();
  const day = (await me.series(["HeartRate", "step_count"], "2025-01-02", { every: "15m" }))
    .head(40);
  assertMatch(String(plot.line(day, { y: "heart_rate" })), /^Heart rate, mean per 15 min \(bpm\)/);
  assertMatch(String(plot.line(day, { y: "step_count" })), /^Step count per 15 min \(steps\)/);
});

Deno.test("series() accepts a step as text, as ISO 8601 or as a duration, and can fill with 0", async () => {
  await using me = await held();
  const read = async (every: "1d" | "P1D" | Temporal.Duration) =>
    rowsOf(
      await me.series("StepCount", { from: "2025-01-01", to: "2025-01-03" }, { every, fill: 0 }),
    )
      .map(({ step_count }) => step_count);
  assertEquals(await read("1d"), [0, 500]);
  assertEquals(await read("P1D"), [0, 500]);
  assertEquals(await read(Temporal.Duration.from({ days: 1 })), [0, 500]);
});

Deno.test("series() rejects an empty list, an unknown step and an unknown fill", async () => {
  await using me = await held();
  await assertRejects(() => me.series([], "2025-01-02"), TypeError, "the list of metrics is empty");
  await assertRejects(
    () => me.series("HeartRate", "2025-01-02", { every: "1 hour" as never }),
    RangeError,
  );
  await assertRejects(
    () => me.series("HeartRate", "2025-01-02", { fill: 1 as never }),
    RangeError,
    "fill is 1",
  );
});

Deno.test("series() has the values and units of daily(), in each system of units", async () => {
  const hour = { start_time: "2025-01-02T10:00:00+01:00", end_time: "2025-01-02T11:00:00+01:00" };
  await using me = await handMade({
    records: {
      ActiveCaloriesBurned: [{ ...hour, value: 300, unit: "kcal" }],
      DistanceTraveledOnFoot: [{ ...hour, value: 5, unit: "km" }],
      Weight: [{ start_time: hour.start_time, value: 80, unit: "kg" }],
      BodyTemperature: [{ start_time: hour.start_time, value: 37, unit: "degC" }],
      StepCount: [{ ...hour, value: 500, unit: "steps" }],
    },
    now: "2025-01-04T12:00:00+01:00",
    tz: "Europe/Berlin",
  });
  const metrics = [
    "ActiveCaloriesBurned",
    "DistanceTraveledOnFoot",
    "Weight",
    "BodyTemperature",
    "StepCount",
  ] as const;
  const expected = { metric: [300, 5, 80, 37, 500], imperial: [300, 3.107, 176.37, 98.6, 500] };
  for (const units of ["metric", "imperial", "catalog"] as const) {
    const asked = { every: "1d", units } as const;
    const [row] = rowsOf(await me.series(metrics, "2025-01-02", asked));
    const [day] = rowsOf(await me.daily("2025-01-02", { metrics, units }));
    const { time: _, ...values } = row!;
    for (const [name, value] of Object.entries(values)) assertEquals(value, day![name], name);
    if (units === "catalog") continue;
    Object.values(values).forEach((value, i) =>
      assertAlmostEquals(Number(value), expected[units][i]!, 0.005)
    );
  }
  const shown = Deno.inspect(await me.series(metrics, "2025-01-02", { every: "1d" }));
  for (const unit of ["kcal", "km", "kg", "degC"]) assert(shown.includes(unit), shown);
  await assertRejects(
    () => me.series("Weight", "2025-01-02", { units: "stone" as "metric" }),
    RangeError,
    'units is the text "stone", expected "metric" or "imperial"',
  );
});
