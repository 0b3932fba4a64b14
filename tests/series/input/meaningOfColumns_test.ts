import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { plot, series } from "@lifeframe/lifeframe";
import { METRIC_TABLE } from "../../../src/api/fields/metricTable.ts";

const ROWS = Array.from({ length: 48 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1, i)),
  sleep_stage: i % 4,
  heart_rate: 60 + i % 7,
  steps: i,
}));
const STAGES = ROWS.map(({ time, sleep_stage }) => ({ time, sleep_stage }));

Deno.test("a mean of codes is rejected with a suggestion", () => {
  for (
    const aggregate of ["mean", "sum", "median", "std", "p90", "min", "weighted mean"] as const
  ) {
    assertThrows(
      () =>
        series.resample(ROWS, { tz: "UTC", every: "1d", aggregate: { sleep_stage: aggregate } }),
      TypeError,
      `Cannot resample sleep_stage by "${aggregate}": its numbers are codes of stages, which do ` +
        'not add up; use one of "durations", "last known", "first", "last", "count"',
    );
  }
  assertThrows(
    () => series.rolling(STAGES, { tz: "UTC", window: "1d" }),
    TypeError,
    'Cannot roll windows of sleep_stage by "mean": its numbers are codes of stages, which do not ' +
      'add up; use one of "first", "last", "count"',
  );
  assertThrows(
    () => series.align({ a: STAGES }, { tz: "UTC", every: "1d" }),
    TypeError,
    "codes of stages",
  );
  const period = { start_time: "2024-01-01", end_time: "2024-01-02" };
  for (
    const call of [
      () => series.correlate(ROWS, { tz: "UTC" }),
      () => series.correlate(ROWS, { tz: "UTC", y: ["steps", "sleep_stage"], method: "spearman" }),
      () => series.rhythm(STAGES, { tz: "UTC" }),
      () => series.cosinor(ROWS, { tz: "UTC", y: "sleep_stage" }),
      () => series.periodogram(STAGES),
      () => series.around(STAGES, ROWS.slice(3, 4)),
      () => series.compare(STAGES, { a: period, b: period, tz: "UTC" }),
    ]
  ) {
    assertThrows(
      call,
      TypeError,
      "the numbers of sleep_stage are codes of stages, which have no mean; use how long " +
        'each lasts, from series.resample with { every: "1d", aggregate: { sleep_stage: "durations" } }',
    );
  }
});

Deno.test("a sum of readings is rejected with a suggestion", () => {
  assertThrows(
    () => series.resample(ROWS, { tz: "UTC", every: "1d", aggregate: { heart_rate: "sum" } }),
    TypeError,
    'Cannot resample heart_rate by "sum": its readings do not add up; use one of "mean", ' +
      '"weighted mean", "max"',
  );
  for (const name of ["resting_heart_rate", "respiratory_rate", "walking_speed", "weight"]) {
    const rows = ROWS.map(({ time, steps }) => ({ time, [name]: steps }));
    assertThrows(
      () => series.rolling(rows, { tz: "UTC", window: "1d", aggregate: "sum" }),
      TypeError,
      'its readings do not add up; use one of "mean", "max"',
    );
  }
});

Deno.test("the suggestions work, and events named after a rate are counted", () => {
  const days = series.resample(STAGES, {
    tz: "UTC",
    every: "1d",
    aggregate: { sleep_stage: "durations" },
  });
  assertEquals(days.columns.slice(1), [
    "sleep_stage_0",
    "sleep_stage_1",
    "sleep_stage_2",
    "sleep_stage_3",
  ]);
  for (const aggregate of ["last known", "first", "last", "count"] as const) {
    assertEquals(series.resample(STAGES, { tz: "UTC", every: "1d", aggregate }).shape.height, 2);
  }
  const events = ROWS.map(({ time }) => ({ time, high_heart_rate: 1 }));
  const counted = series.resample(events, { tz: "UTC", every: "1d", aggregate: "sum" });
  assertEquals(counted.getColumn("high_heart_rate").toArray(), [24, 24]);
});

/** Units of the catalog that count something, or are codes without a sum. */
const COUNTED = [
  ...["presence", "occurrence", "severity", "falls", "stood", "magnitude"],
  ...["change", "quality", "type", "amount", "result", "stage"],
];

Deno.test("the readings of the catalog have no sum, and its cumulative metrics have one", () => {
  for (const [name, unit, column, kind] of METRIC_TABLE) {
    if (kind === "discrete" && COUNTED.includes(unit)) continue;
    const rows = [1, 2].map((hour) => ({ time: `2024-01-01T0${hour}:00Z`, [column]: hour }));
    const sum = () => series.resample(rows, { tz: "UTC", every: "1d", aggregate: "sum" });
    if (kind === "discrete") assertThrows(sum, TypeError, `${column} by "sum": its readings`);
    else assertEquals(sum().getColumn(column).toArray(), [3], name);
  }
});

const DAILY = [plot.dailyBars, plot.calendar, plot.actogram, plot.tile, plot.weekMonths] as const;

Deno.test("charts of days show the mean of readings, and the sum of other values", () => {
  for (const draw of DAILY) {
    const textOf = (name: string) =>
      `${
        draw([1, 2].map((hour) => ({ time: `2024-01-01T0${hour}:00Z`, [name]: 80 })), { tz: "UTC" })
      }`;
    for (const name of ["weight", "mood", "stress"]) assertMatch(textOf(name), /mean per/);
    assertEquals(/mean per/.test(textOf("coffee")), false, textOf("coffee"));
  }
});

Deno.test("charts of days show the mean of means, whatever the name", () => {
  const rows = Array.from({ length: 48 }, (_, hour) => ({
    time: new Date(Date.UTC(2024, 0, 1, hour)),
    cups: 4,
  }));
  const means = series.resample(rows, { tz: "UTC", every: "6h" });
  assertMatch(`${plot.dailyBars(means)}`, /^Cups, mean per 6 h, mean per day.* mean 4$/);
  const sums = series.resample(rows, { tz: "UTC", every: "6h", aggregate: "sum" });
  assertMatch(`${plot.dailyBars(sums)}`, /mean 96$/);
});
