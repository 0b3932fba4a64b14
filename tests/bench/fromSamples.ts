// `series.fromSamples` of 400,000 samples on a grid of a year (527,040 rows), against what a request
// for it costs in any case: copying the samples out, encoding the answer as Arrow, decoding it. A
// service also reads its store, which takes longer than all of this.
// deno run --allow-all tests/bench/fromSamples.ts
import { Buffer } from "node:buffer";
import { tableToIPC } from "apache-arrow";
import pl from "nodejs-polars";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { fromSamples } from "../../src/series/fromSamples.ts";
import { medians, report } from "./ratio.ts";

const COUNT = 400_000, YEAR = 366 * 86_400;

const start = new BigInt64Array(COUNT), end = new BigInt64Array(COUNT);
const value = new Float64Array(COUNT), source: string[] = [];
for (let i = 0; i < COUNT; i++) {
  start[i] = 1_704_067_200_000_000n + BigInt(Math.floor(i * YEAR / COUNT)) * 1_000_000n;
  end[i] = start[i]! + BigInt(30 + i % 60) * 1_000_000n;
  value[i] = 60 + i % 40;
  source.push(i % 3 === 0 ? "phone" : "watch");
}
const samples = toFrame({
  start_time: { type: "time", values: start, zone: "UTC" },
  end_time: { type: "time", values: end, zone: "UTC" },
  value: { type: "float64", values: value },
});
const several = samples.withColumn(pl.Series("source", source));
const range = { start_time: "2024-01-01T00:00Z", end_time: "2025-01-01T00:00Z" };

const discrete = () => fromSamples(samples, { ...range, kind: "discrete" });
const columns = columnsOf(discrete());
const times = medians({
  floor: () => {
    columnsOf(samples);
    const bytes = tableToIPC(toArrow(columns), "stream");
    pl.readIPCStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  },
  discrete,
  cumulative: () => fromSamples(samples, { ...range, kind: "cumulative" }),
  "cumulative of two sources": () => fromSamples(several, { ...range, kind: "cumulative" }),
  "discrete with all calculations": () =>
    fromSamples(samples, {
      ...range,
      kind: "discrete",
      calculations: ["max", "min", "delta", "mean", "uniques", "allpoints", "rollingmean", "mode"],
    }),
  "daily windows": () =>
    fromSamples(samples, { ...range, kind: "cumulative", every: "1d", tz: "Europe/Berlin" }),
});
for (const [name, step] of Object.entries(times)) {
  if (name !== "floor") report(`series.fromSamples, ${name}`, { step, floor: times.floor! });
}
