import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { OUTPUT_METHODS } from "../../src/api/fields/enums.ts";
import { demo } from "../../src/app/demo.ts";
import { sampleClient } from "../../src/app/sampleClient.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Progress } from "../../src/progress/progress.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { between, lastNights } from "../../src/time/range.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { CallOptions } from "../../src/client/call.ts";
import type { Length } from "../../src/time/length.ts";

const tz = "Europe/Berlin";
/** Enough days to include the daylight saving change in October. */
const me = await demo({ days: 160 });
const nights = lastNights(16, tz, { until: me.now() });
const month = lastNights(20, tz, { until: me.now() });
const autumn = between("2024-10-20", "2024-11-05", tz);
const change = between("2024-10-26", "2024-10-29", tz);

/** Requests the whole range and pieces of each length, and compares the answers. */
async function assertSeamless(
  ask: (options: CallOptions) => Promise<Frame>,
  pieces: readonly Length[],
  what: string,
): Promise<void> {
  const whole = await ask({ piece: false });
  for (const piece of pieces) {
    let done = 0, total = 1;
    const joined = await ask({
      piece,
      onProgress: (progress) => {
        if (progress.unit === "pieces") {
          ({ done, total } = progress as { done: number; total: number });
        }
      },
    });
    assert(total > 1, `${what} in pieces of ${piece} was not cut`);
    assertEquals(done, total);
    assertEquals(columnsOf(joined), columnsOf(whole), `${what} in pieces of ${piece}`);
  }
}

Deno.test("samples of a long range are the same in pieces, without duplicates or losses", async () => {
  for (const metric of ["SleepStage", "StepCount"] as const) {
    await assertSeamless(
      (options) => me.api.metrics.samples({ metric, ...month }, options),
      ["P1D", "P3D", "PT5H17M"],
      metric,
    );
  }
});

Deno.test("events of a long range are the same in pieces, in both orders", async () => {
  for (const sort of ["asc", "desc"] as const) {
    await assertSeamless(
      (options) => me.api.events.list({ data_type: "MomentAnnotation", ...month, sort }, options),
      ["P1D", "PT3H"],
      sort,
    );
  }
});

Deno.test("a series of a long range has the same slots and values in pieces", async () => {
  for (const metric of ["StepCount", "HeartRate"] as const) {
    for (const samprate of ["60", "7", "1h", "7h", "1d", "1w"]) {
      const range = samprate === "7"
        ? lastNights(1, tz, { until: me.now() })
        : samprate === "60"
        ? change
        : autumn;
      await assertSeamless(
        (options) => me.api.metrics.timeSeries({ metric, samprate, tz, ...range }, options),
        samprate === "7" ? ["PT3H"] : ["P1D", "PT29H"],
        `${metric} ${samprate}`,
      );
    }
  }
});

Deno.test("statistics of a series are the same in pieces; a mean since the start is not split", async () => {
  const args = { metric: "HeartRate", samprate: "3600", tz, ...autumn } as const;
  await assertSeamless(
    (options) =>
      me.api.metrics.timeSeries(
        { ...args, calculations: ["max", "min", "delta", "mean", "uniques", "allpoints", "mode"] },
        options,
      ),
    ["P2D"],
    "statistics",
  );
  const since = { ...args, calculations: ["rollingmean"] as const };
  assertEquals(
    columnsOf(await me.api.metrics.timeSeries(since, { piece: "P1D" })),
    columnsOf(await me.api.metrics.timeSeries(since, { piece: false })),
  );
});

Deno.test("cycles and stages of a long range are the same in pieces, numbered consecutively", async () => {
  const variants = [
    {},
    { cycle_gap: "PT30M" },
    { cycle_gap: "PT5M", gap_stages: [2] },
    { stages: [4, 5] },
    { stages: [0] },
    { gap_stages: [0, 2], cycle_gap: "PT15M", stages: [5] },
    { clip_to_range: false },
  ] as const;
  // A range that starts and ends in the middle of a night.
  const inside = {
    start_time: Temporal.Instant.from(String(nights.start_time)).add({ hours: 14 }),
    end_time: Temporal.Instant.from(String(nights.end_time)).subtract({ hours: 10 }),
  };
  for (const range of [nights, inside]) {
    for (const variant of variants) {
      const what = JSON.stringify(variant);
      const args = { ...range, ...variant };
      await assertSeamless((o) => me.api.sleep.cycles(args, o), ["P4D"], `cycles ${what}`);
      await assertSeamless((o) => me.api.sleep.stages(args, o), ["P5D"], `stages ${what}`);
    }
  }
});

Deno.test("cycles with metrics are the same in pieces, and in each of the eight formats", async () => {
  const args = {
    ...lastNights(6, tz, { until: me.now() }),
    metrics: ["HeartRate", "RestingHeartRate"] as const,
    metric_calculations: ["max", "uniques"] as const,
    metric_seconds_before: 600,
    metric_seconds_after: 300,
  };
  const whole = await me.api.sleep.cyclesExtended(args, { piece: false });
  assert(whole.columns.includes("heart_rate"));
  await assertSeamless((o) => me.api.sleep.cyclesExtended(args, o), ["P2D"], "extended");
  const never = { start_time: "1999-01-01T00:00Z", end_time: "1999-01-02T00:00Z" };
  const empty = await me.api.sleep.cyclesExtended({ ...args, ...never });
  for (const output of OUTPUT_METHODS) {
    const same = await me.api.sleep.cyclesExtended(args, { output, piece: false });
    assertEquals(columnsOf(same), columnsOf(whole), output);
    const none = await me.api.sleep.cyclesExtended({ ...args, ...never }, { output });
    assertEquals(columnsOf(none), columnsOf(empty), `nothing as ${output}`);
  }
});

const HOUR = 3_600_000;
const START = Date.UTC(2024, 2, 25);

/** Arbitrary samples: all stages, overlapping, from an instant to days long, from two sources. */
const samples = fc.array(
  fc.record({
    start: fc.integer({ min: -20, max: 150 }),
    length: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
      { weight: 1, arbitrary: fc.integer({ min: 9, max: 40 }) },
    ),
    shift: fc.integer({ min: 0, max: 59 }),
    value: fc.integer({ min: 0, max: 5 }),
    source: fc.constantFrom("A", "B"),
  }),
  { minLength: 12, maxLength: 40 },
);

Deno.test("arbitrary sleep has the same cycles in pieces", async () => {
  let cutRuns = 0;
  await fc.assert(
    fc.asyncProperty(
      samples,
      fc.constantFrom("PT1H", "PT3H", "PT5H", "PT8H"),
      fc.subarray([0, 1, 2, 3, 4, 5]),
      fc.option(fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }), { nil: undefined }),
      fc.boolean(),
      fc.integer({ min: 15, max: 50 }),
      async (drawn, cycle_gap, gap_stages, stages, clip_to_range, hours) => {
        const service = createService({ store: openStore() });
        const token = await service.issueToken("00000000-0000-4000-8000-000000000002");
        const { fetch } = service;
        const client = sampleClient({ baseUrl: "http://localhost", token, fetch });
        const time = (hour: number, minute: number) =>
          new Date(START + hour * HOUR + minute * 60_000).toISOString();
        await client.api.ingest.records(
          "SleepStage",
          drawn.map(({ start, length, shift, value, source }) => ({
            start_time: time(start, shift),
            end_time: time(start + length, shift),
            value,
            source: { name: source },
          })),
        );
        let cuts = 0;
        const range = { start_time: time(0, 7), end_time: time(140, 31) };
        const args = {
          ...range,
          cycle_gap,
          gap_stages,
          clip_to_range,
          ...stages === undefined ? {} : { stages },
        };
        const onProgress = ({ unit }: Progress) => cuts += unit === "pieces" ? 1 : 0;
        const cut = { piece: `PT${hours}H` as const, onProgress },
          whole = { piece: false } as const;
        for (const ask of [client.api.sleep.cycles, client.api.sleep.stages]) {
          assertEquals(columnsOf(await ask(args, cut)), columnsOf(await ask(args, whole)));
        }
        if (cuts > 0) cutRuns++;
        const metric = "SleepStage";
        assertEquals(
          columnsOf(await client.api.metrics.samples({ metric, ...range }, cut)),
          columnsOf(await client.api.metrics.samples({ metric, ...range }, whole)),
        );
        await service.close();
      },
    ),
    { numRuns: 12, seed: 3, endOnFailure: true },
  );
  assert(cutRuns > 0);
});
