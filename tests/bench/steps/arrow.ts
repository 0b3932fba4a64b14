import { Buffer } from "node:buffer";
import { assertEquals } from "@std/assert";
import * as arrow from "apache-arrow";
import pl from "nodejs-polars";
import { metrics } from "../../../src/api/metrics.ts";
import { readRecords } from "../../../src/client/response/readRecords.ts";
import { fromArrow } from "../../../src/frame/polars/fromArrow.ts";
import { fromSamples } from "../../../src/series/fromSamples.ts";
import { grid, instants, SECOND, seriesFrame, START, walk } from "../data.ts";
import { decodeArrow, encodeAndDecode, parseWhole } from "../floors.ts";
import { inputFile } from "../inputFile.ts";
import { peak } from "../peak.ts";
import { type Step, tablePeers } from "../step.ts";

/** Returns a time, two numbers (one with nulls) and a repeating text. */
function columns(count: number): pl.DataFrame {
  return seriesFrame(count, 1).withColumns(
    pl.col("value").shift(1).alias("other"),
    pl.Series("source", Array.from({ length: count }, (_, i) => `source ${i % 3}`)).cast(
      pl.Categorical,
    ),
  );
}

const decode = (compression?: "lz4" | "zstd"): Step => ({
  name: `Arrow body to frame${compression ? `, ${compression.toUpperCase()}` : ""}`,
  of: "rows x 4",
  sizes: [100_000, 1_000_000],
  reach: 1.1,
  prepare: async (count) => {
    const frame = columns(count);
    const bytes = new Uint8Array(
      compression === undefined
        ? arrow.tableToIPC(arrow.tableFromIPC(frame.writeIPCStream()), "stream")
        : frame.writeIPCStream({ compression }),
    );
    const { input, close } = await inputFile(bytes);
    return {
      ours: () => fromArrow(bytes),
      floor: {
        name: compression ? `readIPCStream, ${compression.toUpperCase()}` : "readIPCStream",
        run: () => decodeArrow(bytes),
        bytes: bytes.length,
      },
      check: () => assertEquals(fromArrow(bytes).frameEqual(decodeArrow(bytes), true), true),
      peers: tablePeers("decode", ["polars", "pandas", "pyarrow"], {
        input,
        expected: () => {
          const decoded = fromArrow(bytes);
          return Object.fromEntries(
            ["time", "value", "other"].map((name) => [name, decoded.getColumn(name)]),
          );
        },
      }),
      close,
    };
  },
});

const YEAR = 366 * 86_400;
const samples: Step = {
  name: "series.fromSamples, a year by the minute",
  of: "samples",
  sizes: [100_000, 400_000],
  prepare: (count) => {
    const start = BigInt64Array.from(
      { length: count },
      (_, i) => START + BigInt(Math.floor(i * YEAR / count)) * SECOND,
    );
    const frame = pl.DataFrame([
      instants("start_time", start, "UTC"),
      instants("end_time", start.map((at, i) => at + BigInt(30 + i % 30) * SECOND), "UTC"),
      pl.Series("value", walk(count, 60)),
    ]);
    const range = { start_time: "2024-01-01T00:00Z", end_time: "2025-01-01T00:00Z" };
    const time = grid(YEAR / 60, 60), value = walk(YEAR / 60, 60);
    return {
      ours: () => fromSamples(frame, range, { kind: "discrete" }),
      floor: {
        name: "samples copied, encoded, decoded",
        run: () => encodeAndDecode(time, value),
        bytes: 24 * count + 16 * time.length,
      },
    };
  },
};

/** Raw samples with the properties of their source and device, as the service sends them. */
const rawSamples: Step = {
  name: "raw samples in one body of JSON to a frame",
  of: "samples",
  sizes: [50_000, 526_000],
  prepare: (count) => {
    const origin = {
      source_properties: {
        name: "Watch",
        version: "10.1",
        sourceBundleIdentifier: "watch.example",
      },
      device_properties: { name: "Watch", model: "Watch", manufacturer: "Example Inc." },
    };
    const time = Array.from({ length: count }, (_, i) => new Date(600_000 * i).toISOString());
    const sample = (start_date: string, i: number) => ({
      ...{ uuid: crypto.randomUUID(), start_date, end_date: start_date, value: 50 + i % 50 },
      ...{ unit: "count/min", count: 1, has_undetermined_duration: false, extras: {}, ...origin },
    });
    const bytes = new TextEncoder().encode(JSON.stringify(time.map(sample)));
    const ours = () => readRecords(metrics.samples, {}, bytes, { tz: "UTC" });
    return {
      ours,
      floor: {
        name: "JSON.parse of the body",
        run: () => parseWhole(bytes),
        bytes: bytes.length,
      },
      check: () => assertEquals(ours().height, count),
    };
  },
};

/** Returns a body of some MB in one batch: a file, as the client requests, or a stream. */
function body(megabytes: number, form: "file" | "stream" = "stream"): Uint8Array {
  const frame = seriesFrame(megabytes * 65_536, 1);
  return new Uint8Array(
    Buffer.from(form === "file" ? frame.writeIPC() : frame.writeIPCStream()),
  );
}

const memory = (form: "file" | "stream"): Step => ({
  name: `memory: an Arrow ${form} of so many MiB to a frame, body included`,
  of: "MiB",
  sizes: [10, 100],
  unit: "MB",
  reach: 2.5,
  prepare: async (count) => {
    const { input, close } = await inputFile(body(count, form));
    return {
      ours: () => peak(async () => fromArrow(await Deno.readFile(input))),
      floor: { name: "the body", run: () => ({ took: count }) },
      close,
    };
  },
});

const bodies: Step = {
  name: "memory: bodies of 28 MB, one after the other",
  of: "bodies",
  sizes: [30, 300],
  unit: "MB",
  isLong: true,
  reach: 1,
  prepare: async (count) => {
    const { input, close } = await inputFile(body(28));
    return {
      ours: () =>
        peak(async () => {
          for (let i = 0; i < count; i++) fromArrow(await Deno.readFile(input));
        }),
      floor: { name: "400 MB", run: () => ({ took: 400 }) },
      close,
    };
  },
};

/** Steps for bodies and frames. */
export const steps: readonly Step[] = [
  decode(),
  decode("lz4"),
  decode("zstd"),
  samples,
  rawSamples,
  memory("file"),
  memory("stream"),
  bodies,
];
