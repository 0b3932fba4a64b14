import { assert, assertEquals } from "@std/assert";
import { OUTPUT_METHODS } from "../../src/api/fields/enums.ts";
import { demo } from "../../src/app/demo.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { lastNights, month } from "../../src/time/range.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const tz = "Europe/Berlin";
const me = await demo();
const nights = lastNights(60, tz, { until: me.now() });
const samples = sleep.fromSamples(
  await me.api.metrics.samples({ metric: "SleepStage", ...nights }),
);
/** Months with a daylight saving change, and the last one. */
const ranges = [
  month("2024-03", tz),
  month("2024-10", tz),
  lastNights(30, tz, { until: me.now() }),
];

function assertSame(there: Frame, here: Frame, what: string): void {
  assertEquals(columnsOf(there), columnsOf(here), what);
}

Deno.test("the sample has sleep, heart rate, steps and events in the last month", async () => {
  const range = ranges[2]!;
  for (const metric of ["SleepStage", "HeartRate", "StepCount"] as const) {
    assert((await me.api.metrics.samples({ metric, ...range })).height > 100, metric);
  }
  assert((await me.api.events.list({ data_type: "MomentAnnotation", ...range })).height > 20);
});

Deno.test("sleep.cycles() equals me.api.sleep.cycles(), row for row", async () => {
  for (
    const options of [{}, { cycle_gap: "PT30M" }, { gap_stages: [2] }, { stages: [4, 5] }] as const
  ) {
    assertSame(
      await me.api.sleep.cycles({ ...nights, ...options }),
      sleep.cycles(samples, {
        clipTo: nights,
        cycleGap: options.cycle_gap ?? "PT2H",
        gapStages: options.gap_stages ?? [],
        only: options.stages,
      }),
      JSON.stringify(options),
    );
  }
});

Deno.test("sleep.stages() equals me.api.sleep.stages(), row for row", async () => {
  for (const merge_overlapping of [true, false]) {
    for (const merge_contiguous of [true, false]) {
      assertSame(
        await me.api.sleep.stages({ ...nights, merge_overlapping, merge_contiguous }),
        sleep.stages(samples, {
          clipTo: nights,
          mergeOverlapping: merge_overlapping,
          mergeContiguous: merge_contiguous,
        }),
        `${merge_overlapping} ${merge_contiguous}`,
      );
    }
  }
});

Deno.test("sleep.aggregate() equals me.api.sleep.aggregate(), row for row", async () => {
  for (const mode of ["start", "end", "split"] as const) {
    for (
      const [period, lengths] of [
        ["1d", {}],
        ["18h/1d", { startOfDay: "18h" }],
        ["1w", { every: "1w" }],
        ["6h", { every: "PT6H" }],
      ] as const
    ) {
      const functions = ["sum", "avg", "min", "max"] as const;
      assertSame(
        await me.api.sleep.aggregate({ ...nights, mode, period, tz, agg_functions: functions }),
        sleep.aggregate(samples, { clipTo: nights, mode, ...lengths, tz, functions }),
        `${mode} ${period}`,
      );
    }
  }
});

Deno.test("without clipping, the service returns every touching cycle in full", async () => {
  const start = columnsOf(await me.api.sleep.cycles(nights)) as Record<
    string,
    { values: BigInt64Array }
  >;
  // A range that starts and ends in the middle of a night.
  const middle = (i: number) =>
    new Temporal.Instant(
      (start["start_time"]!.values[i]! + start["end_time"]!.values[i]!) / 2n * 1000n,
    );
  const range = { start_time: middle(5), end_time: middle(12) };
  const there = await me.api.sleep.cycles({ ...range, clip_to_range: false });
  assertSame(there, sleep.cycles(samples, { touching: range }), "touching");
  assertEquals(there.height, 8);
});

Deno.test("series.fromSamples() equals me.api.metrics.timeSeries(), row for row", async () => {
  const metrics = [
    { metric: "StepCount", kind: "cumulative", name: "step_count" },
    { metric: "HeartRate", kind: "discrete", name: "heart_rate" },
  ] as const;
  for (const range of ranges) {
    for (const { metric, kind, name } of metrics) {
      const raw = await me.api.metrics.samples({ metric, ...range });
      // The service ranks sources by appearance: the wrist's steps before the phone's.
      const sourcePriority = ["Wrist", "Phone"];
      for (const every of [60, 900, "1h", "1d"] as const) {
        assertSame(
          await me.api.metrics.timeSeries({ metric, samprate: String(every), tz, ...range }),
          series.fromSamples(raw, range, { kind, name, every, tz, sourcePriority }),
          `${metric} ${every} ${range.start_time}`,
        );
      }
    }
  }
});

Deno.test("all statistics of a series are the same locally and from the service", async () => {
  const range = ranges[2]!;
  const calculations = [
    "max",
    "min",
    "delta",
    "mean",
    "uniques",
    "allpoints",
    "rollingmean",
    "mode",
  ] as const;
  const raw = await me.api.metrics.samples({ metric: "HeartRate", ...range });
  assertSame(
    await me.api.metrics.timeSeries({
      metric: "HeartRate",
      samprate: "1h",
      tz,
      calculations,
      ...range,
    }),
    series.fromSamples(raw, range, {
      kind: "discrete",
      name: "heart_rate",
      every: "1h",
      tz,
      calculations,
    }),
    "calculations",
  );
});

Deno.test("each of the eight formats gives the client the same frame", async () => {
  const range = lastNights(3, tz, { until: me.now() });
  const calls: Record<string, (output: typeof OUTPUT_METHODS[number]) => Promise<Frame>> = {
    series: (output) =>
      me.api.metrics.timeSeries({ metric: "HeartRate", ...range, samprate: "5m" }, { output }),
    statistics: (output) =>
      me.api.metrics.timeSeries({
        metric: "HeartRate",
        ...range,
        samprate: "1h",
        calculations: ["max", "uniques", "allpoints", "rollingmean"],
      }, { output }),
    grouped: (output) =>
      me.api.metrics.timeSeriesGrouped(
        { metrics: ["StepCount", "HeartRate"], ...range, samprate: 600 },
        { output },
      ),
    stages: (output) => me.api.sleep.stages(range, { output }),
    cycles: (output) => me.api.sleep.cycles(range, { output }),
    aggregate: (output) =>
      me.api.sleep.aggregate({ ...range, agg_functions: ["sum", "avg"] }, { output }),
    nothing: (output) =>
      me.api.sleep.cycles({ start_time: "1999-01-01T00:00Z", end_time: "1999-01-02T00:00Z" }, {
        output,
      }),
    noSeries: (output) =>
      me.api.metrics.timeSeries({
        metric: "Height",
        start_time: "1999-01-01T00:00Z",
        end_time: "1999-01-01T00:00Z",
      }, { output }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const arrow = await call("arrow");
    for (const output of OUTPUT_METHODS) {
      assertSame(await call(output), arrow, `${name} as ${output}`);
    }
  }
});
