import { assertEquals, assertMatch } from "@std/assert";
import { demo, plot, range, series } from "../../mod.ts";
import { float64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { unitsOf } from "../../src/frame/polars/displays.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

const TZ = "Europe/Berlin";
const time = timeColumn(
  BigInt64Array.from({ length: 72 }, (_, i) => BigInt(Date.UTC(2024, 2, 29, i)) * 1000n),
  TZ,
);
const heart = toFrame(
  { time, heart_rate: float64Column(Float64Array.from({ length: 72 }, (_, i) => 60 + i % 7)) },
  { heart_rate: "bpm" },
);

Deno.test("verbs keep the units of columns whose values they keep", () => {
  const daily = { every: "1d", tz: TZ } as const;
  assertEquals(unitsOf(series.resample(heart, daily)), { heart_rate: "bpm" });
  const both = series.resample(heart, { ...daily, aggregate: { heart_rate: ["max", "count"] } });
  assertEquals(unitsOf(both), { heart_rate_max: "bpm" });
  assertEquals(unitsOf(series.resample(heart, { ...daily, aggregate: "count" })), {});
  assertEquals(unitsOf(series.rolling(heart, { window: "3h" })), { heart_rate: "bpm" });
  assertEquals(unitsOf(series.thin(heart, { points: 20 })), { heart_rate: "bpm" });
  assertEquals(unitsOf(series.between(heart, "2024-03-30")), { heart_rate: "bpm" });
  assertEquals(unitsOf(series.dateParts(heart)), { heart_rate: "bpm" });
});

Deno.test("a conversion sets the new unit", () => {
  const steps = toFrame({ time, way: float64Column(new Float64Array(72).fill(1)) }, { way: "mi" });
  for (const to of ["km", "metric"]) {
    const metric = series.convert(steps, { way: { from: "mi", to } });
    assertEquals(unitsOf(metric), { way: "km" });
  }
});

Deno.test("a chart shows the known unit of a column, or the given one", () => {
  assertMatch(String(plot.line(heart, { tz: "UTC" })), /^Heart rate \(bpm\), /);
  assertMatch(String(plot.line(heart, { tz: "UTC", unit: "beats" })), /^Heart rate \(beats\), /);
  assertMatch(
    String(plot.line(heart.filter(heart.getColumn("heart_rate").gt(61)), { tz: "UTC" })),
    /\(bpm\)/,
  );
  assertEquals(String(plot.line(heart.toRecords(), { tz: "UTC" })).includes("bpm"), false);
});

Deno.test("every chart of a series shows its unit", async () => {
  const pictures = {
    line: plot.line(heart),
    dailyBars: plot.dailyBars(heart, { aggregate: "mean" }),
    calendar: plot.calendar(heart, { aggregate: "mean" }),
    dayProfile: plot.dayProfile(heart),
    weekHours: plot.weekHours(heart),
    weekMonths: plot.weekMonths(heart, { aggregate: "mean" }),
    actogram: plot.actogram(heart, { aggregate: "mean" }),
    distribution: plot.distribution(heart, { y: "heart_rate" }),
    scatter: plot.scatter(heart, { x: "heart_rate", y: "heart_rate" }),
  };
  for (const [name, picture] of Object.entries(pictures)) {
    assertMatch(await picture.svg(), /bpm/, name);
  }
});

Deno.test("a count per day has no unit", async () => {
  const svg = await plot.dailyBars(heart, { aggregate: "count" }).svg();
  assertEquals(svg.includes("bpm"), false);
});

Deno.test("a client's frame knows its units, and daily totals are drawn without naming a column", async () => {
  const me = await demo({ days: 5 });
  const days = range.lastDays(4, TZ, { until: me.now() });
  const read = await me.api.metrics.timeSeries({
    metric: "HeartRate",
    samprate: "1h",
    tz: TZ,
    ...days,
    calculations: ["max"],
  });
  assertEquals(unitsOf(read), { heart_rate: "bpm", max_heart_rate: "bpm" });
  const totals = await me.totals("StepCount", days, { tz: TZ });
  assertMatch(String(plot.dailyBars(totals)), /^Step count per day/);
  assertMatch(await plot.calendar(totals.frame).svg(), /steps|count/);
  assertMatch(Deno.inspect(totals.frame), /f64, (?:steps|count)/);
});
